import type { Event, GetEventsQuery, PortolanClient } from './api.ts';
import { pause } from './caller.ts';

/** Which events are followed, and how often the server is asked. */
export type FollowOptions = {
  /** Only events that were created at or after this time (ISO 8601 with offset); now by default. */
  since?: string;
  /** Filters of the events. */
  query?: Omit<GetEventsQuery, 'sort' | 'cursor' | `eventCreatedDateTime:${string}`>;
  /** Pause after everything was read; 60,000 by default. */
  everyMs?: number;
  /** Ends the iteration without an error. */
  signal?: AbortSignal;
};

/**
 * Gives each new event once, by polling. Keep `eventCreatedDateTime` of the last event, and begin with it as `since` next
 * time; events of that very moment are then given once more.
 */
export async function* followEvents(
  client: PortolanClient,
  { since = new Date().toISOString(), query = {}, everyMs = 60_000, signal }: FollowOptions = {},
): AsyncGenerator<Event, void> {
  let latest = since;
  let seen = new Set<string>();
  try {
    for (;;) {
      const asked = { ...query, 'eventCreatedDateTime:gte': latest, sort: 'eventCreatedDateTime:ASC' };
      for await (const event of client.allEvents(asked, { signal })) {
        if (seen.has(event.eventID)) continue;
        // Only events of the latest moment can be answered again.
        if (event.eventCreatedDateTime !== latest) seen = new Set();
        latest = event.eventCreatedDateTime;
        seen.add(event.eventID);
        yield event;
      }
      await pause(everyMs, signal);
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
