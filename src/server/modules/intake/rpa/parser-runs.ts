import { z } from 'zod';
import { defineRun, type Run, type RunKind } from '#server/platform/run/index.ts';

/** A version of a parser over stored answers: those that came since a moment. */
const params = z.object({
  parserId: z.string(),
  version: z.number(),
  beforeVersion: z.number(),
  since: z.number(),
});
type Params = z.infer<typeof params>;

const count = z.number().default(0);
const outcome = z.object({
  equal: count,
  changed: count,
  parsed: count,
  refused: count,
  unread: count,
  shipments: count,
  /** Shipments that lost what a version read that was taken back. */
  withdrawn: count,
  /** Differences kept. */
  kept: count,
  /** Answers that are read otherwise now and whose shipments still have to follow. */
  pending: z.array(z.number()).default([]),
});

/** What came of a run of a parser. */
export type ParserOutcome = z.infer<typeof outcome>;
/** A run of a parser. */
export type ParserRun = Run<Params, ParserOutcome>;

const parserRun = (kind: string, priority: number): RunKind<Params, ParserOutcome> =>
  defineRun({
    kind,
    params,
    outcome,
    subject: ({ parserId }) => parserId,
    scope: ({ parserId }) => parserId,
    supersedes: false,
    partitions: 1,
    priority,
    news: () => ({ tenantId: null, topic: 'rpa', payload: {} }),
  });

/** A version that is compared with the released one. */
export const trialRun = parserRun('parser-trial', 50);
/** A version that was released or taken back: answers are read again, and their shipments follow. */
export const applyRun = parserRun('parser-apply', 70);
