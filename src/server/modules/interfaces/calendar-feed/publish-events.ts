// unscoped: Events of a calendar belong to its person: they are addressed by the id of the calendar, which was found by its token.
import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { CalendarEvent, Cancelled, Published } from './event.ts';
import type { Span } from './feed-queries.ts';

/** For how long a cancelled event stays in the calendar, for programs that read seldom. */
const cancelledKeptMs = 14 * DAY_MS;

/** An event as it was shown last. */
export type PublishedEvent = {
  event_key: string;
  starts_at: Instant;
  zone: string | null;
  content_hash: string;
  sequence: number;
  changed_at: Instant;
  cancelled_at: Instant | null;
};

/** What of an event is a change for its readers; the rest of its description follows without a new number. */
const hashOf = ({ at, zone, summary, location }: CalendarEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([at, zone, summary, location]))
    .digest('hex')
    .slice(0, 32);

/** Compares what is shown now with what was shown last: what is new, moved, cancelled or to be forgotten. */
export function compareEvents(
  known: readonly PublishedEvent[],
  events: readonly CalendarEvent[],
  { now, span, isWhole }: { now: Instant; span: Span; isWhole: boolean },
): { published: Map<string, Published>; cancelled: Cancelled[]; written: PublishedEvent[]; forgotten: string[] } {
  const before = new Map(known.map((event) => [event.event_key, event]));
  const published = new Map<string, Published>();
  const written: PublishedEvent[] = [];
  for (const event of events) {
    const former = before.get(event.key);
    before.delete(event.key);
    const hash = hashOf(event);
    const isSame = former !== undefined && former.content_hash === hash && former.cancelled_at === null;
    const { sequence, changedAt } = isSame
      ? { sequence: former.sequence, changedAt: former.changed_at }
      : { sequence: former === undefined ? 0 : former.sequence + 1, changedAt: now };
    published.set(event.key, { sequence, changedAt });
    if (isSame) continue;
    written.push({
      event_key: event.key,
      starts_at: event.at,
      zone: event.zone,
      content_hash: hash,
      sequence,
      changed_at: now,
      cancelled_at: null,
    });
  }
  const cancelled: Cancelled[] = [];
  const forgotten: string[] = [];
  for (const former of before.values()) {
    const isOver = former.starts_at < span.from;
    const isOld = former.cancelled_at !== null && former.cancelled_at < now - cancelledKeptMs;
    if (isOver || isOld) forgotten.push(former.event_key);
    else if (former.cancelled_at !== null || isWhole) {
      const isNew = former.cancelled_at === null;
      const sequence = isNew ? former.sequence + 1 : former.sequence;
      const changedAt = isNew ? now : former.changed_at;
      if (isNew) written.push({ ...former, sequence, changed_at: now, cancelled_at: now });
      cancelled.push({ key: former.event_key, at: former.starts_at, zone: former.zone, sequence, changedAt });
    }
  }
  return { published, cancelled, written, forgotten };
}

const writeSql = `
  insert into calendar_event (feed_id, event_key, starts_at, zone, content_hash, sequence, changed_at, cancelled_at)
  select $1, r.event_key, to_timestamp(r.starts_at / 1000.0), r.zone, decode(r.content_hash, 'hex'), r.sequence,
    to_timestamp(r.changed_at / 1000.0), to_timestamp(r.cancelled_at / 1000.0)
  from jsonb_to_recordset($2::jsonb) as r(event_key text, starts_at bigint, zone text, content_hash text, sequence integer,
    changed_at bigint, cancelled_at bigint)
  on conflict (feed_id, event_key) do update set starts_at = excluded.starts_at, zone = excluded.zone,
    content_hash = excluded.content_hash, sequence = excluded.sequence, changed_at = excluded.changed_at,
    cancelled_at = excluded.cancelled_at`;

/**
 * Keeps what a calendar shows now and answers for each event how often it changed; events that are gone are answered as cancelled.
 * `now` is the time of the machine; `isWhole`: nothing was left out, so that what is missing is gone.
 */
export async function publishEvents(
  database: Database,
  feedId: number,
  events: readonly CalendarEvent[],
  at: { now: Instant; span: Span; isWhole: boolean },
): Promise<{ published: Map<string, Published>; cancelled: Cancelled[] }> {
  return database.transaction(async () => {
    // Two programs may read at once: numbers are given one after the other.
    await database.query<{ id: number }>('select id from calendar_feed where id = $1 for update', [feedId]);
    const known = await database.query<PublishedEvent>(
      `select event_key, starts_at, zone, encode(content_hash, 'hex') as content_hash, sequence, changed_at, cancelled_at
       from calendar_event where feed_id = $1`,
      [feedId],
    );
    const { published, cancelled, written, forgotten } = compareEvents(known, events, at);
    if (written.length > 0) await database.execute(writeSql, [feedId, JSON.stringify(written)]);
    if (forgotten.length > 0)
      await database.execute('delete from calendar_event where feed_id = $1 and event_key = any($2)', [
        feedId,
        forgotten,
      ]);
    return { published, cancelled };
  });
}
