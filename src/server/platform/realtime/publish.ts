import { realClock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';

/** Channel on which all processes hear that there is something new for browsers. */
export const liveChannel = 'portolan_live';

/** Something browsers shall hear of; without a tenant everybody does. */
export type LiveMessage = { tenantId: number | null; topic: string; payload: unknown };

/** A message as a row of `live_event`, for a statement that writes it beside others; `tellLive` follows. */
export const liveRow = ({ tenantId, topic, payload }: LiveMessage) => ({
  at: new Date(realClock.now()),
  tenant_id: tenantId,
  topic,
  payload: JSON.stringify(payload ?? null),
});

/** Wakes those who tell browsers, once the current transaction is committed. */
export const notifyLive = (database: Database): void => database.afterCommit(() => database.notify(liveChannel));

/** Keeps messages for browsers in the current transaction, by one statement; they are notified after the commit, or never. */
export async function publishAll(database: Database, messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map(liveRow);
  await database.later(
    `insert into live_event (at, tenant_id, topic, payload)
     select * from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::jsonb[])`,
    [
      rows.map((row) => row.at),
      rows.map((row) => row.tenant_id),
      rows.map((row) => row.topic),
      rows.map((row) => row.payload),
    ],
  );
  notifyLive(database);
}

/** Keeps a message for browsers in the current transaction; it is reported after the commit, or never. */
export const publish = (database: Database, message: LiveMessage): Promise<void> => publishAll(database, [message]);
