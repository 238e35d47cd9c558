import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Notifications by what became of them: those under way, and those that ended since an instant. */
export type DeliveryCounts = { waiting: number; failed: number; sent: number; givenUp: number };

/** Each number is counted up to here. */
const maxDeliveries = 10_000;

/** Counts the notifications of the caller's tenants by the index on their state. */
export async function countDeliveries(ctx: Ctx, since: Instant): Promise<DeliveryCounts> {
  const count = async (state: 'waiting' | 'failed' | 'sent' | 'given_up', ended: boolean): Promise<number> => {
    const some = ctx.db
      .selectFrom('notification')
      .select('id')
      .where('state', '=', state)
      .$if(ended, (query) => query.where('created_at', '>=', ts(since)))
      .limit(maxDeliveries)
      .as('some');
    const { n } = await ctx.db
      .selectFrom(some)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow();
    return n;
  };
  const [waiting, failed, sent, givenUp] = await Promise.all([
    count('waiting', false),
    count('failed', false),
    count('sent', true),
    count('given_up', true),
  ]);
  return { waiting, failed, sent, givenUp };
}
