import { profileOf } from '../../tracking/journey/profiles.ts';
import { isBySea, type OtherMode } from '../../tracking/journey/mode.ts';
import { transhipmentPorts } from '../../tracking/derive.ts';
import { milestones } from '../../tracking/model.ts';
import type { BookingContent, EventContent, LegContent, SourceRecord } from '../../tracking/model.ts';
import { isOtherShip, isOtherVoyage, type NamedShip } from '../../tracking/ship.ts';
import { claimFrom, decideWith, type FusionContext, isEmpty, type Part } from './claims.ts';
import type { EventGroup } from './event-groups.ts';
import { acceptsValue } from './overrides.ts';
import { eventPath, legPath } from './paths.ts';
import type { LegPart, LegSlot } from './route.ts';
import type { AttributePath, Claim, FieldOverride, Provenance } from './types.ts';

/** The side of a call that is reported: the ship left, or she came. */
type Attribute = 'atd' | 'ata';

/**
 * A departure or an arrival of the ship that carries the cargo. Booking, leg and milestones tell of it alike: it is decided
 * once, from what every source says of it in whichever of these places.
 */
export type CallFact = {
  attribute: Attribute;
  /** The leg it begins or ends; null where the route does not tell it. */
  sequence: number | null;
  /** It is the departure or arrival of the whole booking. */
  isOfBooking: boolean;
  statusCode: string;
  portCode: string | null;
  ship: NamedShip;
  /** A run of one name on another day is another one: a flight is, a ship on her next voyage is the same ship. */
  byRun: boolean;
  claims: Claim[];
  /** When it happened, before experts are queried; null while nobody says so. */
  value: number | null;
  /** Milestones at its port are about it. */
  isReported: boolean;
  /** Milestones that tell it. */
  reported: EventContent[];
};

const noShip: NamedShip = { vesselName: null, vesselImo: null, voyage: null };
/** Whether what is reported is certainly of something else than what the call is of. */
const isOther = (reported: NamedShip, { ship, byRun }: Pick<CallFact, 'ship' | 'byRun'>): boolean =>
  isOtherShip(reported, ship) || (byRun && isOtherVoyage(reported, ship));

const isOpen = (a: string | null, b: string | null): boolean => !a || !b || a === b;

type Side = { attribute: Attribute; port: 'portOfLoading' | 'portOfDischarge'; plain: string; atTranshipment: string };
const seaSides: readonly Side[] = [
  {
    attribute: 'atd',
    port: 'portOfLoading',
    plain: milestones.departed,
    atTranshipment: milestones.transhipmentDeparted,
  },
  {
    attribute: 'ata',
    port: 'portOfDischarge',
    plain: milestones.arrived,
    atTranshipment: milestones.transhipmentArrived,
  },
];

/** What leaves and comes is reported alike at every place, unless the mode has codes of its own for transfers. */
function sidesOf(mode: OtherMode | undefined): readonly Side[] {
  const profile = profileOf(mode);
  if (profile === undefined) return seaSides;
  const { departed, arrived, inTransfer = { departed, arrived } } = profile;
  return [
    { attribute: 'atd', port: 'portOfLoading', plain: departed, atTranshipment: inTransfer.departed },
    { attribute: 'ata', port: 'portOfDischarge', plain: arrived, atTranshipment: inTransfer.arrived },
  ];
}

/** The ship of a record at the end of the route that a call is at; a booking's ship is that of its present leg. */
function shipAtEnd(
  { sourceType, content: { legs, booking } }: SourceRecord,
  attribute: Attribute,
  isSingle: boolean,
): NamedShip {
  // Positions without a whole route are those of the first ship.
  if (legs.length === 0) return isSingle || (sourceType === 'AIS' && attribute === 'atd') ? booking : noShip;
  const ordered = legs.toSorted((a, b) => a.sequence - b.sequence);
  return (attribute === 'atd' ? ordered[0] : ordered[ordered.length - 1]) ?? noShip;
}

/** Whether a part of a leg is about its ship; one that spans several legs may name the ship of any. */
const isOfShip = ({ item, carries }: LegPart, leg: LegContent, legs: readonly LegContent[]): boolean =>
  (carries === true ? [leg] : legs).some((one) => !isOtherShip(item, one));

