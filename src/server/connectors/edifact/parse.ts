import { placeRoles, type BookingContent, type EventContent, type ShipmentContent } from '#domain/tracking/model.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { compareReports } from '../dcsa/collect-events.ts';
import { toContent } from '../dcsa/to-content.ts';
import { emptyBooking, emptyContent } from '#domain/tracking/empty-content.ts';
import type { Connector, ParseRefusal, ParseReference } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { type ReportedNotice, mergeNotices } from './merge-notices.ts';
import type { EdiNotice } from './notice.ts';
import { type NoticeSource, instantOf, madeAt, placeOf, toDcsaEvent } from './to-event.ts';

/** The notices of one message about one subscription, as they are kept. */
export type NoticeBody = { v: 1; source: NoticeSource; notices: readonly EdiNotice[] };

/** Bytes in which notices are kept for a subscription. */
export const writeNoticeBody = (source: NoticeSource, notices: readonly EdiNotice[]): Buffer =>
  Buffer.from(JSON.stringify({ v: 1, source, notices } satisfies NoticeBody));

/** What we have written ourselves, so that only its outline is checked. */
function readNoticeBody(body: Uint8Array): NoticeBody | undefined {
  const object = asObject(parseJsonBytes(body)?.value);
  if (object === undefined || attribute(object, 'v') !== 1) return undefined;
  const [source, notices] = [asObject(attribute(object, 'source')), attribute(object, 'notices')];
  if (source === undefined || !Array.isArray(notices)) return undefined;
  const isNotice = (one: unknown): boolean => {
    const notice = asObject(one);
    return (
      notice !== undefined &&
      typeof notice['code'] === 'string' &&
      Array.isArray(notice['bills']) &&
      Array.isArray(notice['seals'])
    );
  };
  return notices.every(isNotice) ? (object as NoticeBody) : undefined;
}

/** Reports of terminals; other messages come from carriers and forwarders. */
const ofTerminals: ReadonlySet<string> = new Set(['COARRI', 'CODECO']);

/** What is to be done with containers at one port: it tells of ship and route where nothing else does. */
const orders: ReadonlySet<string> = new Set(['COPRAR']);

type Reported = { reported: ReportedNotice[]; refusals: ParseRefusal[]; isOfTerminal: boolean; newest: number };

function gather(
  bodies: readonly Uint8Array[],
  about: Parameters<Connector['parse']>[1],
  reference: ParseReference,
): Reported {
  const result: Reported = { reported: [], refusals: [], isOfTerminal: true, newest: Number.NEGATIVE_INFINITY };
  const types = new Set<string>();
  const container = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : null;
  for (const [order, bytes] of bodies.entries()) {
    const body = readNoticeBody(bytes);
    if (body === undefined) {
      result.refusals.push(refusal('unreadable'));
      continue;
    }
    const { source, notices } = body;
    const createdAt = madeAt(source, about.receivedAt);
    result.newest = Math.max(result.newest, createdAt);
    const isOrder = orders.has(source.messageType);
    types.add(source.messageType);
    for (const notice of notices) {
      if (container !== null && notice.containerNo !== null && notice.containerNo !== container) continue;
      const eventId = `${source.controlRef ?? ''}/${source.messageRef ?? ''}/${notice.serial}`;
      const time = notice.kind === 'BOX' ? { at: createdAt } : instantOf(notice, source, reference);
      if (time.problem !== undefined) {
        const reason = time.problem === 'missing_time' ? 'missing_field' : time.problem;
        result.refusals.push(
          refusal(reason, { index: notice.serial, eventId, field: 'DTM', value: notice.time?.value }),
        );
        continue;
      }
      const { portCode } = placeOf(notice, source, reference);
      result.reported.push({ notice, eventId, at: time.at, createdAt, order, portCode, isOrder });
    }
  }
  const others = [...types].filter((type) => !orders.has(type));
  if (others.length === 0) return { ...result, isOfTerminal: types.size === 0 };
  return {
    ...result,
    isOfTerminal: others.every((type) => ofTerminals.has(type)),
    reported: result.reported.filter(({ isOrder, notice }) => isOrder !== true || notice.kind === 'BOX'),
  };
}

/** The last notice that fits; one of an order only where no other does. */
const lastReported = (
  reported: readonly ReportedNotice[],
  fits: (notice: EdiNotice) => boolean,
): EdiNotice | undefined =>
  (
    reported.findLast(({ notice, isOrder }) => isOrder !== true && fits(notice)) ??
    reported.findLast(({ notice }) => fits(notice))
  )?.notice;

/** Milestones reported in our own codes, which need no route to be understood. */
function ownEvents(reported: readonly ReportedNotice[], reference: ParseReference): EventContent[] {
  const groups = Map.groupBy(
    reported,
    ({ notice, portCode }) => `${notice.containerNo ?? ''}|${notice.code}|${portCode ?? ''}`,
  );
  return [...groups.values()].flatMap((group) => {
    const last = (classifier: EdiNotice['classifier']) =>
      group.findLast(({ notice }) => notice.classifier === classifier);
    const plan = { planned: last('PLN')?.at ?? null, estimated: last('EST')?.at ?? null };
    const facts = group.filter(({ notice }) => notice.classifier === 'ACT').sort((a, b) => a.at - b.at);
    const expected = last('EST') ?? last('PLN');
    const shown = facts.length > 0 || expected === undefined ? facts : [expected];
    return shown.map((one, index): EventContent => {
      const { notice, portCode } = one;
      return {
        containerNo: notice.containerNo,
        statusCode: notice.code,
        portCode,
        occurrence: index + 1,
        ...(index === 0 ? plan : { planned: null, estimated: null }),
        actual: facts.length > 0 ? one.at : null,
        vesselName: notice.ship?.vesselName ?? null,
        voyage: notice.ship?.voyage ?? null,
        zone: portCode === null ? null : (reference.zoneOf(portCode) ?? null),
        place: notice.place?.facility ?? notice.place?.name ?? null,
      };
    });
  });
}

