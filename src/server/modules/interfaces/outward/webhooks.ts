// unscoped: Webhooks are addressed by id, which was found among those of the caller's tenants.
import { randomBytes } from 'node:crypto';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import { seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import { AppError, notFound } from '#server/platform/errors/app-error.ts';
import { isServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { EventQueryError } from './event-filter.ts';
import {
  changeSubscription,
  createSubscription,
  removeSubscription,
  type Consumer,
  type SubscriptionDeps,
} from './event-subscriptions.ts';

type Webhook = CallData<'webhookQuery'>[number];

/** So long the former secret signs beside the new one. */
const formerSecretMs = 24 * HOUR_MS;
/** So many waiting events are counted. */
const maxCounted = 1_000;

const visible = (ctx: Ctx) => ctx.db.selectFrom('outward_subscription as s');

/** A webhook of the caller's tenants; with `ended`, also one that has ended. Throws "not found" otherwise. */
export async function findWebhook(ctx: Ctx, id: string, { ended = false } = {}) {
  let query = visible(ctx).selectAll().where('s.id', '=', id);
  if (!ended) query = query.where('s.removed_at', 'is', null);
  const row = await query.executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** The caller as the interface knows one who changes subscriptions. */
const consumerOf = (ctx: Ctx, tenantId: number): Consumer => ({
  database: ctx.unscoped,
  tenantId,
  requestId: ctx.requestId,
  ip: ctx.ip ?? null,
  auditor: ctx,
});

/** Why a webhook was refused, in the language of the caller. */
function asRefusal(error: unknown): never {
  if (!(error instanceof EventQueryError)) throw error;
  const code = `webhook.refused.${error.reason}`;
  if (isServerMessageCode(code)) throw new AppError(code);
  throw new AppError('webhook.refused', { detail: error.message });
}

/** Runs what may be refused as a call of the interface is. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return asRefusal(error);
  }
}

/** Filters as the interface takes them; what is empty is left out. */
function bodyOf({ callbackUrl, filters }: Pick<ParsedBody<'webhookInsert'>, 'callbackUrl' | 'filters'>) {
  const { eventType, ...texts } = filters;
  const given = Object.entries(texts).flatMap(([name, text]) => {
    const value = text?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    callbackUrl: callbackUrl.trim(),
    ...(eventType.length === 0 ? {} : { eventType }),
    ...Object.fromEntries(given),
  };
}

const newSecret = (): string => randomBytes(32).toString('base64');

const stateOf = (row: { removed_at: unknown; paused_at: unknown; failures: number }): Webhook['state'] =>
  row.removed_at !== null ? 'ended' : row.paused_at !== null ? 'paused' : row.failures > 0 ? 'retrying' : 'active';

/** Filters as they are kept. */
const filtersOf = (kept: unknown): Webhook['filters'] =>
  Object.fromEntries(
    Object.entries(asRecord(kept)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  );

/** What the last failure was, in words. */
function errorText(text: string | null, { lang }: Ctx): string | null {
  if (text === null) return null;
  const [, status] = /^HTTP (\d{3})$/.exec(text) ?? [];
  return status === undefined
    ? serverText('webhook.noAnswer', {}, lang)
    : serverText('webhook.answered', { status }, lang);
}

type Progress = { id: string; waiting: number; delivered_at: Instant | null };

/** What waits for webhooks, counted up to a limit, and when they took events last; by their ids. */
async function progressOf({ unscoped: database }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Progress>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<Progress>(
    `select s.id, (select count(*)::int from (select from outward_event e where e.tenant_id = s.tenant_id and e.id > s.told_to
         limit ${maxCounted}) w) as waiting,
       (select d.last_at from outward_delivery d 
         where d.subscription_id = s.id and d.tenant_id = s.tenant_id and d.state = 'delivered' and d.kind = 'events'
         order by d.id desc limit 1) as delivered_at
     from outward_subscription s where s.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The webhooks of the caller's tenants: those in use first, then those that have ended; the newest first. */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const rows = await visible(ctx)
    .leftJoin('tenant as t', 't.id', 's.tenant_id')
    .selectAll('s')
    .select(['t.name as tenant_name', 't.name_en as tenant_name_en'])
    .orderBy('s.removed_at', (order) => order.desc().nullsFirst())
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id')
    .limit(500)
    .execute();
  const progress = await progressOf(
    ctx,
    rows.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  return rows.map((row) => ({
    webhookId: row.id,
    tenantId: String(row.tenant_id),
    tenantName: (ctx.lang === 'en' ? row.tenant_name_en : null) ?? row.tenant_name ?? '',
    callbackUrl: row.callback_url,
    state: stateOf(row),
    filters: filtersOf(row.filters),
    createTime: row.created_at,
    pausedTime: row.paused_at,
    failures: row.failures,
    nextTryTime: row.removed_at === null && row.paused_at === null ? row.next_try_at : null,
    lastErrorText: errorText(row.last_error, ctx),
    lastDeliveredTime: progress.get(row.id)?.delivered_at ?? null,
    waiting: row.removed_at === null ? (progress.get(row.id)?.waiting ?? 0) : 0,
    formerSecretUntil:
      row.secret_before_until !== null && row.secret_before_until > now ? row.secret_before_until : null,
  }));
}

/** Adds a webhook for a tenant that has a key for events; its secret is made here and answered this once. */
export async function addWebhook(
  ctx: Ctx,
  input: ParsedBody<'webhookInsert'>,
  deps: SubscriptionDeps,
): Promise<CallData<'webhookInsert'>> {
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', Number(input.tenantId))
    .executeTakeFirst();
  if (tenant === undefined) throw notFound();
  const isOpen = await ctx.db
    .selectFrom('outward_tenant')
    .select('tenant_id')
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirst();
  if (isOpen === undefined) throw new AppError('webhook.keyNeeded');
  const secret = newSecret();
  const made = await refusing(() => createSubscription(consumerOf(ctx, tenant.id), deps, { ...bodyOf(input), secret }));
  return { webhookId: made.subscriptionID, secret };
}

/** Changes address and events; filters that only programs set stay as they are. */
export async function changeWebhook(
  ctx: Ctx,
  input: ParsedBody<'webhookUpdate'>,
  deps: SubscriptionDeps,
): Promise<null> {
  const row = await findWebhook(ctx, input.webhookId);
  const kept = Object.entries(filtersOf(row.filters)).filter(
    ([name]) => name !== 'eventType' && !(name in input.filters),
  );
  await refusing(() =>
    changeSubscription(consumerOf(ctx, row.tenant_id), deps, row.id, { ...Object.fromEntries(kept), ...bodyOf(input) }),
  );
  return null;
}

/** Pauses a webhook, or lets it go on at once; what happens meanwhile waits. */
export async function pauseWebhook(ctx: Ctx, { webhookId, paused }: ParsedBody<'webhookPause'>): Promise<null> {
  return ctx.unscoped.transaction(async () => {
    const row = await findWebhook(ctx, webhookId);
    if ((row.paused_at !== null) === paused) return null;
    await ctx.db
      .updateTable('outward_subscription')
      .set({ paused_at: paused ? ts(ctx.clock.now()) : null, next_try_at: null })
      .where('id', '=', webhookId)
      .execute();
    await writeAudit(ctx, {
      entity: 'eventSubscription',
      entityId: webhookId,
      action: paused ? 'pause' : 'resume',
      tenantId: row.tenant_id,
      before: { paused: !paused },
      after: { paused },
    });
    return null;
  });
}

/** Changes the secret; for a day the former one signs too, so that a receiver can change over. */
export async function rotateSecret(
  ctx: Ctx,
  { webhookId }: ParsedBody<'webhookRotate'>,
  { keys }: { keys: SecretKeys },
): Promise<CallData<'webhookRotate'>> {
  return ctx.unscoped.transaction(async () => {
    const row = await findWebhook(ctx, webhookId);
    const secret = newSecret();
    await ctx.db
      .updateTable('outward_subscription')
      .set((current) => ({
        secret: seal(secret, keys),
        // Also of somebody who changed it at the same moment.
        secret_before: current.ref('secret'),
        secret_before_until: ts(ctx.clock.now() + formerSecretMs),
      }))
      .where('id', '=', webhookId)
      .execute();
    await writeAudit(ctx, {
      entity: 'eventSubscription',
      entityId: webhookId,
      action: 'secret',
      tenantId: row.tenant_id,
    });
    return { webhookId, secret };
  });
}

/** Ends a webhook at once; nothing more is sent to it. */
export async function endWebhook(
  ctx: Ctx,
  { webhookId }: ParsedBody<'webhookEnd'>,
  deps: SubscriptionDeps,
): Promise<null> {
  const row = await findWebhook(ctx, webhookId);
  await removeSubscription(consumerOf(ctx, row.tenant_id), deps, webhookId);
  return null;
}
