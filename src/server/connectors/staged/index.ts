import { realClock } from '#server/platform/clock/clock.ts';
import { readTestReference, type TestReference } from '#shared/ids/test-reference.ts';
import type { Instant } from '#shared/time/instant.ts';
import { parseEvents } from '../dcsa/parse.ts';
import { PullFailure, type Connector, type PullRequest } from '../types.ts';
import { secondsOf, stepAt } from './stories.ts';

export { stepAt } from './stories.ts';

/** When a story began: by the clock of the world, of which its events tell, and by the machine's, by which it goes on. */
type Begun = { start: Instant; machine: Instant };

const textOf = ({ start, machine }: Begun): string => `${start}/${machine}`;

function begunOf(text: string | null | undefined): Begun | undefined {
  const [, start, machine] = /^(\d{1,15})\/(\d{1,15})$/.exec(text ?? '') ?? [];
  return start === undefined ? undefined : { start: Number(start), machine: Number(machine) };
}

/** What a target of a test source keeps: when its story began, and the step that was answered last. */
export type StagedTarget = { number: string; objectId: string | null; etag: string | null };

/** A source that fails is asked again so often. */
const failsEveryMs = 10_000;

/**
 * Whether a test source has something else to report than it reported last, or fails once more. `everyMs`: how often this is asked.
 */
export function isDue({ number, objectId, etag }: StagedTarget, machineNow: Instant, everyMs: number): boolean {
  const [reference, begun] = [readTestReference(number), begunOf(objectId)];
  if (reference === undefined || begun === undefined) return false;
  const { place, events } = stepAt(reference, {
    ...begun,
    now: begun.start,
    seconds: (machineNow - begun.machine) / 1000,
  });
  if (events === null) return (machineNow - begun.machine) % failsEveryMs < everyMs;
  return etag !== String(place);
}

/** When the steps of a story come, in seconds after its start. */
export const stepsOf = ({ story }: Pick<TestReference, 'story'>): number[] => secondsOf(story);

async function pull(request: PullRequest): ReturnType<Connector['pull']> {
  const reference = readTestReference((request.subject === 'bill' ? request.billNo : request.containerNo) ?? '');
  const encoded = (events: unknown) => new TextEncoder().encode(JSON.stringify(events));
  if (reference === undefined) return { kind: 'answer', body: encoded([]), etag: null };
  const machineNow = realClock.now();
  let begun = begunOf(request.objectId);
  if (begun === undefined) {
    begun = { start: request.now, machine: machineNow };
    await request.remember?.(textOf(begun));
  }
  const { place, events } = stepAt(reference, {
    start: begun.start,
    now: request.now,
    seconds: (machineNow - begun.machine) / 1000,
  });
  if (events === null) throw new PullFailure('server_error', 'HTTP 503: the test source is down for a while');
  const etag = String(place);
  return etag === request.etag ? { kind: 'unchanged' } : { kind: 'answer', body: encoded(events), etag };
}

/**
 * The built-in source of test shipments. It plays the story that a reference names, in seconds of the machine, and asks nobody.
 * What it answers is what a carrier would send by DCSA Track & Trace 2.2, and is read by the same reader.
 */
export const stagedConnector: Connector = {
  protocol: 'staged',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull,
  parse: parseEvents,
};
