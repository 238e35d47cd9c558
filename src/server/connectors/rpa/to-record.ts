import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { emptyContent, emptyEvent } from '#domain/tracking/empty-content.ts';
import type { ContainerContent, CutoffContent, EventContent, ShipmentContent } from '#domain/tracking/model.ts';
import { milestones, type MilestoneCode } from '#domain/tracking/model.ts';
import { isUnLocode } from '#shared/ids/un-locode.ts';
import { dayAt } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import { compareReports } from '../dcsa/collect-events.ts';
import { toContent } from '../dcsa/to-content.ts';
import type { DcsaEvent } from '../dcsa/types.ts';
import type { Connector, ParsedRecord, ParseRefusal, ParseReference } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { withMappedWords } from './mapped-words.ts';
import { instantOfShown } from './shown-time.ts';
import type { PageEnds, PageMove, PageNotice, PagePort, PageReading, ShownTime } from './types.ts';

/** Longest name of a place that is kept. */
const NAME_CHARS = 60;

type About = Parameters<Connector['parse']>[1];

function shipOf(notice: PageNotice): DcsaEvent['call'] {
  const mode = notice.mode ?? 'VESSEL';
  if (mode === 'VESSEL' && notice.vesselName === null && notice.vesselImo === null && notice.voyage === null)
    return null;
  return {
    id: null,
    vesselName: notice.vesselName,
    vesselImo: notice.vesselImo,
    exportVoyage: notice.voyage,
    importVoyage: notice.voyage,
    serviceCode: null,
    mode,
  };
}

type Placed = Pick<PageNotice, 'portCode' | 'named'>;

/** The code of a place, by what is written of it; a name that no port of ours has stands for itself, as unknown codes do. */
function portOf({ portCode, named }: Placed, { resolvePort, portNamed }: ParseReference): string | null {
  if (portCode !== null || named == null) return portCode;
  const names = named.names.map((name) => name.toUpperCase().slice(0, NAME_CHARS));
  for (const name of names) {
    const code = resolvePort(name) ?? portNamed?.(name, named.country);
    if (code !== undefined) return code;
  }
  // `SAVANNAH, GA` is in no country of that code.
  const { orCountry } = named;
  for (const name of orCountry === undefined ? [] : names) {
    const code = portNamed?.(name, orCountry ?? null);
    if (code !== undefined) return code;
  }
  return names[0] ?? null;
}

/** Countries whose mainland has several clocks: another place in them says nothing of this one's. */
const wide = new Set(['AU', 'BR', 'CA', 'CD', 'ID', 'KZ', 'MN', 'MX', 'RU', 'US']);

/** By country the zone that all places of an answer in it have, where only its islands have others. */
function zonesOf(rows: readonly Placed[], reference: ParseReference): ReadonlyMap<string, string | null> {
  const zones = new Map<string, string | null>();
  for (const row of rows) {
    const reported = portOf(row, reference);
    const port = reported === null ? null : (reference.resolvePort(reported) ?? reported);
    const zone = port === null ? undefined : reference.zoneOf(port);
    const country = port?.slice(0, 2) ?? '';
    if (zone !== undefined && !wide.has(country))
      zones.set(country, (zones.get(country) ?? zone) === zone ? zone : null);
  }
  return zones;
}

/** The same look-ups, which know the zone of a place without one by the other places of its country in the answer. */
function withZonesOf(reading: PageReading, reference: ParseReference): ParseReference {
  const zones = zonesOf([...reading.notices, ...(reading.moves ?? [])], reference);
  return {
    ...reference,
    zoneOf: (port) =>
      reference.zoneOf(port) ?? (isUnLocode(port) ? (zones.get(port.slice(0, 2)) ?? undefined) : undefined),
  };
}

