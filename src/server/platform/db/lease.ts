import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { HeldKey } from './engine.ts';

/** Something that one process of all does at a time, by the machine's clock. */
export type Lease = {
  /** Takes or keeps the right; false while another process has it. */
  hold: (now: number) => Promise<boolean>;
  /** Gives it back. */
  leave: () => Promise<void>;
};

/** How long a process that says nothing keeps its right while its connection lives. */
const leaseMs = 30_000;
/** Clocks of processes are less apart: a right that ends later was taken before the clock was set back. */
const apartMs = 5_000;
/** A process that has just lost its connection has its sign of life again after this. */
const doubtMs = 1_000;

/** How often processes look whether they may have a right: a right of a process that has died moves within five seconds. */
export const lookAtLeaseMs = 3_000;

/**
 * The right of this process to what `key` names. It names the sign of life of its holder: when that has disappeared, as it does with the
 * process, the right is free before it has run out.
 */
export function leaseOf(database: Database, key: string): Lease {
  const owner = randomUUID();
  let life: Promise<HeldKey> | undefined;

  const take = async (now: number, dead = ''): Promise<boolean> => {
    life ??= database.holdKey();
    const { key: sign } = await life.catch((error: unknown) => {
      life = undefined;
      throw error;
    });
    const { rows } = await database.execute<{ owner: string }>(
      `insert into app_state (key, value) values ($1, jsonb_build_object('owner', $2::text, 'until', $4::float8, 'sign', $6::int))
       on conflict (key) do update set value = excluded.value, updated_at = now()
         where app_state.value->>'owner' in ($2, $7) or (app_state.value->>'until')::float8 not between $3 and $5
       returning value->>'owner' as owner`,
      [key, owner, now, now + leaseMs, now + leaseMs + apartMs, sign, dead],
    );
    return rows[0]?.owner === owner;
  };

  /** The holder, if it gives no sign of life. */
  const missingHolder = async (): Promise<string | undefined> => {
    const { rows } = await database.execute<{ owner: string; sign: number | null }>(
      `select value->>'owner' as owner, (value->>'sign')::int as sign from app_state where key = $1`,
      [key],
    );
    const [holder] = rows;
    if (holder?.sign == null) return undefined;
    return (await database.goneKeys([holder.sign])).length > 0 ? holder.owner : undefined;
  };

  return {
    async hold(now) {
      if (await take(now)) return true;
      const missing = await missingHolder();
      if (missing === undefined) return false;
      await delay(doubtMs, undefined, { ref: false });
      return (await missingHolder()) === missing && take(now, missing);
    },
    leave: async () => {
      await database.execute(`delete from app_state where key = $1 and value->>'owner' = $2`, [key, owner]);
      await (await life)?.release();
      life = undefined;
    },
  };
}
