import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';

/** Where a part of a job stands. */
export type PartState = 'waiting' | 'running' | 'done' | 'failed' | 'left';

/** What decides about a part of a job. */
export type PartView = {
  readonly stage: number;
  readonly primary: boolean;
  readonly state: PartState;
  readonly nextAt: Instant;
  readonly output: unknown;
};

/** What is to happen with a job that is made of parts. */
export type PartsStep =
  | { do: 'start'; parts: readonly number[] }
  | { do: 'wait' }
  | { do: 'succeed' }
  | { do: 'fail'; part: number };

/** Times that a repeated part runs within one job at most. */
export const maxRuns = 100;

type Ordered = { readonly primary: boolean; readonly primaryNo: number | null };

/** Stages of sub-packages in their order: primary ones first, then by number, those without a number last. Equal ones share a stage. */
export function stagesOf(ordered: readonly Ordered[]): number[] {
  let stage = 0;
  return ordered.map((one, place) => {
    const before = ordered[place - 1];
    if (before === undefined || before.primary !== one.primary || before.primaryNo !== one.primaryNo) stage += 1;
    return stage;
  });
}

/**
 * The next step of a job that is made of parts. Stages run one after the other, parts of a stage side by side. A failure of a
 * primary part ends the whole; so does every failure where the parts work together (`union`), as the next one needs the result.
 * Otherwise the rest runs, and the whole has failed at its end.
 */
export function nextPartsStep(parts: readonly PartView[], { union, now }: { union: boolean; now: Instant }): PartsStep {
  const failed = parts.findIndex(({ state }) => state === 'failed');
  if (parts.some(({ state, primary }) => state === 'failed' && (union || primary)))
    return { do: 'fail', part: parts.findIndex(({ state, primary }) => state === 'failed' && (union || primary)) };
  const open = parts.filter(({ state }) => state === 'waiting' || state === 'running');
  if (open.length === 0) return failed === -1 ? { do: 'succeed' } : { do: 'fail', part: failed };
  const stage = Math.min(...open.map((part) => part.stage));
  const due = parts.flatMap((part, place) =>
    part.stage === stage && part.state === 'waiting' && part.nextAt <= now ? [place] : [],
  );
  return due.length === 0 ? { do: 'wait' } : { do: 'start', parts: due };
}

/** What a part is given: the input of the whole with what its own work gave, results of parts before where they work together, and its own last result. */
export function inputOfPart(
  whole: { input: unknown; own: unknown; union: boolean },
  parts: readonly PartView[],
  place: number,
): Record<string, unknown> {
  const before = whole.union ? parts.slice(0, place).filter(({ state }) => state === 'done') : [];
  const results = [whole.input, whole.own, ...before.map(({ output }) => output), parts[place]?.output];
  const input: Record<string, unknown> = {};
  for (const result of results) Object.assign(input, asRecord(result));
  return input;
}

/**
 * The result of the whole. Fused: the fields of all results in their order, those of primary parts prevail. Otherwise the result
 * of the first primary part, or of the last part when none is primary.
 */
export function outputOfParts(parts: readonly PartView[], { fused, own }: { fused: boolean; own: unknown }): unknown {
  const done = parts.filter(({ state }) => state === 'done');
  if (!fused) return (done.find(({ primary }) => primary) ?? done.at(-1))?.output ?? own;
  const rising = [...done.filter(({ primary }) => !primary), ...done.filter(({ primary }) => primary)];
  return Object.assign({}, asRecord(own), ...rising.map(({ output }) => asRecord(output))) as unknown;
}

/** A repeated part runs again as long as its result says `"repeat": true`. */
export const wantsRepeat = (output: unknown): boolean => asRecord(output)['repeat'] === true;
