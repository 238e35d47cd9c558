import { realClock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';

/** Channel on which all processes hear that there is something new for browsers. */
export const liveChannel = 'portolan_live';

/** Something browsers shall hear of; without a tenant everybody does. */
export type LiveMessage = { tenantId: number | null; topic: string; payload: unknown };

/** Keeps a message for browsers in the current transaction; it is told after the commit, or never. */
export async function publish(database: Database, message: LiveMessage): Promise<void> {
  await database.execute('insert into live_event (at, tenant_id, topic, payload) values ($1, $2, $3, $4::jsonb)', [
    new Date(realClock.now()),
    message.tenantId,
    message.topic,
    JSON.stringify(message.payload ?? null),
  ]);
  database.afterCommit(() => database.notify(liveChannel));
}
