import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '#shared/random/prng.ts';
import type { Acknowledged } from './history.ts';

/** A shipment that people write about. */
export type WrittenShipment = { subscriptionId: string; recordVersion: number; exceptionId: string };

/** People who write at a steady rate, whatever the product does. */
export type SteadyWriters = {
  acknowledged: readonly Acknowledged[];
  /** How often each refusal was given, and what went wrong on the way. */
  refusals: ReadonlyMap<string, number>;
  /** Milliseconds without an acknowledgement in the longest of the pauses since a moment of `performance.now()`. */
  longestPauseMs: (since: number) => number;
  /** Milliseconds from when a write was due until it was acknowledged. */
  tookMs: readonly number[];
  waiting: () => number;
  /** No more writes become due; resolves when all were acknowledged, or gives those that were sent and not within the time. */
  end: (withinMs: number) => Promise<{ object: string; value: string }[]>;
};

/** One person at one shipment: the next write is sent when the one before was acknowledged. */
type Lane = {
  object: string;
  path: string;
  bodyOf: (value: string, number: number) => object;
  written: number;
  due: number[];
};

const tickMs = 20;
const retryMs = 1_000;
const answerWithinMs = 20_000;
/** More calls at once would only wait for one another at the servers, until nobody waits for their answers any more. */
const maxAtOnce = 64;

function lanesOf({ subscriptionId, recordVersion, exceptionId }: WrittenShipment): Lane[] {
  const commenting = {
    object: `comment ${exceptionId}`,
    path: '/api/data/obmAutotestResult/addComment',
    bodyOf: (body: string) => ({ obmAutotestResultId: exceptionId, body }),
  };
  const remarking = {
    object: `remark ${subscriptionId}`,
    path: '/api/data/traceTrackingUpdateRemark',
    // Each change names the version that the one before it left.
    bodyOf: (remark: string, number: number) => ({
      obmTkSubscribeId: subscriptionId,
      remark,
      recordVersion: recordVersion + number,
    }),
  };
  // Two people comment on the same exception, and one of them keeps the remark.
  return [commenting, commenting, remarking].map((lane) => ({ ...lane, written: 0, due: [] }));
}

/**
 * Starts writes at `perSecond`, each under a key of its own about a shipment drawn at random. A write is sent to one of the addresses,
 * and again to the next one under the same key until it is acknowledged.
 */
export function startSteadyWriters(
  {
    urls,
    cookies,
    random,
    perSecond,
  }: { urls: readonly string[]; cookies: readonly string[]; random: Random; perSecond: number },
  shipments: readonly WrittenShipment[],
): SteadyWriters {
  const lanes = shipments.flatMap(lanesOf);
  const acknowledged: Acknowledged[] = [];
  const tookMs: number[] = [];
  const refusals = new Map<string, number>();
  const startedAt = performance.now();
  let [sent, next, isOver, isGivenUp] = [0, 0, false, false];
  const count = (what: string): void => void refusals.set(what, (refusals.get(what) ?? 0) + 1);
  const tryOnce = async (
    url: string,
    { path, bodyOf, written }: Lane,
    value: string,
    key: string,
  ): Promise<boolean> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          source: 'Manual',
          'x-lang': 'en',
          'content-type': 'application/json',
          'idempotency-key': key,
          cookie: cookies[sent % cookies.length] ?? '',
        },
        body: JSON.stringify(bodyOf(value, written)),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const { status, msg } = (await answer.json()) as { status: number; msg: string };
      if (status !== 1) count(`${answer.status} ${msg}`);
      return status === 1;
    } catch (error) {
      const { message, cause } = error as { message: string; cause?: { code?: string } };
      count(cause?.code ?? message);
      return false;
    }
  };
  const unanswered: { object: string; value: string }[] = [];
  /** Writes one thing, however often it has to be sent. */
  const writeOne = async (lane: Lane): Promise<void> => {
    const [value, key, sentAt] = [`W${(sent += 1)}`, randomUUID(), performance.now()];
    while (!(await tryOnce(urls[next % urls.length] as string, lane, value, key))) {
      if (isGivenUp) return void unanswered.push({ object: lane.object, value });
      next += 1;
      await sleep(retryMs);
    }
    acknowledged.push({ object: lane.object, value, sentAt, acknowledgedAt: performance.now() });
    tookMs.push(performance.now() - (lane.due.shift() ?? sentAt));
    lane.written += 1;
  };
  /** Who has something to write, in the order in which it was due. */
  const ready: Lane[] = [];
  let atOnce = 0;
  const work = async (lane: Lane): Promise<void> => {
    atOnce += 1;
    await writeOne(lane);
    atOnce -= 1;
    if (lane.due.length > 0) ready.push(lane);
    begin();
  };
  const begin = (): void => {
    while (atOnce < maxAtOnce && !isGivenUp) {
      const lane = ready.shift();
      if (lane === undefined) return;
      void work(lane);
    }
  };
  let made = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
    for (; made < due && !isOver; made += 1) {
      const lane = random.pick(lanes);
      lane.due.push(performance.now());
      if (lane.due.length === 1) ready.push(lane);
    }
    begin();
  }, tickMs);
  const waiting = (): number => lanes.reduce((sum, { due }) => sum + due.length, 0);
  return {
    acknowledged,
    refusals,
    tookMs,
    waiting,
    longestPauseMs: (since) => {
      const moments = acknowledged.map(({ acknowledgedAt }) => acknowledgedAt).filter((at) => at >= since);
      return Math.max(
        ...[...moments, performance.now()].map(
          (at, index) => at - (index === 0 ? since : (moments[index - 1] ?? since)),
        ),
      );
    },
    end: async (withinMs) => {
      isOver = true;
      clearInterval(timer);
      for (const from = performance.now(); waiting() > 0 && performance.now() - from < withinMs;) await sleep(100);
      isGivenUp = true;
      for (; atOnce > 0;) await sleep(100);
      return unanswered;
    },
  };
}
