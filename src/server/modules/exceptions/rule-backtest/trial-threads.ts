import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { addTally } from '#domain/exceptions/replay/trial.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { itemAt } from '#shared/values/items.ts';
import { ruleOf } from './rules.ts';
import { maxListed, tryShipments } from './try-shipments.ts';
import type { TrialPart, TrialSpec } from './try-shipments.ts';

/** Hands that try shipments: several pieces at once, as many as there are hands. */
export type TrialExecutor = {
  count: number;
  work: (ids: readonly number[], hand: number) => Promise<TrialPart>;
  stop: () => Promise<void>;
};

/** Shipments read in one statement; of some rules every answer of theirs. */
const pieceSizeOf = (spec: TrialSpec): number => (ruleOf(spec).readsSources === true ? 25 : 250);

/** Works in this thread, with a pause after every piece so that others get their turn. */
export const inlineExecutor = (
  database: Database,
  spec: TrialSpec,
  reference: () => ReferenceSnapshot,
): TrialExecutor => ({
  count: 1,
  work: (ids) => inPieces(ids, spec, (piece) => tryShipments(database, spec, piece, reference())),
  stop: async () => {},
});

/** Puts the parts of pieces together. */
export async function inPieces(
  ids: readonly number[],
  spec: TrialSpec,
  work: (piece: readonly number[]) => Promise<TrialPart>,
): Promise<TrialPart> {
  const pieceSize = pieceSizeOf(spec);
  const parts: TrialPart[] = [];
  let next = work(ids.slice(0, pieceSize));
  for (let at = pieceSize; at < ids.length; at += pieceSize) {
    parts.push(await next);
    next = work(ids.slice(at, at + pieceSize));
    await new Promise((resolve) => setImmediate(resolve));
  }
  parts.push(await next);
  return joinParts(parts);
}

/** One part of several. */
function joinParts(parts: readonly TrialPart[]): TrialPart {
  const first = itemAt(parts, 0);
  for (const { tally, problems } of parts.slice(1)) {
    addTally(first.tally, tally);
    if (first.problems.length < maxListed) first.problems.push(...problems);
  }
  return first;
}

type Reply = { part?: TrialPart; error?: string };

/** What a thread is started with. */
export type ThreadData = { url: string; spec: TrialSpec };

function startThread(data: ThreadData): {
  work: (ids: readonly number[]) => Promise<TrialPart>;
  stop: () => Promise<void>;
} {
  const thread = new Worker(new URL('./trial-thread.ts', import.meta.url), {
    workerData: data,
    // Histories come and go by the piece: a larger nursery saves copying them.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  let settle: { resolve: (part: TrialPart) => void; reject: (error: Error) => void } | undefined;
  let broken: Error | undefined;
  const fail = (error: Error): void => {
    broken = error;
    settle?.reject(error);
    settle = undefined;
  };
  thread.on('message', ({ part, error }: Reply) => {
    if (part === undefined) settle?.reject(new Error(error ?? 'a trial thread failed'));
    else settle?.resolve(part);
    settle = undefined;
  });
  thread.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  thread.on('exit', () => fail(new Error('a trial thread ended')));
  return {
    work: (ids) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        settle = { resolve, reject };
        thread.postMessage(ids);
      }),
    stop: async () => void (await thread.terminate()),
  };
}

const maxThreads = 4;

/** Threads with connections of their own to a PostgreSQL server. */
export function threadExecutor(data: ThreadData): TrialExecutor {
  const threads = Array.from({ length: Math.max(1, Math.min(maxThreads, availableParallelism())) }, () =>
    startThread(data),
  );
  return {
    count: threads.length,
    work: (ids, hand) => itemAt(threads, hand).work(ids),
    stop: async () => void (await Promise.all(threads.map((thread) => thread.stop()))),
  };
}
