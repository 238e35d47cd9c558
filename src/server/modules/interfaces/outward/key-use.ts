import type { Database } from '#server/platform/db/database.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import type { CallsLeft } from '#server/platform/http/index.ts';
import { MINUTE_MS, type Instant } from '#shared/time/instant.ts';

/** What was counted of a key, by the clock of the machine. */
export type KeyUse = {
  api_key_id: number;
  minute_at: Instant;
  minute_calls: number;
  day_on: string;
  day_calls: number;
  day_refused: number;
};

/** The minute of a key began at `$3` or before, and is not over. */
const isSame = `u.minute_at > $3::timestamptz - interval '1 minute' and u.minute_at <= $3::timestamptz`;

const left = (limit: number, calls: number, beganAt: Instant, now: Instant): CallsLeft => ({
  limit,
  remaining: Math.max(0, limit - calls),
  resetS: Math.max(0, Math.ceil((beganAt + MINUTE_MS - now) / 1000)),
});

/**
 * Counts a call with a key, for all processes together, and gives what is left of the minute; undefined where there is no limit or
 * the disk is full. `limit`: calls per minute, 0 for none.
 */
export async function countKeyCall(
  database: Database,
  { id, tenantId }: { id: number; tenantId: number },
  limit: number,
  now: Instant,
): Promise<(CallsLeft & { isExceeded: boolean }) | undefined> {
  try {
    const { rows } = await database.execute<{ minute_at: Instant; minute_calls: number }>(
      `insert into api_key_use as u (api_key_id, tenant_id, minute_at, minute_calls, day_on, day_calls, day_refused)
       values ($1, $2, $3, 1, ($3::timestamptz at time zone 'UTC')::date, 1, 0)
       on conflict (api_key_id) do update set
         minute_at = case when ${isSame} then u.minute_at else excluded.minute_at end,
         minute_calls = case when ${isSame} then u.minute_calls + 1 else 1 end,
         day_on = excluded.day_on,
         day_calls = case when u.day_on = excluded.day_on then u.day_calls + 1 else 1 end,
         day_refused = case when u.day_on = excluded.day_on then u.day_refused else 0 end
           + case when $4 > 0 and ${isSame} and u.minute_calls >= $4 then 1 else 0 end
       returning minute_at, minute_calls`,
      [id, tenantId, new Date(now), limit],
    );
    const [row] = rows;
    if (row === undefined || limit === 0) return undefined;
    return { ...left(limit, row.minute_calls, row.minute_at, now), isExceeded: row.minute_calls > limit };
  } catch (error) {
    // A key still reads while the disk is full.
    if (!isDiskFull(error)) throw error;
    return undefined;
  }
}

/** What is left of the minute of a key that was counted, or of one that was not used. */
export function callsLeft(use: KeyUse | undefined, limit: number, now: Instant): CallsLeft {
  const isOver = use === undefined || use.minute_at <= now - MINUTE_MS || use.minute_at > now;
  return isOver ? { limit, remaining: limit, resetS: 0 } : left(limit, use.minute_calls, use.minute_at, now);
}
