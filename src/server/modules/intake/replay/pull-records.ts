// unscoped: The subscriptions were found by `ctx.db` before: sources, runs and answers are addressed by their ids.
import type { CallData } from '#contract/index.ts';
import { dataTypeOf } from '#domain/tracking/subscription/pull-record.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { pullTask } from '#server/modules/intake/collection/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { activate, cancel, listAskable, listOwn, listPullRecords, unhurryPulls } from './queries.ts';
import type { RequestedSource, OwnSubscription, PullRecordRow } from './queries.ts';

type Shown = CallData<'queryPullRecords'>;

/** Asked before what is only due by its rhythm. */
const wantedPriority = 80;

/** Who acts, as records name them. */
export const actorOf = (ctx: Ctx): { code: string; name: string } => ({
  code: ctx.actor.userCode,
  name: ctx.actor.kind === 'user' ? ctx.actor.name : ctx.actor.userCode,
});

const present = (rows: readonly PullRecordRow[], ctx: Ctx, reference: ReferenceSnapshot): Shown =>
  rows.map(
    ({ id, tenantId, subscriptionId, subscriptionSourceId, sourceId, nameCn, nameEn, nextPullAt, state, ...row }) => ({
      ...row,
      pullRecordId: String(id),
      obmTkSubscribeId: String(subscriptionId),
      tenantCode: reference.tenants.get(tenantId)?.code ?? '',
      tkSourceId: String(sourceId),
      sourceName: ctx.lang === 'zh' ? nameCn : nameEn,
      dataType: dataTypeOf[state],
      lastError: state === 'pending' ? failureText(row.lastError, ctx.lang) : null,
    }),
  );

/** Subscriptions that are all the caller's; refuses an empty choice and unknown ids. */
export async function ownOrRefuse(ctx: Ctx, ids: readonly number[]): Promise<OwnSubscription[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) throw refused('exception.noneSelected');
  const own = await listOwn(ctx, wanted);
  if (own.length !== wanted.length) throw notFound('subscription.notFound');
  return own;
}

/** Notes that a person wants sources asked, even those that nothing else would ask any more. Gives the records that were not pending yet. */
export const wantRequested = (ctx: Ctx, sources: readonly RequestedSource[]): ReturnType<typeof activate> =>
  activate(ctx.unscoped, sources, actorOf(ctx), ctx.clock.now());

async function reported(ctx: Ctx, own: readonly OwnSubscription[], action: string): Promise<void> {
  for (const subscription of own) {
    await writeAudit(ctx, {
      entity: 'subscription',
      entityId: String(subscription.id),
      action,
      tenantId: subscription.tenant_id,
    });
  }
  for (const tenantId of new Set(own.map((subscription) => subscription.tenant_id))) {
    await publish(ctx.unscoped, { tenantId, topic: 'subscription', payload: { by: ctx.actor.userCode } });
  }
}

type Input = { ctx: Ctx; ids: readonly number[]; reference: ReferenceSnapshot };

/** Makes the records of subscriptions pending: their sources are really queried again. */
export function activatePullRecords({ ctx, ids: wanted, reference, queue }: Input & { queue: Queue }): Promise<Shown> {
  return ctx.unscoped.transaction(async () => {
    const own = await ownOrRefuse(ctx, wanted);
    const ids = own.map((subscription) => subscription.id);
    const sources = (await listAskable(ctx.unscoped, ids, null)).filter(({ asked: requested }) => requested);
    if (sources.length === 0) throw refused('replay.noSource');
    const changed = await wantRequested(ctx, sources);
    if (changed.length === 0) return [];
    await queue.enqueueMany(
      pullTask,
      changed.map(({ subscription_source_id: subscriptionSourceId }) => ({
        payload: { subscriptionSourceId },
        runAt: ctx.clock.now(),
        singletonKey: String(subscriptionSourceId),
        priority: wantedPriority,
      })),
    );
    const rows = await listPullRecords(ctx, { ids: changed.map((record) => record.id) });
    await reported(ctx, withRecords(own, rows), 'activatePullRecords');
    return present(rows, ctx, reference);
  });
}

const withRecords = (own: readonly OwnSubscription[], rows: readonly PullRecordRow[]): OwnSubscription[] => {
  const concerned = new Set(rows.map((row) => row.subscriptionId));
  return own.filter((subscription) => concerned.has(subscription.id));
};

/** Calls the pending records of subscriptions off; their sources are queried again only when they are due. */
export function cancelPullRecords({ ctx, ids, reference }: Input): Promise<Shown> {
  return ctx.unscoped.transaction(async () => {
    const own = await ownOrRefuse(ctx, ids);
    const changed = await cancel(
      ctx.unscoped,
      own.map((subscription) => subscription.id),
      actorOf(ctx),
    );
    if (changed.length === 0) return [];
    await unhurryPulls(
      ctx.unscoped,
      changed.map((record) => record.subscription_source_id),
    );
    const rows = await listPullRecords(ctx, { ids: changed.map((record) => record.id) });
    await reported(ctx, withRecords(own, rows), 'cancelPullRecords');
    return present(rows, ctx, reference);
  });
}

/** The pull records of subscriptions. */
export async function queryPullRecords({ ctx, ids, reference }: Input): Promise<Shown> {
  const own = await ownOrRefuse(ctx, ids);
  const rows = await listPullRecords(ctx, { subscriptionIds: own.map((subscription) => subscription.id) });
  return present(rows, ctx, reference);
}
