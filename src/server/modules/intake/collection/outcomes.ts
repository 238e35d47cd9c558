import type { PullFailureReason } from '#server/connectors/types.ts';
import { type Clock, pauseMs } from '#server/platform/clock/clock.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Why a target failed: what the source did, or `internal`, our own fault with what it answered. */
export type FailureReason = PullFailureReason | 'internal';

/** What one request to a source, or one push from it, brought. */
export type Outcome =
  | {
      kind: 'answer';
      subscriptionSourceId: number;
      requestedAt: Instant;
      body: Uint8Array;
      etag: string | null;
      calls?: number;
    }
  | { kind: 'unchanged'; subscriptionSourceId: number; requestedAt: Instant; calls?: number }
  | {
      kind: 'failure';
      subscriptionSourceId: number;
      requestedAt: Instant;
      reason: FailureReason;
      detail: string;
      retryAfterMs: number | null;
      /** The source wants nothing asked with these keys for so long (the machine's time). */
      pauseMs?: number;
      calls?: number;
    }
  /** Pushed messages are already stored; the record is to be made again. */
  | { kind: 'pushed'; subscriptionSourceId: number; requestedAt: Instant }
  /** What is stored is to be read again: the source itself has stated nothing. */
  | { kind: 'stored'; subscriptionSourceId: number; requestedAt: Instant };

/** Whether the source was queried, so that the rhythm of asking goes on from here. */
export const wasQueried = (outcome: Outcome): boolean => outcome.kind !== 'pushed' && outcome.kind !== 'stored';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The longest wait that a source may wish for (the machine's time). */
export const longestWishMs = 6 * hourMs;

/** What a wait after a failure depends on; `retryAfterMs` is the source's own wish, in the world's time. */
type Failed = { failures: number; retryAfterMs: number | null; intervalMs: number };

/**
 * World time to wait after the nth failure in a row: 30 s doubled, at most one hour, by the machine's clock: a failing
 * source is spared in an accelerated world too. There the wait is at most the source's interval, or 6 hours of world time if that is
 * longer. A longer Retry-After of the source is respected.
 */
export const backOffMs = (clock: Clock, { failures, retryAfterMs, intervalMs }: Failed): number =>
  Math.max(
    pauseMs(clock, Math.min(30_000 * 2 ** Math.min(failures - 1, 20), hourMs), Math.max(intervalMs, longestWishMs)),
    retryAfterMs ?? 0,
  );

/** How long a source that refuses calls as too many is left alone when it does not say how long. */
export const pauseOf = (failures: number): number => Math.min(30_000 * 2 ** Math.min(failures, 7), hourMs);

/** A share of the interval from the id, so that pulls spread and stay reproducible: 0.9 to 1.1 of it. */
export const spreadIntervalMs = (intervalMs: number, id: number): number =>
  Math.round(intervalMs * (0.9 + ((id * 2_654_435_761) % 1000) / 5000));