/** When something happened: in the zone of its place, else of its country, else its day. */
function timeOf(time: ShownTime, port: string | null, { named }: Pick<Placed, 'named'>, reference: ParseReference) {
  const read = instantOfShown(time, port, reference);
  if (read.reason !== 'no_zone') return read;
  const isUnsure = named?.country == null || named.orCountry !== undefined;
  const inCountry = isUnsure ? read : instantOfShown(time, `${named.country}ZZZ`, reference);
  // Of what happened where nobody knows the clock, the day is known.
  if (inCountry.reason !== 'no_zone' || named === undefined) return inCountry;
  const at = dayAt(time.local.slice(0, 10), 'UTC');
  return at === undefined ? inCountry : { at };
}

type Reported = { events: DcsaEvent[]; refusals: ParseRefusal[] };

const betweenShips: Readonly<Partial<Record<string, { end: 'loading' | 'discharge'; milestone: MilestoneCode }>>> = {
  LOAD: { end: 'loading', milestone: milestones.transhipmentLoaded },
  DEPA: { end: 'loading', milestone: milestones.transhipmentDeparted },
  DISC: { end: 'discharge', milestone: milestones.transhipmentDischarged },
  ARRI: { end: 'discharge', milestone: milestones.transhipmentArrived },
};

/**
 * What a ship does at a port that the answer lists as one of transhipment, or in another country than the end of the voyage it
 * names, is a transhipment, also while the next ship is waited for. Within one country the ports of an end are called by many names.
 */
function milestoneBetween(
  notice: PageNotice,
  portCode: string | null,
  ends: PageEnds,
  reference: ParseReference,
): MilestoneCode | undefined {
  const means = betweenShips[notice.code];
  if (means === undefined || (notice.mode ?? 'VESSEL') !== 'VESSEL') return undefined;
  const codeOf = (port: PagePort): string | undefined => reference.resolvePort(portOf(port, reference) ?? '');
  const port = ends[means.end];
  const [here, end] = [portCode === null ? undefined : reference.resolvePort(portCode), port && codeOf(port)];
  if (here === undefined || here === end) return undefined;
  const isListed = ends.between.some((one) => codeOf(one) === here);
  return isListed || (end != null && end.slice(0, 2) !== here.slice(0, 2)) ? means.milestone : undefined;
}

/** The notices of a page in the words of the carriers' standard, as route and milestones are made from. */
function report(reading: PageReading, collectedAt: number, reference: ParseReference): Reported {
  const reported: Reported = { events: [], refusals: [] };
  for (const notice of reading.notices) {
    const reportedPort = portOf(notice, reference);
    const portCode = reportedPort === null ? null : (reference.resolvePort(reportedPort) ?? reportedPort);
    const milestone = notice.milestone ?? (reading.ends && milestoneBetween(notice, portCode, reading.ends, reference));
    const time = timeOf(notice.time, portCode, notice, reference);
    const updated = notice.updated === null ? { at: collectedAt } : instantOfShown(notice.updated, portCode, reference);
    if (time.at === undefined || updated.at === undefined) {
      const value = (time.at === undefined ? notice.time : notice.updated)?.local;
      const field = time.at === undefined ? 'time' : 'updated';
      reported.refusals.push(
        refusal(time.reason ?? updated.reason ?? 'bad_time', { index: notice.index, field, value }),
      );
      continue;
    }
    reported.events.push({
      eventId: String(notice.index).padStart(5, '0'),
      type: notice.kind,
      code: notice.code,
      classifier: notice.classifier,
      at: time.at,
      createdAt: updated.at,
      portCode: reportedPort,
      place: notice.place,
      call: shipOf(notice),
      containerNo: notice.containerNo,
      isoCode: null,
      empty: notice.empty,
      isTranshipment: null,
      ...(milestone != null && { milestone }),
      ...(notice.named !== undefined && { hasOwnShip: true as const }),
      seals: [],
      document: notice.documentType === null ? null : { type: notice.documentType, id: '' },
      bills: reading.billNo === null ? [] : [reading.billNo],
      bookings: reading.bookingNo === null ? [] : [reading.bookingNo],
      containers: [],
    });
  }
  reported.events.sort(compareReports);
  return reported;
}

