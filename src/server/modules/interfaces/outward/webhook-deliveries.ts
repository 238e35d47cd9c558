// unscoped: Webhooks are addressed by id, which was found among those of the caller's tenants.
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError, notFound } from '#server/platform/errors/app-error.ts';
import { isServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { deliveryKinds, deliveryStates } from '#shared/reference/webhooks.ts';
import { asRecord } from '#shared/values/objects.ts';
import { bodyText, keepDelivery, type Post, sendDelivery } from './deliveries.ts';
import { sampleEvent } from './sample-events.ts';
import { findWebhook } from './webhooks.ts';

type Shown = CallData<'webhookDeliveries'>['records'][number];

const pageRows = 30;
/** Deliveries that one wish sends again. */
const maxResent = 200;

const columns = [
  'd.id',
  'd.kind',
  'd.created_at as createTime',
  'd.events',
  'd.body_bytes as bodyBytes',
  'd.state',
  'd.attempts',
  'd.last_at as lastTime',
  'd.last_status as lastStatus',
  'd.resend_by as resendBy',
] as const;

type Row = Omit<Shown, 'deliveryId' | 'kind' | 'state' | 'resending'> & {
  id: number;
  kind: string;
  state: string;
  resendBy: string | null;
};

const shown = ({ id, resendBy, ...row }: Row): Shown => ({
  ...row,
  deliveryId: String(id),
  kind: deliveryKinds.find((kind) => kind === row.kind) ?? 'events',
  state: deliveryStates.find((state) => state === row.state) ?? 'waiting',
  resending: resendBy !== null,
});

const visible = (ctx: Ctx) => ctx.db.selectFrom('outward_delivery as d');

/** What was sent to a webhook, newest first; `failed`: only what was not taken. */
export async function listDeliveries(
  ctx: Ctx,
  { webhookId, failed, since, before }: ParsedQuery<'webhookDeliveries'>,
): Promise<CallData<'webhookDeliveries'>> {
  await findWebhook(ctx, webhookId, { ended: true });
  let query = visible(ctx).select(columns).where('d.subscription_id', '=', webhookId);
  if (failed === '1') query = query.where('d.state', '=', 'failed');
  if (since !== undefined) query = query.where('d.created_at', '>=', ts(since));
  if (before !== undefined) query = query.where('d.id', '<', before);
  const rows = await query
    .orderBy('d.id', 'desc')
    .limit(pageRows + 1)
    .execute();
  return { records: rows.slice(0, pageRows).map(shown), more: rows.length > pageRows };
}

/** Why there was no answer, in words. */
function reasonText(reason: string | null, { lang }: Ctx): string | null {
  if (reason === null) return null;
  const code = `notification.reason.${reason}`;
  return isServerMessageCode(code) ? serverText(code, {}, lang) : serverText('webhook.noAnswer', {}, lang);
}

/** One delivery: the bytes that were sent, and each attempt. */
export async function getDelivery(
  ctx: Ctx,
  { deliveryId }: ParsedQuery<'webhookDelivery'>,
): Promise<CallData<'webhookDelivery'>> {
  const row = await visible(ctx)
    .select([...columns, 'd.body'])
    .where('d.id', '=', deliveryId)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  const attempts = await ctx.db
    .selectFrom('outward_attempt')
    .select(['number', 'at as time', 'duration_ms as durationMs', 'status', 'reason', 'headers', 'response'])
    .select('actor_code as actorCode')
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  const { body, ...delivery } = row;
  return {
    ...shown(delivery),
    body: bodyText(body),
    attemptList: attempts.map(({ reason, ...attempt }) => ({
      ...attempt,
      reasonText: reasonText(reason, ctx),
      headers: Object.fromEntries(
        Object.entries(asRecord(attempt.headers)).map(([name, value]) => [name, String(value)]),
      ),
    })),
  };
}

/**
 * Has deliveries sent again: those named, or all that failed within some hours, at most 200 at once. The one that others wait behind is
 * tried at once.
 */
export async function resendDeliveries(
  ctx: Ctx,
  { webhookId, deliveryIds, failedWithinHours: hours }: ParsedBody<'webhookResend'>,
): Promise<CallData<'webhookResend'>> {
  if ((deliveryIds == null || deliveryIds.length === 0) === (hours == null)) throw new AppError('webhook.resendWhat');
  return ctx.unscoped.transaction(async () => {
    const webhook = await findWebhook(ctx, webhookId);
    if (webhook.paused_at !== null) throw new AppError('webhook.paused');
    let query = visible(ctx).select(['d.id']).where('d.subscription_id', '=', webhookId);
    query =
      hours == null
        ? query.where('d.id', 'in', deliveryIds ?? [])
        : query
            .where('d.state', '=', 'failed')
            .where('d.created_at', '>=', ts(hours === 0 ? 0 : ctx.clock.now() - hours * HOUR_MS));
    const rows = await query
      .orderBy('d.id')
      .limit(maxResent + 1)
      .forUpdate()
      .execute();
    if (hours == null && rows.length < new Set(deliveryIds).size) throw notFound();
    const ids = rows.slice(0, maxResent).map(({ id }) => id);
    if (ids.length > 0) {
      await ctx.db
        .updateTable('outward_delivery')
        .set({ resend_by: ctx.actor.userCode })
        .where('id', 'in', ids)
        .execute();
      await ctx.db
        .updateTable('outward_subscription')
        .set({ next_try_at: null })
        .where('id', '=', webhookId)
        .where('open_delivery_id', 'in', ids)
        .execute();
      await writeAudit(ctx, {
        entity: 'eventSubscription',
        entityId: webhookId,
        action: 'resend',
        tenantId: webhook.tenant_id,
        after: { deliveries: ids.length },
      });
    }
    return { queued: ids.length, left: rows.length > maxResent ? 1 : 0 };
  });
}

/** Sends a test event of a kind at once, signed as others are, and gives what came of it. A paused webhook takes tests too. */
export async function testWebhook(
  ctx: Ctx,
  { webhookId, kind }: ParsedBody<'webhookTest'>,
  deps: { keys: SecretKeys; post: Post },
): Promise<CallData<'webhookTest'>> {
  const webhook = await findWebhook(ctx, webhookId);
  const now = () => ctx.clock.now();
  const delivery = await ctx.unscoped.transaction(async () => {
    await writeAudit(ctx, {
      entity: 'eventSubscription',
      entityId: webhookId,
      action: 'test',
      tenantId: webhook.tenant_id,
      after: { kind },
    });
    const body = JSON.stringify([sampleEvent(kind, now())]);
    return keepDelivery(ctx.unscoped, webhook, { kind: 'test', lastEventId: null, events: 1, body, at: now() });
  });
  await sendDelivery({ database: ctx.unscoped, ...deps, now }, webhook, delivery, {
    kind: 'test',
    actorCode: ctx.actor.userCode,
  });
  const row = await visible(ctx).select(columns).where('d.id', '=', delivery.id).executeTakeFirstOrThrow();
  return shown(row);
}
