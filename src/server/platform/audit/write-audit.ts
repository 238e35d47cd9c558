import type { Ctx } from '../context.ts';
import { realClock } from '../clock/clock.ts';
import { ts } from '../db/instants.ts';
import { json } from '../db/json.ts';
import { withoutSecrets } from './secrets.ts';

/** One act to be kept: what was done to which entity, and how it was before and after. */
export type AuditEntry = {
  entity: string;
  entityId: string;
  action: string;
  tenantId: number | null;
  before?: unknown;
  after?: unknown;
};

const toJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : json(withoutSecrets(value));

type Acting = Pick<Ctx, 'actor' | 'origin' | 'requestId' | 'unscoped' | 'ip' | 'client'>;

const rowOf = (ctx: Acting, entry: AuditEntry) => ({
  at: ts(realClock.now()),
  tenant_id: entry.tenantId,
  actor_id: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
  actor_code: ctx.actor.userCode,
  origin: ctx.origin,
  request_id: ctx.requestId,
  ip: ctx.ip ?? null,
  client: ctx.client ?? null,
  entity: entry.entity,
  entity_id: entry.entityId,
  action: entry.action,
  before: toJson(entry.before),
  after: toJson(entry.after),
});

/** Keeps who did what to which entity, in the transaction of the act itself. The time is the real one. */
export async function writeAudit(ctx: Acting, entry: AuditEntry): Promise<void> {
  await writeAudits(ctx, [entry]);
}

/** Keeps many acts at once. */
export async function writeAudits(ctx: Acting, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const insert = ctx.unscoped.system.insertInto('audit_log').values(entries.map((entry) => rowOf(ctx, entry)));
  const { sql, parameters } = insert.compile();
  await ctx.unscoped.later(sql, parameters);
}
