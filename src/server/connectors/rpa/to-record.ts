import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { ContainerContent, CutoffContent, ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { compareReports } from '../dcsa/collect-events.ts';
import { toContent } from '../dcsa/to-content.ts';
import type { DcsaEvent } from '../dcsa/types.ts';
import type { Connector, ParsedRecord, ParseRefusal, ParseReference } from '../types.ts';
import { refusal } from '../untrusted.ts';
import { instantOfShown } from './shown-time.ts';
import type { PageNotice, PageReading } from './types.ts';

type About = Parameters<Connector['parse']>[1];

function shipOf(notice: PageNotice): DcsaEvent['call'] {
  if (notice.vesselName === null && notice.vesselImo === null && notice.voyage === null) return null;
  return {
    id: null,
    vesselName: notice.vesselName,
    vesselImo: notice.vesselImo,
    exportVoyage: notice.voyage,
    importVoyage: notice.voyage,
    serviceCode: null,
    mode: 'VESSEL',
  };
}

type Told = { events: DcsaEvent[]; refusals: ParseRefusal[] };

/** The notices of a page in the words of the carriers' standard, as route and milestones are made from. */
function tell(reading: PageReading, collectedAt: number, reference: ParseReference): Told {
  const told: Told = { events: [], refusals: [] };
  for (const notice of reading.notices) {
    const portCode = notice.portCode === null ? null : (reference.resolvePort(notice.portCode) ?? notice.portCode);
    const time = instantOfShown(notice.time, portCode, reference);
    const updated = notice.updated === null ? { at: collectedAt } : instantOfShown(notice.updated, portCode, reference);
    if (time.at === undefined || updated.at === undefined) {
      const value = (time.at === undefined ? notice.time : notice.updated)?.local;
      const field = time.at === undefined ? 'time' : 'updated';
      told.refusals.push(refusal(time.reason ?? updated.reason ?? 'bad_time', { index: notice.index, field, value }));
      continue;
    }
    told.events.push({
      eventId: String(notice.index).padStart(5, '0'),
      type: notice.kind,
      code: notice.code,
      classifier: notice.classifier,
      at: time.at,
      createdAt: updated.at,
      portCode: notice.portCode,
      place: notice.place,
      call: shipOf(notice),
      containerNo: notice.containerNo,
      isoCode: null,
      empty: notice.empty,
      isTranshipment: null,
      seals: [],
      document: notice.documentType === null ? null : { type: notice.documentType, id: '' },
      bills: reading.billNo === null ? [] : [reading.billNo],
      bookings: reading.bookingNo === null ? [] : [reading.bookingNo],
      containers: [],
    });
  }
  told.events.sort(compareReports);
  return told;
}

function withBoxes(content: ShipmentContent, reading: PageReading, only: string | null): ContainerContent[] {
  const boxes = new Map(content.containers.map((container) => [container.containerNo, container]));
  for (const { containerNo, isoCode, sealNo } of reading.boxes) {
    if (only !== null && containerNo !== only) continue;
    const known = boxes.get(containerNo);
    boxes.set(containerNo, {
      containerNo,
      sealNo: sealNo ?? known?.sealNo ?? null,
      sizeType: isoCode ?? known?.sizeType ?? null,
      quantity: null,
      grossWeightKg: null,
      volumeM3: null,
    });
  }
  return [...boxes.values()].sort((a, b) => (a.containerNo < b.containerNo ? -1 : 1));
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

/** Whether the page is about another shipment than was asked for. */
function strangerOf(reading: PageReading, about: About, container: string | null): ParseRefusal | null {
  if (about.subject === 'bill') {
    const asked = about.billNo?.trim().toUpperCase() ?? null;
    const isOther =
      asked !== null && reading.billNo !== null && reading.billNo !== asked && reading.bookingNo !== asked;
    return isOther ? refusal('unknown_reference', { field: 'bill', value: reading.billNo }) : null;
  }
  const named = [...reading.boxes, ...reading.notices]
    .map(({ containerNo }) => containerNo)
    .filter((no) => no !== null);
  const isOther = container !== null && named.length > 0 && !named.includes(container);
  return isOther ? refusal('unknown_reference', { field: 'container', value: named[0] }) : null;
}

/** Makes the record of a subscription of what was read of a page. Never throws. */
export function recordOf(
  reading: PageReading,
  about: About & { collectedAt: number },
  reference: ParseReference,
): ParsedRecord {
  const observedAt = Math.min(about.collectedAt, about.receivedAt);
  const nothing: ParsedRecord = { content: null, observedAt, refusals: reading.refusals };
  if (reading.isUnknown) return nothing;
  const container = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') || null : null;
  const stranger = strangerOf(reading, about, container);
  if (stranger !== null) return { ...nothing, refusals: [...reading.refusals, stranger] };
  const own = reading.notices.filter(
    ({ containerNo }) => container === null || (containerNo ?? container) === container,
  );
  const { events, refusals } = tell({ ...reading, notices: own }, about.collectedAt, reference);
  const billNo = about.subject === 'bill' ? (about.billNo?.trim().toUpperCase() ?? null) : null;
  const made = toContent(events, { billNo, containerNo: container, carrierCode: about.carrierCode }, reference);
  const all = [...reading.refusals, ...refusals];
  if (made.left > 0) all.push(refusal('too_many_events', { field: 'vessel', value: made.left }));
  if (made.content === null) return { ...nothing, refusals: all };
  const due = cutoffsOf(reading, made.content.booking.portOfLoading, reference);
  return {
    content: {
      ...made.content,
      containers: withBoxes(made.content, reading, container),
      ...(due.cutoffs.length > 0 && { cutoffs: due.cutoffs }),
      // A page of a bill with a table of its boxes shows all of them; milestones alone name those that moved.
      ...(container === null && reading.boxes.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt,
    refusals: [...all, ...due.refusals],
  };
}
