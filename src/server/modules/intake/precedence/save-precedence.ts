// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { RecomputeRun } from '#contract/intake/precedence.ts';
import { differingAttributes, normalOrders, orderFor, toPrecedence } from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import {
  actorOf,
  checkMaySetForAll,
  presentRecompute,
  startRecompute,
} from '#server/modules/intake/recompute/index.ts';
import { currentPrecedence } from '#server/modules/tracking/shipment/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { countCandidates, findVersion, insertVersion } from './precedence-queries.ts';
import { readOrders } from './read-orders.ts';

type Saved = CallData<'precedenceSave'>;
type Wanted = { base: number; orders: PrecedenceOrders; restoredFrom: number | null; remark: string | null };

/** Starts fusing all stored shipments that more than one source speaks about. */
async function start(ctx: Ctx, queue: Queue, version: number): Promise<RecomputeRun> {
  const { unscoped: database } = ctx;
  const total = await countCandidates(database);
  const run = await startRecompute(
    { database, queue, now: ctx.clock.now() },
    { cause: 'precedence', causeId: version, total, by: actorOf(ctx) },
  );
  return presentRecompute(run, ctx.lang);
}

/** Writes a new version and starts the recompute run, in one transaction; refuses when the version meant is not in force any more. */
function write(ctx: Ctx, queue: Queue, wanted: Wanted): Promise<Saved> {
  return ctx.unscoped.transaction(async () => {
    const current = await currentPrecedence(ctx.unscoped);
    if (current.version !== wanted.base) throw refused('precedence.changedMeanwhile');
    const changed = differingAttributes(current.orders, wanted.orders);
    if (changed.length === 0) throw refused('precedence.nothingChanged');
    const row = { ...wanted, by: actorOf(ctx) };
    if (!(await insertVersion(ctx.unscoped, row, ctx.clock.now()))) throw refused('precedence.changedMeanwhile');
    const version = wanted.base + 1;
    const [before, after] = [current.precedence, toPrecedence(wanted.orders)];
    await writeAudit(ctx, {
      entity: 'fusionPrecedence',
      entityId: String(version),
      action: wanted.restoredFrom === null ? 'save' : 'restore',
      tenantId: null,
      before: Object.fromEntries(changed.map((name) => [name, orderFor(before, name).join(' > ')])),
      after: Object.fromEntries(changed.map((name) => [name, orderFor(after, name).join(' > ')])),
    });
    return { version, run: await start(ctx, queue, version) };
  });
}

/** Saves orders of sources: they rule from now on, and stored shipments are fused again. */
export function savePrecedence({
  ctx,
  input,
  queue,
}: {
  ctx: Ctx;
  input: ParsedBody<'precedenceSave'>;
  queue: Queue;
}): Promise<Saved> {
  checkMaySetForAll(ctx);
  const orders = normalOrders(readOrders(input.orders, ctx.lang));
  return write(ctx, queue, { base: input.version, orders, restoredFrom: null, remark: input.remark ?? null });
}

/** Brings the orders of an earlier version back as a new version; 0 is the default. */
export async function restorePrecedence({
  ctx,
  input,
  queue,
}: {
  ctx: Ctx;
  input: ParsedBody<'precedenceRestore'>;
  queue: Queue;
}): Promise<Saved> {
  checkMaySetForAll(ctx);
  const earlier = input.restore === 0 ? undefined : await findVersion(ctx.unscoped, input.restore);
  if (earlier === undefined && input.restore !== 0) throw notFound();
  const orders = normalOrders(earlier?.orders ?? {});
  return write(ctx, queue, { base: input.version, orders, restoredFrom: input.restore, remark: null });
}

/** Fuses stored shipments again by the orders in force, after a run was called off or failed for some. */
export function recomputeByPrecedence({ ctx, queue }: { ctx: Ctx; queue: Queue }): Promise<RecomputeRun> {
  checkMaySetForAll(ctx);
  return ctx.unscoped.transaction(async () => {
    const { version } = await currentPrecedence(ctx.unscoped);
    const run = await start(ctx, queue, version);
    await writeAudit(ctx, {
      entity: 'fusionPrecedence',
      entityId: String(version),
      action: 'fuseAgain',
      tenantId: null,
      after: { total: run.total },
    });
    return run;
  });
}
