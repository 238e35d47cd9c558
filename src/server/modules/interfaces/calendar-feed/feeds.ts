// unscoped: Calendars belong to a person, not to a tenant: every statement is limited to the id of the caller.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { hashToken, randomToken } from '#server/platform/crypto/index.ts';
import { countRows } from '#server/platform/db/count-rows.ts';
import { ts } from '#server/platform/db/instants.ts';
import { keepCap } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { kindsIn, shipmentsIn } from './feed-queries.ts';
import { feedBase } from './feed-route.ts';
import { maySee } from './read-feed.ts';

/** More calendars than these nobody reads. */
const maxFeeds = 20;

const entity = 'calendarFeed';

/** Calendars are people's: a key of an interface has none. */
function userOf({ actor }: Ctx): Actor & { kind: 'user' } {
  if (actor.kind !== 'user') throw refused('calendar.ofUsers');
  return actor;
}

/** The calendars of the caller, the newest first; nothing by which one could be read. */
export async function listFeeds(ctx: Ctx): Promise<CallData<'calendarFeeds'>> {
  const rows = await ctx.unscoped.system
    .selectFrom('calendar_feed as f')
    .leftJoin('tenant as t', 't.id', 'f.for_tenant_id')
    .select(['f.id', 'f.name', 'f.kinds', 'f.shipments', 'f.days_ahead as daysAhead', 'f.days_behind as daysBehind'])
    .select(['f.created_at as createTime', 'f.last_read_at as lastReadTime'])
    .select(['t.name as tenantName', 't.name_en as tenantNameEn'])
    .where('f.user_id', '=', userOf(ctx).userId)
    .orderBy('f.id', 'desc')
    .execute();
  return rows.map(({ id, tenantNameEn, ...row }) => ({
    ...row,
    calendarFeedId: String(id),
    tenantName: (ctx.lang === 'en' ? tenantNameEn : null) ?? row.tenantName,
    kinds: kindsIn(row.kinds),
    shipments: shipmentsIn(row.shipments),
  }));
}

/** Makes a calendar of the caller; its address is answered this once and not kept. `now`: the time of the machine. */
export async function createFeed(
  ctx: Ctx,
  input: ParsedBody<'calendarFeedInsert'>,
  { publicUrl, now }: { publicUrl: string; now: Instant },
): Promise<CallData<'calendarFeedInsert'>> {
  const { userId, userCode, tenantId: ownTenant } = userOf(ctx);
  const sees = maySee(ctx.actor);
  if (!sees.shipments && !sees.bookings) throw refused('calendar.noRight');
  const name = input.name.trim();
  if (name === '') throw refused('calendar.nameRequired');
  return ctx.unscoped.transaction(async () => {
    const tenantId = input.tenantId ?? null;
    if (tenantId !== null) {
      const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
      if (tenant === undefined) throw notFound();
    }
    await keepCap(ctx.unscoped, {
      of: `calendars of user ${userId}`,
      limit: maxFeeds,
      count: () => countRows(ctx.unscoped.system.selectFrom('calendar_feed').where('user_id', '=', userId)),
      refusal: () => refused('calendar.tooMany', { most: maxFeeds }),
    });
    const token = randomToken();
    const shown = {
      name,
      kinds: kindsIn(input.kinds),
      shipments: input.shipments,
      daysAhead: input.daysAhead,
      daysBehind: input.daysBehind,
    };
    const { id } = await ctx.unscoped.system
      .insertInto('calendar_feed')
      .values({
        user_id: userId,
        for_tenant_id: tenantId,
        name,
        token_hash: hashToken(token),
        kinds: shown.kinds,
        shipments: shown.shipments,
        days_ahead: shown.daysAhead,
        days_behind: shown.daysBehind,
        language: ctx.lang,
        created_at: ts(now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { userCode, ...shown, kinds: shown.kinds.join(', ') };
    await writeAudit(ctx, { entity, entityId: String(id), action: 'insert', tenantId: tenantId ?? ownTenant, after });
    return { calendarFeedId: String(id), address: `${publicUrl}${feedBase}/${token}.ics` };
  });
}

/** Ends a calendar of the caller: its address opens nothing from now on. */
export async function endFeed(ctx: Ctx, { calendarFeedId }: ParsedBody<'calendarFeedDelete'>): Promise<null> {
  const { userId, userCode, tenantId: ownTenant } = userOf(ctx);
  await ctx.unscoped.transaction(async () => {
    const gone = await ctx.unscoped.system
      .deleteFrom('calendar_feed')
      .where('id', '=', calendarFeedId)
      .where('user_id', '=', userId)
      .returning(['id', 'name', 'for_tenant_id'])
      .executeTakeFirst();
    if (gone === undefined) throw notFound();
    const before = { userCode, name: gone.name };
    const tenantId = gone.for_tenant_id ?? ownTenant;
    await writeAudit(ctx, { entity, entityId: String(gone.id), action: 'delete', tenantId, before });
  });
  return null;
}