/** What no milestone of ours stands for, as events under the carrier's own words. */
function wordedEvents(
  moves: readonly PageMove[],
  reference: ParseReference,
): { events: EventContent[]; refusals: ParseRefusal[] } {
  const events: EventContent[] = [];
  const refusals: ParseRefusal[] = [];
  const counts = new Map<string, number>();
  for (const move of moves) {
    const reported = portOf(move, reference);
    const portCode = reported === null ? null : (reference.resolvePort(reported) ?? reported);
    const { at, reason } = timeOf(move.time, portCode, move, reference);
    if (at === undefined) {
      refusals.push(refusal(reason, { index: move.index, field: 'time', value: move.time.local }));
      continue;
    }
    const statusCode = move.words.replaceAll('|', '/').toUpperCase();
    const key = `${move.containerNo ?? ''}|${statusCode}|${portCode ?? ''}`;
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    const none = { planned: null, estimated: null, actual: null };
    const time =
      move.classifier === 'ACT' ? { actual: at } : move.classifier === 'EST' ? { estimated: at } : { planned: at };
    const zone = portCode === null ? null : (reference.zoneOf(portCode) ?? null);
    const { containerNo, vesselName, voyage, place } = move;
    events.push({ containerNo, statusCode, portCode, occurrence, ...none, ...time, vesselName, voyage, zone, place });
  }
  return { events, refusals };
}

/** The ports of the voyage as the answer says them itself; the moves alone may end where the next ship is waited for. */
function withEnds(content: ShipmentContent, { ends }: PageReading, reference: ParseReference): ShipmentContent {
  if (ends === undefined) return content;
  const { booking, events } = content;
  // A name that no port of ours has counts only where the moves name none.
  const codeOf = (port: PagePort | null, byMoves: string | null): string | null => {
    const reported = port === null ? null : portOf(port, reference);
    const known = reported === null ? undefined : (reference.resolvePort(reported) ?? port?.portCode);
    return known ?? byMoves ?? reported;
  };
  const from = codeOf(ends.loading, booking.portOfLoading);
  const to = codeOf(ends.discharge, booking.portOfDischarge);
  const isReached = booking.ata !== null && (to === null || booking.portOfDischarge === to);
  const expected =
    ends.eta === null || isReached ? undefined : timeOf(ends.eta, to, ends.discharge ?? { named: null }, reference).at;
  const isSame = to === null || to === booking.portOfDischarge;
  const eta = expected ?? (isSame ? booking.eta : null);
  const isReported = events.some(({ statusCode, portCode }) => statusCode === milestones.arrived && portCode === to);
  const arrival: EventContent = {
    ...emptyEvent(null, milestones.arrived, to),
    estimated: expected ?? null,
    zone: to === null ? null : (reference.zoneOf(to) ?? null),
    place: ends.discharge?.place ?? null,
  };
  return {
    ...content,
    booking: {
      ...booking,
      portOfLoading: from ?? booking.portOfLoading,
      portOfDischarge: to ?? booking.portOfDischarge,
      eta,
      plannedArrival: isSame ? booking.plannedArrival : null,
      ata: isSame ? booking.ata : null,
    },
    events: expected === undefined || isReported || to === null ? events : [...events, arrival],
  };
}

function withContainers(content: ShipmentContent, reading: PageReading, only: string | null): ContainerContent[] {
  const containers = new Map(content.containers.map((container) => [container.containerNo, container]));
  for (const { containerNo, isoCode, sealNo } of reading.containers) {
    if (only !== null && containerNo !== only) continue;
    const known = containers.get(containerNo);
    containers.set(containerNo, {
      containerNo,
      sealNo: sealNo ?? known?.sealNo ?? null,
      sizeType: isoCode ?? known?.sizeType ?? null,
      quantity: null,
      grossWeightKg: null,
      volumeM3: null,
    });
  }
  return [...containers.values()].sort((a, b) => (a.containerNo < b.containerNo ? -1 : 1));
}

