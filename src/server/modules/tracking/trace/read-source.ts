import type { CallData } from '#contract/index.ts';
import {
  bookingAttributes,
  businessNoPath,
  bookingPath,
  containerAttributes,
  containerPath,
  cutoffPath,
  eventAttributes,
  eventPath,
  isTimeAttribute,
  legAttributes,
  legPath,
  onwardAttributes,
  onwardPath,
  warningPath,
} from '#domain/intake/fusion/paths.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { protocolsQueriedBy } from '#server/connectors/index.ts';
import { listArchivedAnswers, unpackBody } from '#server/modules/intake/collection/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { getFused, withContents, withSites } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { readable } from './received-text.ts';

type Source = CallData<'traceSource'>;
type Value = string | number;

/** Every value of a shipment by its path, with the port it belongs to. */
function valuesOf(content: ShipmentContent): Map<string, { value: Value; port: string | null; attribute: string }> {
  const found = new Map<string, { value: Value; port: string | null; attribute: string }>();
  const put = (path: string, attribute: string, value: unknown, port: string | null): void => {
    if (typeof value === 'string' || typeof value === 'number') found.set(path, { value, port, attribute });
  };
  const isOut = (attribute: string): boolean => /^(etd|atd|plannedDeparture)$/.test(attribute);
  const { booking } = content;
  for (const name of bookingAttributes)
    put(bookingPath(name), name, booking[name], isOut(name) ? booking.portOfLoading : booking.portOfDischarge);
  for (const leg of content.legs)
    for (const name of legAttributes)
      put(legPath(leg.sequence, name), name, leg[name], isOut(name) ? leg.portOfLoading : leg.portOfDischarge);
  for (const container of content.containers)
    for (const name of containerAttributes)
      put(containerPath(container.containerNo, name), name, container[name], null);
  for (const event of content.events)
    for (const name of eventAttributes) put(eventPath(event, name), name, event[name], event.portCode);
  for (const { code, time } of content.cutoffs ?? []) put(cutoffPath(code), 'time', time, booking.portOfLoading);
  for (const warning of content.warnings ?? []) put(warningPath(warning), 'time', warning.time, warning.portCode);
  for (const name of onwardAttributes)
    put(
      onwardPath(name),
      name,
      content.onward?.[name],
      /^(loaded|etd|atd)$/.test(name) ? booking.portOfDischarge : booking.finalDestination,
    );
  put(businessNoPath, 'businessNo', content.businessNo, null);
  return found;
}

/** Values of a record beside those of the fusion; those that differ first, else in the order of the record. */
function compared(record: ShipmentContent, fused: ShipmentContent, reference: ReferenceSnapshot): Source['values'] {
  const shown = valuesOf(fused);
  const rows = [...valuesOf(record)].map(([path, { value, port, attribute }]) => {
    const other = shown.get(path)?.value ?? null;
    const zone = port === null || !isTimeAttribute(attribute) ? null : (placeIn(reference, port)?.zone ?? null);
    return { path, value, fused: other, differs: other !== value, zone };
  });
  return [...rows.filter(({ differs }) => differs), ...rows.filter(({ differs }) => !differs)];
}

/** The page of a robot that an answer was read from: both have the time at which the robot saw it. */
async function pageOf(ctx: Ctx, subscriptionId: number, sourceId: number, seenAt: number): Promise<Source['page']> {
  const page = await ctx.db
    .selectFrom('robot_answer as a')
    .innerJoin('subscription as s', (join) =>
      join
        .onRef('s.carrier_code', '=', 'a.carrier_code')
        .on((on) =>
          on.or([on('s.bill_no', '=', on.ref('a.subject_no')), on('s.container_no', '=', on.ref('a.subject_no'))]),
        ),
    )
    .select(['a.id', 'a.job_id', 'a.robot_id'])
    .where('s.id', '=', subscriptionId)
    .where('a.source_id', '=', sourceId)
    .where('a.collected_at', '=', ts(seenAt))
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (page === undefined) return null;
  const job = /^\d{1,15}$/.test(page.job_id)
    ? await ctx.db.selectFrom('job').select('id').where('id', '=', Number(page.job_id)).executeTakeFirst()
    : undefined;
  return { answerId: String(page.id), jobId: job === undefined ? null : String(job.id), robotId: page.robot_id };
}

/** What one source stated of a shipment: its last answer as received, and the record made from it beside the fused values. */
export async function readSource({
  ctx,
  obmBkId,
  sourceCode,
  reference,
}: {
  ctx: Ctx;
  obmBkId: number | null | undefined;
  sourceCode: string;
  reference: ReferenceSnapshot;
}): Promise<Source> {
  const fused = await getFused(ctx, obmBkId);
  const target = await ctx.db
    .selectFrom('subscription_source as ss')
    .innerJoin('source as s', 's.id', 'ss.source_id')
    .select(['s.id', 's.protocol'])
    .where('ss.subscription_id', '=', fused.subscription_id)
    .where('s.code', '=', sourceCode)
    .executeTakeFirst();
  if (target === undefined) throw notFound();
  const [stored, records] = await Promise.all([
    ctx.db
      .selectFrom('raw_answer as r')
      .leftJoin('raw_answer as k', (join) =>
        join.onRef('k.id', '=', 'r.base_id').onRef('k.subscription_id', '=', 'r.subscription_id'),
      )
      .select(['r.received_at', 'r.via', 'r.body', 'r.encoding', 'k.body as base'])
      .where('r.subscription_id', '=', fused.subscription_id)
      .where('r.source_id', '=', target.id)
      .orderBy('r.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('shipment')
      .select(['id', 'subscription_id', 'content', 'observed_at'])
      .where('subscription_id', '=', fused.subscription_id)
      .where('source_id', '=', target.id)
      .where('fused', '=', false)
      .limit(1)
      .execute(),
  ]);
  // unscoped: the shipment was found within the scope.
  const archived = stored === undefined ? await listArchivedAnswers(ctx.unscoped, [fused.subscription_id]) : [];
  const answer = stored ?? archived.findLast((one) => one.source_id === target.id);
  const body = answer === undefined ? undefined : unpackBody(answer);
  // unscoped: as above.
  const [record] = await withContents(ctx.unscoped, records);
  const known = await withSites(ctx, { tenantId: fused.tenant_id, mode: fused.content.mode }, reference);
  return {
    sourceCode,
    received:
      answer === undefined || body === undefined
        ? null
        : { time: answer.received_at, via: answer.via, bytes: body.byteLength, ...readable(body) },
    page:
      protocolsQueriedBy('robots').includes(target.protocol) && answer !== undefined
        ? await pageOf(ctx, fused.subscription_id, target.id, answer.received_at)
        : null,
    observedTime: record?.observed_at ?? null,
    values: record === undefined ? [] : compared(record.content, fused.content, known),
  };
}
