// unscoped: Partners and files of EDI are shared by tenants; the message was found by `ctx.db` before, and its parts are addressed by id.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import {
  type EdiMessage,
  type EdiNotice,
  type EdiProblem,
  type Segment,
  instantOf,
  placeOf,
  readSegments,
  readService,
} from '#server/connectors/edifact/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { ediReasonText } from '#shared/i18n/server-messages/index.ts';
import { readFileRange } from './file-store.ts';
import { listMessagesById } from './list-queries.ts';
import { findPartner, type Partner } from './partners.ts';
import { presentMessage } from './present.ts';
import { sourceOf } from './read-message.ts';
import { type StoredMessage, readStoredMessage } from './reprocess-message.ts';

/** What of a very long message is shown. */
const SHOWN_BYTES = 400_000;
const SHOWN_SEGMENTS = 2_000;
const SHOWN_EVENTS = 2_000;
/** Of a longer message the events are not made again for a look at it. */
const READ_AGAIN_BYTES = 4_000_000;

type Detail = CallData<'ediGet'>;
type Applied = {
  subscriptionId: number;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
  events: number;
  shipmentId: number | null;
  containerNos: string[] | null;
};

async function loadMessage(ctx: Ctx, id: number): Promise<StoredMessage & { problems: EdiProblem[] }> {
  const row = await ctx.db.selectFrom('edi_message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound();
  // Written by this module, in this shape.
  return { ...row, problems: row.problems as EdiProblem[] };
}

/** Subscriptions the message reported something, of the caller's tenants. */
async function listApplied(ctx: Ctx, id: number): Promise<Applied[]> {
  return ctx.db
    .selectFrom('edi_applied as a')
    .innerJoin('subscription as s', 's.id', 'a.subscription_id')
    .leftJoin('shipment as h', 'h.id', 's.shipment_id')
    .select(['a.subscription_id as subscriptionId', 's.bill_no as billNo', 's.container_no as containerNo', 'a.events'])
    .select(['s.carrier_code as carrierCode', 's.shipment_id as shipmentId', 'h.container_nos as containerNos'])
    .where('a.message_id', '=', id)
    .orderBy('a.subscription_id')
    .limit(500)
    .execute();
}

async function readShown(ctx: Ctx, stored: StoredMessage): Promise<{ segments: Segment[]; isCut: boolean }> {
  const bytes = await readFileRange(ctx.unscoped, stored.file_id, stored.start_byte, stored.end_byte, SHOWN_BYTES);
  const service = readService(Buffer.from(stored.service ?? `:+.? '`, 'latin1'), 0);
  if (service === undefined) return { segments: [], isCut: false };
  const about = {
    service,
    syntaxId: stored.syntax_id,
    firstSegment: stored.first_segment,
    firstLine: stored.first_line,
  };
  const { segments, isCut } = readSegments(bytes, about, SHOWN_SEGMENTS);
  return { segments, isCut: isCut || stored.end_byte - stored.start_byte > SHOWN_BYTES };
}

/** A segment as people write it: elements by plus signs, components by colons. */
const shownText = ({ tag, elements }: Segment): string =>
  [tag, ...elements.map((components) => components.map((text) => text.slice(0, 200)).join(':'))]
    .join('+')
    .slice(0, 2_000);

/** Whether an event is one of those that were tied to a subscription: by its bill, or by a container of its shipment. */
function isAbout({ bills, bookings, containerNo }: EdiNotice, one: Applied): boolean {
  const bill = one.billNo;
  if (bill !== null && [...bills, ...bookings].some((number) => number.endsWith(bill) || bill.endsWith(number)))
    return true;
  if (containerNo === null || (bill !== null && bills.length > 0)) return false;
  return one.containerNo === containerNo || (bill !== null && one.containerNos?.includes(containerNo) === true);
}

function presentEvents(
  message: EdiMessage,
  partner: Partner | undefined,
  applied: readonly Applied[],
  reference: ReferenceSnapshot,
  lang: Ctx['lang'],
): Detail['events'] {
  const source = sourceOf(message, partner);
  return message.notices.slice(0, SHOWN_EVENTS).map((notice) => {
    const place = placeOf(notice, source, reference.rules);
    const references = [...notice.bills, ...notice.bookings];
    return {
      serial: notice.serial,
      segment: notice.segment,
      kind: notice.kind,
      code: notice.code,
      classifier: notice.classifier,
      containerNo: notice.containerNo,
      references,
      portCode: place.portCode,
      portName: (place.portCode === null ? undefined : reference.rules.nameOf?.('port', place.portCode, lang)) ?? null,
      place: notice.place?.facility ?? notice.place?.name ?? null,
      zone: place.zone,
      time: notice.kind === 'BOX' ? null : (instantOf(notice, source, reference.rules).at ?? null),
      vesselName: notice.ship?.vesselName ?? null,
      voyage: notice.ship?.voyage ?? null,
      empty: notice.empty,
      sealNo: notice.seals.length > 0 ? notice.seals.join('/') : null,
      grossWeightKg: notice.grossWeightKg,
      damage: notice.damage,
      statusText: notice.status.text ?? notice.status.code,
      withdrawn: notice.withdrawn,
      subscriptionIds: applied.filter((one) => isAbout(notice, one)).map((one) => String(one.subscriptionId)),
    };
  });
}

/** One message with its text segment by segment, what is wrong with it, and what it tells. */
export async function getMessage({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'ediGet'>;
  reference: ReferenceSnapshot;
}): Promise<Detail> {
  const stored = await loadMessage(ctx, input.id);
  const [row] = await listMessagesById(ctx, [input.id]);
  if (row === undefined) throw notFound();
  const [{ segments, isCut }, applied] = [await readShown(ctx, stored), await listApplied(ctx, input.id)];
  const isReadable = stored.ordinal > 0 && stored.end_byte - stored.start_byte <= READ_AGAIN_BYTES;
  const message = isReadable ? await readStoredMessage({ database: ctx.unscoped }, stored) : undefined;
  const partner = await findPartner(ctx.unscoped, { id: stored.sender, qualifier: stored.sender_qualifier });
  return {
    message: presentMessage(row, ctx),
    segments: segments.map((segment) => ({
      number: segment.number,
      line: segment.line,
      tag: segment.tag,
      text: shownText(segment),
      elements: segment.elements.map((components) => components.map((text) => text.slice(0, 200))),
    })),
    cut: isCut,
    charset: stored.syntax_id,
    problems: stored.problems.map((problem) => ({ ...problem, text: ediReasonText(problem.code, ctx.lang) })),
    events: message === undefined ? [] : presentEvents(message, partner, applied, reference, ctx.lang),
    shipments: applied.map(({ containerNos, ...one }) => ({
      ...one,
      subscriptionId: String(one.subscriptionId),
      shipmentId: one.shipmentId === null ? null : String(one.shipmentId),
    })),
  };
}
