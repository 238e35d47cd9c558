import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../exceptions/types.ts';
import { judge } from '../exceptions/judge.ts';
import { fuse } from '../intake/fusion/fuse.ts';
import { defaultPrecedence } from '../intake/fusion/precedence.ts';
import type { FieldOverride } from '../intake/fusion/types.ts';
import { emptyBooking, emptyEvent } from '../tracking/empty-content.ts';
import type {
  BookingContent,
  ContainerContent,
  EventContent,
  LegContent,
  ShipmentContent,
  SourceRecord,
} from '../tracking/model.ts';

/** The moment around which the tests of the domain happen: 2026-03-10 00:00 UTC. */
export const t0: Instant = Date.UTC(2026, 2, 10);

/** An instant so many days and hours after (or before) t0. */
export const at = (days: number, hours = 0): Instant => t0 + days * DAY_MS + hours * HOUR_MS;

/** A booking with nothing but what is given. */
export function buildBooking(values: Partial<BookingContent> = {}): BookingContent {
  return { ...emptyBooking, ...values };
}

/** A leg between two ports with nothing but what is given. */
export function buildLeg(
  sequence: number,
  portOfLoading: string | null,
  portOfDischarge: string | null,
  values: Partial<LegContent> = {},
): LegContent {
  return {
    sequence,
    vesselName: null,
    vesselImo: null,
    voyage: null,
    portOfLoading,
    portOfDischarge,
    etd: null,
    atd: null,
    eta: null,
    ata: null,
    ...values,
  };
}

/** A container with nothing but what is given. */
export function buildContainer(containerNo: string, values: Partial<ContainerContent> = {}): ContainerContent {
  return {
    containerNo,
    sealNo: null,
    sizeType: null,
    quantity: null,
    grossWeightKg: null,
    volumeM3: null,
    ...values,
  };
}

/** An event with nothing but what is given. */
export function buildEvent(
  containerNo: string | null,
  statusCode: string,
  portCode: string | null,
  values: Partial<EventContent> = {},
): EventContent {
  return { ...emptyEvent(containerNo, statusCode, portCode), ...values };
}

/** Content of a record; the booking may be given in parts. */
export function buildContent(
  values: Partial<Omit<ShipmentContent, 'booking'>> & { booking?: Partial<BookingContent> } = {},
): ShipmentContent {
  return { legs: [], containers: [], events: [], ...values, booking: buildBooking(values.booking) };
}

/** A carrier's record, observed at t0 unless stated otherwise. */
export function buildRecord(
  id: string,
  content: Parameters<typeof buildContent>[0],
  values: Partial<Omit<SourceRecord, 'id' | 'content'>> = {},
): SourceRecord {
  return {
    id,
    sourceType: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
    sourceCode: 'dcsa:MERI',
    observedAt: t0,
    ...values,
    content: buildContent(content),
  };
}

/** An active override entered at t0. */
export function buildOverride(
  path: string,
  value: FieldOverride['value'],
  values: Partial<FieldOverride> = {},
): FieldOverride {
  return { id: `o-${path}`, path, value, active: true, enteredBy: 'expert', enteredAt: t0, ...values };
}

/** A view of the given records, fused; the rest is a quiet bill subscription made ten days before t0. */
export function buildView(
  records: readonly SourceRecord[],
  values: Partial<Omit<ShipmentView, 'records' | 'subscription'>> & {
    subscription?: Partial<ShipmentView['subscription']>;
    overrides?: readonly FieldOverride[];
  } = {},
): ShipmentView {
  const { subscription, overrides = [], ...rest } = values;
  return {
    fused: records.length > 0 ? fuse(records, overrides, defaultPrecedence) : null,
    records,
    etaHistory: [],
    departureHistory: [],
    shipHistory: [],
    routeHistory: [],
    sources: [],
    ...rest,
    subscription: {
      id: 's1',
      tenantId: 'tenant-a',
      subject: 'bill',
      billNo: 'MERI0001',
      containerNo: null,
      carrierCode: 'MERI',
      subscribedAt: at(-10),
      ended: false,
      ...subscription,
    },
  };
}

/** A view of one carrier's content. */
export function buildSimpleView(
  content: Parameters<typeof buildContent>[0],
  values: Parameters<typeof buildView>[1] = {},
): ShipmentView {
  return buildView([buildRecord('r1', content)], values);
}

const zones: Readonly<Record<string, string>> = {
  CNSHA: 'Asia/Shanghai',
  CNNGB: 'Asia/Shanghai',
  SGSIN: 'Asia/Singapore',
  NLRTM: 'Europe/Amsterdam',
  DEHAM: 'Europe/Berlin',
  USLAX: 'America/Los_Angeles',
};

const aliases: Readonly<Record<string, string>> = { CNSGH: 'CNSHA', CNNBO: 'CNNGB' };

const order = [
  'STSP STUF',
  'GITM PASS TMPS LOBD DLPT',
  'TSBA TSDC TSLB TSDP',
  'BDAR POCA DSCH CUIP INSP AVPU STCS',
  'STRP RCVE',
].map((stage) => stage.split(' '));

const carriersOfPrefixes: Readonly<Record<string, string>> = { MERU: 'MERI', MEXU: 'MERI', OCEU: 'OCEA' };

/** Master data of six ports, two aliases, one port without zone (XXNOZ) and two carriers. */
export const reference: ReferenceData = {
  resolvePort: (code) => {
    const port = aliases[code] ?? code;
    return port in zones || port === 'XXNOZ' ? port : undefined;
  },
  zoneOf: (portCode) => zones[portCode],
  containerPrefixesOf: (carrierCode) => (carrierCode === 'MERI' ? ['MERU', 'MEXU'] : []),
  carrierOfPrefix: (prefix) => carriersOfPrefixes[prefix],
  orderOf: (statusCode) => {
    const stage = order.findIndex((codes) => codes.includes(statusCode));
    if (stage < 0) return undefined;
    return { stageSequence: stage + 1, statusSequence: (order[stage]?.indexOf(statusCode) ?? 0) + 1 };
  },
};

/** What a rule with its defaults finds in a view at t0. */
export function detectIn(
  rule: ExceptionRule,
  view: ShipmentView,
  settings: RuleSettings = {},
  now: Instant = t0,
): Finding[] {
  return judge(rule, view, now, { ...rule.defaults, ...settings }, reference);
}

/** Keys of what a rule finds, for tests that only ask whether and how often. */
export function keysIn(
  rule: ExceptionRule,
  view: ShipmentView,
  settings: RuleSettings = {},
  now: Instant = t0,
): string[] {
  return detectIn(rule, view, settings, now).map(({ key }) => key);
}