/** What bookings say of the call, by those who have not stated it of the leg. */
function addBookings(fact: CallFact, side: Side, records: readonly SourceRecord[], isSingle: boolean): void {
  const spoken = new Set(fact.claims.map(({ recordId }) => recordId));
  for (const record of records) {
    const { booking } = record.content;
    const value = booking[side.attribute];
    if (isEmpty(value) || spoken.has(record.id) || !isOpen(booking[side.port], fact.portCode)) continue;
    if (isOtherShip(shipAtEnd(record, side.attribute, isSingle), fact.ship)) continue;
    fact.claims.push(claimFrom(record, value));
  }
}

/** Without a port a report is about the ends of the voyage: that is what sources who name no ports tell. */
const isAtPort = (fact: CallFact, portCode: string | null): boolean =>
  portCode ? portCode === fact.portCode : fact.isOfBooking;

/** Whether `a` tells a call better: of the whole bill before a container, then the earlier. */
const isBetter = (a: EventContent, b: EventContent): boolean =>
  Boolean(a.containerNo) === Boolean(b.containerNo) ? (a.actual ?? 0) < (b.actual ?? 0) : !a.containerNo;

/** What milestones say of the call, by those who have stated it of neither leg nor booking. */
function addEvents(fact: CallFact, groups: readonly EventGroup[]): void {
  const spoken = new Set(fact.claims.map(({ recordId }) => recordId));
  const best = new Map<SourceRecord, EventContent>();
  for (const group of groups) {
    if (group.statusCode !== fact.statusCode || !isAtPort(fact, group.portCode)) continue;
    for (const { record, item } of group.byRecord.flat()) {
      if (spoken.has(record.id) || isEmpty(item.actual) || isOther(item, fact)) continue;
      const known = best.get(record);
      if (known === undefined || isBetter(item, known)) best.set(record, item);
    }
  }
  for (const [record, { actual }] of best) fact.claims.push(claimFrom(record, actual));
}

function newFact(
  side: Side,
  portCode: string | null,
  ship: NamedShip,
  { isTranshipment, byRun }: { isTranshipment: boolean; byRun: boolean },
): CallFact {
  return {
    attribute: side.attribute,
    sequence: null,
    isOfBooking: false,
    statusCode: isTranshipment ? side.atTranshipment : side.plain,
    portCode: portCode || null,
    ship,
    byRun,
    claims: [],
    value: null,
    isReported: false,
    reported: [],
  };
}

/** What all records say, in their fixed order, along the common route and by milestone. */
type Reported = {
  records: readonly SourceRecord[];
  slots: readonly LegSlot[];
  groups: readonly EventGroup[];
};

/** All statements about the calls of a route, from records that mean the ship of the leg at its port. */
export function gatherCalls(
  context: FusionContext,
  { records, slots, groups }: Reported,
  legs: readonly LegContent[],
  booking: BookingContent,
): CallFact[] {
  const transhipments = new Set(transhipmentPorts({ booking, legs: [...legs] }));
  const byRun = !isBySea(context.mode);
  const facts = sidesOf(context.mode).flatMap((side) => {
    const ofLegs = legs.map((leg, index): CallFact => {
      const portCode = leg[side.port];
      const fact = newFact(side, portCode, leg, {
        isTranshipment: portCode !== null && transhipments.has(portCode),
        byRun,
      });
      fact.sequence = leg.sequence;
      for (const part of slots[index]?.parts ?? []) {
        const speaks = side.attribute === 'atd' ? part.departs : part.arrives;
        const value = part.item[side.attribute];
        if (speaks && !isEmpty(value) && isOfShip(part, leg, legs)) fact.claims.push(claimFrom(part.record, value));
      }
      return fact;
    });
    const end = side.attribute === 'atd' ? ofLegs[0] : ofLegs[ofLegs.length - 1];
    const isEnd = end !== undefined && isOpen(end.portCode, booking[side.port]);
    const whole = isEnd ? end : newFact(side, booking[side.port], noShip, { isTranshipment: false, byRun });
    whole.isOfBooking = true;
    whole.portCode ??= booking[side.port] || null;
    addBookings(whole, side, records, legs.length < 2);
    return isEnd ? ofLegs : [...ofLegs, whole];
  });
  for (const fact of facts) {
    // Where two legs begin, it is not clear which of them a milestone tells; the booking's end comes first.
    fact.isReported = fact.isOfBooking || callsAtPort(facts, fact).length === 1;
    if (fact.isReported) addEvents(fact, groups);
    fact.value = instantOf(decideWith(context, callOrder(fact), fact.attribute, fact.claims, undefined, undefined));
  }
  return facts;
}