const eventKey = (event: EventContent): string =>
  `${event.containerNo ?? ''}|${event.statusCode}|${event.portCode ?? ''}|${event.occurrence}`;
const timeOf = (event: EventContent): number => event.actual ?? event.estimated ?? event.planned ?? 0;

function withOwnEvents(content: ShipmentContent, own: readonly EventContent[]): EventContent[] {
  const events = new Map(content.events.map((event) => [eventKey(event), event]));
  for (const event of own) events.set(eventKey(event), event);
  return [...events.values()].sort(
    (a, b) => timeOf(a) - timeOf(b) || (eventKey(a) < eventKey(b) ? -1 : eventKey(a) > eventKey(b) ? 1 : 0),
  );
}

/** Values of the whole booking that messages name as such: places of the transport. */
function placesReported(reported: readonly ReportedNotice[], reference: ParseReference): Partial<BookingContent> {
  const places: Partial<BookingContent> = {};
  for (const role of placeRoles) {
    const code = lastReported(reported, ({ route }) => route[role] !== undefined)?.route[role];
    if (code !== undefined) places[role] = reference.resolvePort(code) ?? code;
  }
  return places;
}

/** The ship of a booking or of a list, where no time of it is known. */
function shipReported(booking: BookingContent, reported: readonly ReportedNotice[]): BookingContent {
  const ship = lastReported(reported, (notice) => notice.kind === 'BOX' && notice.ship !== null)?.ship;
  if (booking.vesselName !== null || booking.voyage !== null || ship == null) return booking;
  const { vesselName, vesselImo, voyage } = ship;
  return { ...booking, vesselName, vesselImo, voyage };
}

/** A terminal knows its own port only: what it tells of a ship is no route of the cargo. */
function ofTerminal(content: ShipmentContent): ShipmentContent {
  const { booking } = content;
  const { billNo, bookingNo, carrierCode, placeOfReceipt, placeOfDelivery, finalDestination } = booking;
  const own = { billNo, bookingNo, carrierCode, placeOfReceipt, placeOfDelivery, finalDestination };
  return { ...content, booking: { ...emptyBooking, ...own }, legs: [] };
}

function withContainers(content: ShipmentContent, reported: readonly ReportedNotice[]): ShipmentContent['containers'] {
  const containers = new Map(content.containers.map((container) => [container.containerNo, container]));
  for (const { notice } of reported) {
    if (notice.containerNo === null) continue;
    const known = containers.get(notice.containerNo);
    containers.set(notice.containerNo, {
      containerNo: notice.containerNo,
      quantity: null,
      volumeM3: null,
      sealNo: notice.seals.length > 0 ? notice.seals.join('/') : (known?.sealNo ?? null),
      sizeType: notice.isoCode ?? known?.sizeType ?? null,
      grossWeightKg: notice.grossWeightKg ?? known?.grossWeightKg ?? null,
    });
  }
  return [...containers.values()].sort((a, b) => (a.containerNo < b.containerNo ? -1 : 1));
}

/** Makes one record of the notices kept for a subscription. Never throws. */
export const parseNotices: Connector['parse'] = (bodies, about, reference) => {
  const { reported, refusals, isOfTerminal, newest } = gather(bodies, about, reference);
  const observedAt = Math.min(Number.isFinite(newest) ? newest : about.receivedAt, about.receivedAt);
  const merged = mergeNotices(reported);
  // Everything was taken back: by a message that says so, or with the message that had sent it.
  if (merged.length === 0 && (bodies.length === 0 || reported.some(({ notice }) => notice.withdrawn)))
    return { content: emptyContent(about.billNo, null, about.carrierCode), observedAt, refusals, withdrawn: true };
  if (merged.length === 0) return { content: null, observedAt, refusals };
  const own = merged.filter(({ notice }) => notice.kind === 'OWN');
  const events = merged
    .filter(({ notice }) => notice.kind !== 'OWN' && notice.kind !== 'BOX')
    .map(({ notice, eventId, at, createdAt, portCode }) => toDcsaEvent(notice, { eventId, at, createdAt, portCode }))
    .sort(compareReports);
  const bill = about.billNo?.trim().toUpperCase() ?? null;
  const subject = {
    billNo: bill,
    containerNo: about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : null,
    carrierCode: about.carrierCode,
  };
  const made = toContent(events, subject, reference);
  if (made.left > 0) refusals.push(refusal('too_many_events', { field: 'LOC', value: made.left }));
  const lone = merged.findLast(({ notice }) => notice.bookings.length > 0)?.notice.bookings[0] ?? null;
  const content = made.content ?? emptyContent(bill, lone, about.carrierCode);
  const shaped = isOfTerminal ? ofTerminal(content) : content;
  return {
    content: {
      ...shaped,
      booking: { ...shipReported(shaped.booking, merged), ...placesReported(merged, reference) },
      containers: withContainers(shaped, merged),
      events: withOwnEvents(shaped, ownEvents(own, reference)),
    },
    observedAt,
    refusals,
  };
};
