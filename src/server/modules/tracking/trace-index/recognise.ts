import type { CallData, ParsedBody } from '#contract/index.ts';
import { AUTO_CARRIER } from '#domain/tracking/subscription/read-import-row.ts';
import { recogniseReferences } from '#domain/tracking/subscription/recognise-references.ts';
import { carrierIdentities, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { recognisesCarriers } from '#server/modules/intake/source/index.ts';
import type { Ctx } from '#server/platform/context.ts';

/** Subscriptions that follow one of these numbers for the caller's own tenant, by number: it is the one that would track them. */
async function trackedNumbers(ctx: Ctx, numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { actor } = ctx;
  if (numbers.length === 0 || actor.kind !== 'user') return new Map();
  const rows = await ctx.db
    .selectFrom('subscription')
    .select(['id', 'subject', 'bill_no', 'container_no'])
    .where('tenant_id', '=', actor.tenantId)
    .where((eb) => eb.or([eb('bill_no', 'in', numbers), eb('container_no', 'in', numbers)]))
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [(row.subject === 'bill' ? row.bill_no : row.container_no) ?? '', row.id]));
}

/** The references in a text, and which of them are followed already. A carrier that nobody knows is left to an aggregator, where there is one. */
export async function recogniseText({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'recogniseReferences'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'recogniseReferences'>> {
  const found = recogniseReferences(input.text, carrierIdentities(reference));
  const { actor } = ctx;
  const unknown = actor.kind === 'user' && (await recognisesCarriers(ctx, actor.tenantId)) ? AUTO_CARRIER : null;
  const tracked = await trackedNumbers(ctx, [...new Set(found.map(({ number }) => number))]);
  return found.map((item) => {
    const id = tracked.get(item.number);
    const carrierCode = item.carrierCode ?? (item.kind === 'airWaybill' ? null : unknown);
    return { ...item, carrierCode, obmTkSubscribeId: id === undefined ? null : String(id) };
  });
}