/** The instant that was decided; null where nothing was. */
const instantOf = (decided: Provenance | undefined): number | null => {
  const value = decided?.winner.value;
  return typeof value === 'number' ? value : null;
};

const callsAtPort = (facts: readonly CallFact[], { statusCode, portCode }: CallFact): CallFact[] =>
  facts.filter((other) => other.statusCode === statusCode && other.portCode === portCode);

const callOrder = ({ attribute }: CallFact): string => `booking.${attribute}`;

/** Milestones of a container whose ship nobody names tell a call when they lie so near it. */
const nearMs = 48 * 3_600_000;

/** The calls that a group of milestones may tell: at their port, of the ship that is meant. */
export const callsAt = (calls: readonly CallFact[], statusCode: string, portCode: string | null): CallFact[] =>
  calls.filter((call) => call.isReported && call.statusCode === statusCode && isAtPort(call, portCode));

/** Whether a part of a milestone of the whole bill tells another ship's call than those of the route there. */
export const isOfOtherShip = (part: Part<EventContent>, calls: readonly CallFact[]): boolean =>
  calls.length > 0 && calls.every((call) => isOther(part.item, call));

/**
 * Whether a milestone tells a call: one of the bill by its place, one of a container by its ship, else by its time. One that has not
 * happened, as far as its own sources know, tells it unless it is expected clearly later.
 */
export function reports(event: EventContent, call: CallFact): boolean {
  if (isOther(event, call)) return false;
  if (event.containerNo === null) return true;
  if (event.vesselName && call.ship.vesselName) return true;
  if (call.value === null) return false;
  if (event.actual !== null) return Math.abs(event.actual - call.value) <= nearMs;
  return (event.estimated ?? event.planned ?? call.value) - call.value <= nearMs;
}

const pathsOf = ({ attribute, sequence, isOfBooking, reported }: CallFact): AttributePath[] => [
  ...(isOfBooking ? [`booking.${attribute}`] : []),
  ...(sequence === null ? [] : [legPath(sequence, attribute)]),
  ...reported.map((event) => eventPath(event, 'actual')),
];

/** The newest word of an expert on a call, wherever it was entered. */
function overrideOf(context: FusionContext, paths: readonly AttributePath[]): FieldOverride | undefined {
  if (context.overrides.size === 0) return undefined;
  const entered = paths
    .flatMap((path) => context.overrides.get(path) ?? [])
    .filter(({ value }) => acceptsValue('actual', value));
  return entered.sort((a, b) => b.enteredAt - a.enteredAt || (a.id > b.id ? -1 : 1))[0];
}

/** Decides every call and writes it wherever it is reported: in the booking, in its leg and in its milestones. */
export function settleCalls(
  context: FusionContext,
  calls: readonly CallFact[],
  booking: BookingContent,
  legs: readonly LegContent[],
): void {
  for (const call of calls) {
    const paths = pathsOf(call);
    const override = overrideOf(context, paths);
    const decided: Provenance | undefined = decideWith(
      context,
      callOrder(call),
      call.attribute,
      call.claims,
      override,
      undefined,
    );
    const value = instantOf(decided);
    const leg = legs.find(({ sequence }) => sequence === call.sequence);
    if (leg) leg[call.attribute] = value;
    if (call.isOfBooking) booking[call.attribute] = value;
    for (const event of call.reported) event.actual = value;
    for (const path of paths) {
      const dot = path.lastIndexOf('.');
      const [name, attribute] = [path.slice(0, dot), path.slice(dot + 1)];
      if (decided) (context.items[name] ??= {})[attribute] = decided;
    }
  }
}
