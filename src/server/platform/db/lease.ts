import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';

/** Something that one process of all does at a time, by the machine's clock. */
export type Lease = {
  /** Takes or keeps the right; false while another process has it. */
  hold: (now: number) => Promise<boolean>;
  /** Gives it back. */
  leave: () => Promise<void>;
};

/** How long a process that says nothing keeps its right. */
const leaseMs = 30_000;
/** Clocks of processes are less apart: a right that ends later was taken before the clock was set back. */
const apartMs = 5_000;

/** The right of this process to what `key` names. */
export function leaseOf(database: Database, key: string): Lease {
  const owner = randomUUID();
  return {
    async hold(now) {
      const { rows } = await database.execute<{ owner: string }>(
        `insert into app_state (key, value) values ($1, jsonb_build_object('owner', $2::text, 'until', $4::float8))
         on conflict (key) do update set value = excluded.value, updated_at = now()
           where app_state.value->>'owner' = $2 or (app_state.value->>'until')::float8 not between $3 and $5
         returning value->>'owner' as owner`,
        [key, owner, now, now + leaseMs, now + leaseMs + apartMs],
      );
      return rows[0]?.owner === owner;
    },
    leave: async () =>
      void (await database.execute(`delete from app_state where key = $1 and value->>'owner' = $2`, [key, owner])),
  };
}
