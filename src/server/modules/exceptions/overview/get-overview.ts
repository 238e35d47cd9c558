// unscoped: Tasks are the platform’s own work and have no tenant; only people of the platform may make this call.
import type { CallData } from '#contract/index.ts';
import type { WaitingException } from '#contract/exceptions/overview.ts';
import { exceptionText } from '#server/modules/exceptions/exception/index.ts';
import {
  exceptionTypeName,
  type ReferenceSnapshot,
  zoneOfCaller,
} from '#server/modules/administration/masterdata/index.ts';
import { countDeliveries } from '#server/modules/administration/notification/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { failureText } from '#shared/i18n/server-messages/failure-text.ts';
import { knownText } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { countOwn, listOwn, listTallies, listUnassigned, sumMoney, type WaitingRow } from './exception-queries.ts';
import { exceptionFigures } from './figures.ts';
import { listDeadTasks, listTaskKinds, maxCounted } from './queue-queries.ts';
import { listSourceRows, maxOverdue, nextPulls, overduePulls } from './source-queries.ts';

type Overview = CallData<'overview'>;

const shownRows = 8;
const shownDead = 20;
const maxOwn = 10_000;
const lookBackDays = 16;

const capped = (n: number, limit: number): { count: number; more: boolean } => ({
  count: Math.min(n, limit),
  more: n > limit,
});

function presentWaiting(
  { id, tenantId, type_code, params, ...row }: WaitingRow,
  { lang }: Ctx,
  reference: ReferenceSnapshot,
): WaitingException {
  const tenant = reference.tenants.get(tenantId);
  return {
    ...row,
    obmAutotestResultId: String(id),
    testPurpose: type_code,
    testPurposeName: exceptionTypeName(type_code, lang, reference),
    errorRemark: exceptionText({ type_code, params }, lang, reference),
    handleStatus: String(row.handleStatus),
    tenantName: (lang === 'en' ? tenant?.nameEn : null) ?? tenant?.name ?? '',
  };
}

async function sourcesOf(ctx: Ctx): Promise<Overview['sources']> {
  const now = ctx.clock.now();
  const [sources, overdue] = await Promise.all([listSourceRows(ctx), overduePulls(ctx, now)]);
  // Only of sources in trouble it is reported when they are tried again.
  const anyFailing = sources.some((source) => source.consecutiveFailures > 0);
  const next = anyFailing ? await nextPulls(ctx, now) : new Map<number, Instant>();
  const allCounted = [...overdue.values()].reduce((sum, n) => sum + n, 0) < maxOverdue;
  return sources.map(({ id, ...source }) => ({
    ...source,
    failing: source.consecutiveFailures > 0,
    lastError: source.consecutiveFailures > 0 ? failureText(source.lastError, ctx.lang) : null,
    nextPullTime: next.get(id) ?? null,
    overdue: { count: overdue.get(id) ?? 0, more: !allCounted && (overdue.get(id) ?? 0) > 0 },
  }));
}

const taskName = (kind: string, { lang }: Ctx): string => knownText(`task.${kind}`, lang) ?? kind;

/** Background work belongs to the installation: only those who may change what all tenants share see it. */
async function queueOf(ctx: Ctx): Promise<Overview['queue']> {
  if (ctx.actor.kind !== 'user' || !ctx.actor.writesShared) return null;
  const [kinds, dead] = await Promise.all([
    listTaskKinds(ctx.unscoped, ctx.clock.now()),
    listDeadTasks(ctx.unscoped, shownDead),
  ]);
  return {
    kinds: kinds.map((row) => ({
      kind: row.kind,
      name: taskName(row.kind, ctx),
      waiting: capped(row.waiting, maxCounted),
      due: capped(row.due, maxCounted),
      oldestDueTime: row.oldest_due,
      running: row.running,
      dead: capped(row.dead, maxCounted),
    })),
    dead: dead.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      name: taskName(row.kind, ctx),
      attempts: row.attempts,
      error: row.last_error ?? '',
      createTime: row.created_at,
    })),
  };
}

/** Notifications belong to those who may open the outbox. */
async function deliveriesOf(ctx: Ctx): Promise<Overview['deliveries']> {
  const { actor } = ctx;
  const mayRead = actor.kind === 'user' && (actor.userType === 'admin' || actor.menus.has('/feedback'));
  return mayRead ? countDeliveries(ctx, ctx.clock.now() - DAY_MS) : null;
}

/** How things stand: exceptions, sources, background work, and what waits for the caller or for anybody. */
export async function getOverview({ ctx, reference }: { ctx: Ctx; reference: ReferenceSnapshot }): Promise<Overview> {
  const now = ctx.clock.now();
  const { userCode } = ctx.actor;
  const zone = zoneOfCaller(ctx, reference);
  const [tallies, sources, queue, deliveries, own, ownCount, unassigned, money] = await Promise.all([
    listTallies(ctx, now - lookBackDays * DAY_MS),
    sourcesOf(ctx),
    queueOf(ctx),
    deliveriesOf(ctx),
    listOwn(ctx, userCode, shownRows),
    countOwn(ctx, userCode, maxOwn + 1),
    listUnassigned(ctx, shownRows),
    sumMoney(ctx),
  ]);
  const nameOf = (code: string): string => exceptionTypeName(code, ctx.lang, reference);
  const lines = (rows: readonly WaitingRow[]): WaitingException[] =>
    rows.map((row) => presentWaiting(row, ctx, reference));
  return {
    now,
    zone,
    ...exceptionFigures(tallies, { now, zone, nameOf }),
    money,
    sources,
    queue,
    deliveries,
    mine: { ...capped(ownCount, maxOwn), records: lines(own) },
    unassigned: { records: lines(unassigned) },
  };
}
