import type { Lang, Text } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { FusedShipment } from '../intake/fusion/types.ts';
import type { VoyageView } from '../network/position/voyage.ts';
import type { Mode, OtherMode } from '../tracking/journey/mode.ts';
import type { WorkingDays } from '../execution/schedule/working-days.ts';
import type { FreeTimeTariff } from '../tracking/free-time.ts';
import type { SourceRecord, Subject } from '../tracking/model.ts';
import type { RiskZones } from './risk-zones.ts';

/** Health of one source of a subscription, as the pull tasks see it. */
export type SourceHealth = {
  sourceCode: string;
  /** We ask it; left out or false: it tells by itself, so that its silence is its own. */
  isQueried?: boolean;
  /** It tells of customs only, so that it cannot tell of anything else; left out: of all that happens. */
  reports?: 'customs';
  consecutiveFailures: number;
  /** When it last answered, or reported something by itself. */
  lastSuccessAt: Instant | null;
  /** When it first answered a question about the shipment; null: not yet, left out: not known. */
  firstAnsweredAt?: Instant | null;
  lastChangeAt: Instant | null;
  lastError: string | null;
  /** It answers nobody: one problem of the source, not one of each shipment. Left out: it answers others, or nobody knows. */
  isDown?: boolean;
};

/**
 * A value that was known at some moment, oldest first. `corrected`: not the world moved, a decision of ours (a mapped port, the
 * precedence, an expert value, a parser) made what was shown another one; see `corrections.ts`.
 */
export type DatedValue<T> = { value: T; knownAt: Instant; corrected?: true };

/** What detection knows of one subscription at one moment. */
export type ShipmentView = {
  subscription: {
    id: string;
    tenantId: string;
    subject: Subject;
    billNo: string | null;
    containerNo: string | null;
    carrierCode: string;
    /** How the goods travel; left out by sea. */
    mode?: OtherMode;
    subscribedAt: Instant;
    /** Since when we follow it: an order may be older than its subscription here. Left out: since `subscribedAt`. */
    followedSince?: Instant;
    ended: boolean;
  };
  /** null while no source has a booking. */
  fused: FusedShipment | null;
  records: readonly SourceRecord[];
  /** Every ETA at the port of discharge that was ever shown, oldest first. */
  etaHistory: readonly DatedValue<Instant>[];
  /** Every departure estimate, vessel and voyage of the first leg that was ever shown, oldest first. */
  departureHistory: readonly DatedValue<{ etd: Instant | null; vesselName: string | null; voyage: string | null }>[];
  /** Ship and voyage of the legs in order, whenever they were shown otherwise than before, oldest first. */
  shipHistory: readonly DatedValue<readonly { vesselName: string | null; voyage: string | null }[]>[];
  /** Every sequence of ports that was ever shown, oldest first. */
  routeHistory: readonly DatedValue<readonly string[]>[];
  sources: readonly SourceHealth[];
  /** What positions say about the leg under way or being loaded; left out when her vessel is not received. */
  voyage?: VoyageView;
};

/** What codes in texts may stand for; `failure` is why a source failed. */
export type NamedKind = 'source' | 'port' | 'carrier' | 'failure' | 'riskZone';

/** Master data that rules may ask; all look-ups are by canonical code. */
export type ReferenceData = {
  /** Canonical UN/LOCODE of a port code or alias; undefined when unknown. */
  resolvePort: (code: string) => string | undefined;
  /** The port of a name, in a country where that is known, if only one has it. Left out: names are not looked up. */
  portNamed?: (name: string, country: string | null) => string | undefined;
  /** Whether an operator has stated that what a source writes (in capitals) is no port. Left out: nobody has. */
  isNoPort?: (code: string, sourceCode: string) => boolean;
  /** IANA zone of a canonical port code. */
  zoneOf: (portCode: string) => string | undefined;
  /** Country of a place by its code, of ISO 3166. Left out: no country is known. */
  countryOf?: (placeCode: string) => string | undefined;
  /** Container owner prefixes of a carrier, such as MERU; empty when unknown. */
  containerPrefixesOf: (carrierCode: string) => readonly string[];
  /**
   * Carrier by its own code or its SCAC; null when the only SCAC of this name is unverified, undefined when nobody knows it.
   * Left out when not known at all.
   */
  carrierOfCode?: (code: string) => string | null | undefined;
  /** Carrier that owns a container prefix; undefined for lessors' and unknown ones. Left out when not known at all. */
  carrierOfPrefix?: (prefix: string) => string | undefined;
  /** Name by which people know a code, in their language; undefined when there is none. Left out: codes are shown. */
  nameOf?: (kind: NamedKind, code: string, language: Lang) => string | undefined;
  /** What a carrier's tariff says of containers at a port. Left out: no tariff is known. */
  tariffOf?: (carrierCode: string, portCode: string) => FreeTimeTariff | undefined;
  /** Which days are worked at a port, as a tenant has stated or as is usual there. Left out: Saturday and Sunday are free. */
  workingDaysOf?: (tenantId: string, portCode: string) => WorkingDays;
  /** Risk zones by the ways they lie on. Left out: none is known. */
  riskZones?: RiskZones;
  /** Place of a milestone code in the life of a container (stage, then step); undefined when unknown. */
  orderOf: (statusCode: string) => { stageSequence: number; statusSequence: number } | undefined;
};