/** Each kind once, in the order of the codes; times without an offset are those of the port of loading. */
function cutoffsOf(
  { cutoffs }: PageReading,
  portOfLoading: string | null,
  reference: ParseReference,
): { cutoffs: CutoffContent[]; refusals: ParseRefusal[] } {
  const times = new Map<string, Instant>();
  const refusals: ParseRefusal[] = [];
  for (const { code, time } of cutoffs) {
    const { at, reason } = instantOfShown(time, portOfLoading, reference);
    if (at === undefined) refusals.push(refusal(reason, { field: 'cutoff', value: time.local }));
    else times.set(code, at);
  }
  return {
    cutoffs: [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, time]) => ({ code, time })),
    refusals,
  };
}

/** Whether two numbers of bills are one: sites leave out the four letters of the carrier. */
const isSameNumber = (a: string, b: string): boolean =>
  a === b || (a.length - b.length === 4 && a.endsWith(b)) || (b.length - a.length === 4 && b.endsWith(a));

/** Whether the page is about another shipment than was requested. */
function strangerOf(reading: PageReading, about: About, container: string | null): ParseRefusal | null {
  if (about.subject === 'bill') {
    const requested = about.billNo?.trim().toUpperCase() ?? null;
    const isOther =
      requested !== null &&
      reading.billNo !== null &&
      !isSameNumber(reading.billNo, requested) &&
      reading.bookingNo !== requested;
    return isOther ? refusal('unknown_reference', { field: 'bill', value: reading.billNo }) : null;
  }
  const named = [...reading.containers, ...reading.notices]
    .map(({ containerNo }) => containerNo)
    .filter((no) => no !== null);
  const isOther = container !== null && named.length > 0 && !named.includes(container);
  return isOther ? refusal('unknown_reference', { field: 'container', value: named[0] }) : null;
}

/** Makes the record of a subscription of what was read of a page. Never throws. */
export function recordOf(
  reported: PageReading,
  about: About & { collectedAt: number },
  masterData: ParseReference,
): ParsedRecord {
  const reading = withMappedWords(reported, masterData);
  const reference = withZonesOf(reading, masterData);
  const observedAt = Math.min(about.collectedAt, about.receivedAt);
  const nothing: ParsedRecord = { content: null, observedAt, refusals: reading.refusals };
  if (reading.isUnknown) return nothing;
  const container = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') || null : null;
  const stranger = strangerOf(reading, about, container);
  if (stranger !== null) return { ...nothing, refusals: [...reading.refusals, stranger] };
  const own = reading.notices.filter(
    ({ containerNo }) => container === null || (containerNo ?? container) === container,
  );
  const { events, refusals } = report({ ...reading, notices: own }, about.collectedAt, reference);
  const billNo = about.subject === 'bill' ? (about.billNo?.trim().toUpperCase() ?? null) : null;
  const made = toContent(events, { billNo, containerNo: container, carrierCode: about.carrierCode }, reference);
  const worded = wordedEvents(
    (reading.moves ?? []).filter(({ containerNo }) => container === null || (containerNo ?? container) === container),
    reference,
  );
  const all = [...reading.refusals, ...refusals, ...worded.refusals];
  if (made.left > 0) all.push(refusal('too_many_events', { field: 'vessel', value: made.left }));
  if (made.content === null && worded.events.length === 0 && reading.hasNotMoved !== true)
    return { ...nothing, refusals: all };
  const known = made.content ?? emptyContent(billNo ?? reading.billNo, reading.bookingNo, about.carrierCode);
  const content = withEnds(known, reading, reference);
  const due = cutoffsOf(reading, content.booking.portOfLoading, reference);
  return {
    content: {
      ...content,
      events: [...content.events, ...worded.events],
      containers: withContainers(content, reading, container),
      ...(due.cutoffs.length > 0 && { cutoffs: due.cutoffs }),
      // A page of a bill with a table of its containers shows all of them; milestones alone name those that moved.
      ...(container === null && reading.containers.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt,
    refusals: [...all, ...due.refusals],
  };
}
