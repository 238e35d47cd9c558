import type { WarningCode } from '#shared/reference/warning-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { OtherMode } from './journey/mode.ts';

/** Where a record came from (dictionary BIZ_SOURCE_TYPE). */
export const sourceTypes = ['EXPERT', 'CARRIER', 'FT', 'RPA', 'AIS', 'TERMINAL', 'CUSTOMS', 'EDI'] as const;
export type SourceType = (typeof sourceTypes)[number];

/** What a subscription is about: a bill of lading or one container. */
export type Subject = 'bill' | 'container';

/** E = export, I = import (dictionary IN_OUT_FLAG). */
export type Direction = 'E' | 'I';

/** The five places of a booking, in the order the cargo passes them. */
export const placeRoles = [
  'placeOfReceipt',
  'portOfLoading',
  'portOfDischarge',
  'placeOfDelivery',
  'finalDestination',
] as const;
export type PlaceRole = (typeof placeRoles)[number];

/**
 * Booking-level values of one record. A place is a UN/LOCODE after alias resolution, or the code as
 * received when no port and no alias matches (the rule PORT_UNMATCHED finds those).
 */
export type BookingContent = {
  billNo: string | null;
  bookingNo: string | null;
  carrierCode: string | null;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  serviceCode: string | null;
  placeOfReceipt: string | null;
  portOfLoading: string | null;
  portOfDischarge: string | null;
  placeOfDelivery: string | null;
  finalDestination: string | null;
  /** Departure from the port of loading: planned, latest estimate, actual. */
  plannedDeparture: Instant | null;
  etd: Instant | null;
  atd: Instant | null;
  /** Arrival at the port of discharge: planned, latest estimate, actual. */
  plannedArrival: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
};

/** One vessel leg; sequence counts from 1 and is gapless. */
export type LegContent = {
  sequence: number;
  vesselName: string | null;
  vesselImo: string | null;
  voyage: string | null;
  portOfLoading: string | null;
  portOfDischarge: string | null;
  etd: Instant | null;
  atd: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
};

/** One container of the bill; `containerNo` is upper-case without blanks. */
export type ContainerContent = {
  containerNo: string;
  sealNo: string | null;
  /** ISO 6346 size and type, such as 45G1. */
  sizeType: string | null;
  quantity: number | null;
  grossWeightKg: number | null;
  volumeM3: number | null;
} & Partial<UnitContent>;

/**
 * What a unit of other modes says besides: a container is a unit by sea, elsewhere it is a wagon, a parcel, the pieces of a
 * consignment that travel on one flight, or the whole consignment. All of them are there, or none (by sea).
 */
export type UnitContent = {
  /** What carries it, such as a flight number, and which run of it, such as the day. */
  vesselName: string | null;
  voyage: string | null;
  /** From where to where it carries it. */
  portOfLoading: string | null;
  portOfDischarge: string | null;
  /** How many pieces were counted when it came. */
  receivedQuantity: number | null;
};

/**
 * One milestone of one container (or of the whole bill when `containerNo` is null) at one place.
 * `statusCode` is our own milestone code (seeds/statuses.csv). `occurrence` tells repeats apart
 * (second departure at another transhipment, a duplicate report), counted per container, status and port.
 */
export type EventContent = {
  containerNo: string | null;
  statusCode: string;
  portCode: string | null;
  occurrence: number;
  planned: Instant | null;
  estimated: Instant | null;
  actual: Instant | null;
  vesselName: string | null;
  voyage: string | null;
  /** Zone of the place as an IANA name; null when neither the source nor the place gives one. */
  zone: string | null;
  /** Facility or place text as received. */
  place: string | null;
};

/** A milestone that has really happened. */
export type HappenedEvent = EventContent & { actual: Instant };

/** Whether a milestone has really happened. */
export const isActual = (event: EventContent): event is HappenedEvent => event.actual !== null;

/** The way from the port of discharge to the final destination, such as a barge takes it. */
export type OnwardContent = {
  vesselName: string | null;
  voyage: string | null;
  loaded: Instant | null;
  etd: Instant | null;
  atd: Instant | null;
  eta: Instant | null;
  ata: Instant | null;
};

/** Until when one thing has to be done before loading, such as DCO (documents), VCO (verified gross mass), FCO (cargo). */
export type CutoffContent = { code: string; time: Instant };

/** What a platform warns of, such as a container that was rolled; `containerNo` is null where the whole bill is meant. */
export type WarningContent = {
  code: WarningCode;
  containerNo: string | null;
  portCode: string | null;
  /** When the platform warned. */
  time: Instant;
};

/** Everything one source says about one shipment, or what fusion made of all of them. */
export type ShipmentContent = {
  /** How the goods travel; left out by sea. */
  mode?: OtherMode;
  booking: BookingContent;
  legs: LegContent[];
  containers: ContainerContent[];
  events: EventContent[];
  /** Each code once; left out where there are none, as most sources tell none. */
  cutoffs?: readonly CutoffContent[];
  /** Left out where the source warns of nothing. No rule of ours looks at them. */
  warnings?: readonly WarningContent[];
  /**
   * The source says that `containers` are all containers of the bill; left out where it tells of containers one by one, as events and
   * status messages do.
   */
  listsAllContainers?: true;
  /** Codes of sea ports that no port and no alias has, as the source writes them; left out where all are known, and of what is fused. */
  unknownPorts?: readonly string[];
  /** Left out where nobody tells it. */
  onward?: OnwardContent;
  /** Under which number the customer's own systems know the shipment; left out where nobody tells it. */
  businessNo?: string;
};

/** One source's record as kept in the store. */
export type SourceRecord = {
  /** Stable id of the stored record. */
  id: string;
  sourceType: SourceType;
  /** Channel (processType on the wire), such as SHIPPING_TRACKING. */
  channel: string;
  /** Connector that produced it, such as `dcsa:MERI`. */
  sourceCode: string;
  /** When the source last stated something new (its own clock, else arrival). */
  observedAt: Instant;
  content: ShipmentContent;
};

/** Milestone codes of seeds/statuses.csv that rules and mappers refer to. */
export const milestones = {
  emptyPickUp: 'STSP',
  stuffing: 'STUF',
  gateIn: 'GITM',
  customsRelease: 'PASS',
  terminalRelease: 'TMPS',
  loaded: 'LOBD',
  departed: 'DLPT',
  transhipmentArrived: 'TSBA',
  transhipmentDischarged: 'TSDC',
  transhipmentLoaded: 'TSLB',
  transhipmentDeparted: 'TSDP',
  arrived: 'BDAR',
  berthed: 'POCA',
  discharged: 'DSCH',
  available: 'AVPU',
  customsHold: 'CUIP',
  inspection: 'INSP',
  gateOutFull: 'STCS',
  stripping: 'STRP',
  emptyReturn: 'RCVE',
} as const;
export type MilestoneCode = (typeof milestones)[keyof typeof milestones];