/** One value a rule looked at, kept with the exception so that a person sees why it is here. */
export type Evidence = {
  path: string;
  value: string | number | null;
  sourceCode?: string;
  observedAt?: Instant;
  /** IANA zone to show an instant in. */
  zone?: string;
};

/** How bad a problem is. */
export type Severity = 'low' | 'medium' | 'high';

/**
 * A problem found. `key` tells two problems of one type on one shipment apart (a leg number, a container
 * and status) and is stable between polls; '' when there can be only one.
 */
export type Finding = {
  key: string;
  /** Parameters of the zh/en text of the rule; instants in epoch ms. */
  params: Record<string, string | number>;
  evidence: Evidence[];
  severity: Severity;
  /**
   * Nobody can change it any more: it has happened (`happened`), or another exception of the same voyage shows what it leads to
   * (`merged`). It opens no exception; one that is open is closed with what was found last. Left out: somebody can still act.
   */
  over?: 'happened' | 'merged';
  /** When somebody declared as news of the world what makes it a problem. Left out: it follows from what sources reported. */
  newsAt?: Instant;
};

export type RuleSettings = Record<string, number>;

/** One detection rule: a pure function with its defaults and texts. */
export type ExceptionRule = {
  code: string;
  /** Modes whose shipments it judges; left out: sea and domestic sea. */
  modes?: readonly Mode[];
  /** Thresholds with units in their names, such as thresholdHours. */
  defaults: RuleSettings;
  /** Message templates with {{param}} placeholders; params ending in `At` are instants. */
  text: Text;
  /**
   * Moments at which time alone may change what the rule says of a view; [] where the clock plays no part. Left out by
   * rules that read what is not kept over time (positions, health of sources): these cannot be replayed over history.
   */
  changeTimes?: (view: ShipmentView, settings: RuleSettings, reference: ReferenceData) => Instant[];
  /**
   * While nothing new becomes known: what is found stays found (`grows`; also where the clock plays no part), or nothing
   * more is found (`fades`). Left out: neither, whatever the settings.
   */
  monotonic?: 'increasing' | 'decreasing';
  /**
   * Looks at which source stated a value, or at more of events than that they are there, their place and actual time. `toExcuse`: only
   * to let go what it would find without, so that what is found nothing in without them needs none of them.
   */
  readsDetails?: true | 'toExcuse';
  /**
   * With `readsDetails`: whether it can find anything at all, by what a track tells (no estimates, no names of places, nobody's
   * word). Where the answer is no at every moment, the details of a shipment need not be read.
   */
  suspects?: (view: ShipmentView, reference: ReferenceData) => boolean;
  /** Compares what each source says: replayed over the answers that are kept, as they are read today. */
  readsSources?: true;
  /** Reads what was shown before: estimates, departures, routes, ships. */
  readsHistory?: true;
  /** Asks when sources last stated something. */
  readsNews?: true;
  /**
   * Finds that nobody has reported something, or what time alone brings about. It is asked as of the last answer of a source:
   * what nobody could tell us, because a source failed or we did not ask, is no silence of the world. `customs`: customs may
   * tell it too.
   */
  judgesSilence?: true | 'customs';
  /** Looks at milestones: where the containers of a bill travel apart, each of them is judged, not the bill. */
  judgesContainers?: true;
  /**
   * Finds what is wrong with us: what is missing in our reference data, a source that we cannot ask. It is for those who mend
   * it: who is notified of exceptions outside the product hears of it only by a condition that names the rule.
   */
  isInternalProblem?: true;
  detect: (view: ShipmentView, now: Instant, settings: RuleSettings, reference: ReferenceData) => Finding[];
};

/** A problem together with the code of the rule that found it. */
export type DetectedFinding = { code: string; finding: Finding };
