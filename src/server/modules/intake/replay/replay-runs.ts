import { z } from 'zod';
import { defineRun, type Run, type RunKind } from '#server/platform/run/index.ts';

const params = z.object({
  /** The one subscription it is about; null for a run over many. */
  subscriptionId: z.number().nullable().default(null),
  sourceType: z.string().nullable().default(null),
  /** What a run over many is limited to; instants are epoch ms. */
  tenantId: z.number().optional(),
  carrierCode: z.string().optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});

/** What a run of this module was queried to do. */
export type ReplayParams = z.infer<typeof params>;

const count = z.number().default(0);
const outcome = z.object({
  /** Sources that robots were instructed to look at. */
  requested: count,
  answered: count,
  changed: count,
  refused: count,
  dropped: count,
  failed: count,
  /** Why no source answered; null when one did. */
  unanswered: z.string().nullable().default(null),
});

/** What came of a run of this module. */
export type ReplayOutcome = z.infer<typeof outcome>;
/** A run of this module. */
export type ReplayRun = Run<ReplayParams, ReplayOutcome>;
/** The kinds of the wire. */
export type ReplayKind = 'fuse' | 'ask' | 'reinsert' | 'replay';

type Kind = RunKind<ReplayParams, ReplayOutcome>;

/** The subject of runs over many subscriptions. */
export const manySubject = 'many';

const replayRun = (kind: string, more: Pick<Kind, 'scope' | 'priority'>): Kind =>
  defineRun({
    kind,
    params,
    outcome,
    subject: ({ subscriptionId }) => (subscriptionId === null ? manySubject : String(subscriptionId)),
    supersedes: false,
    partitions: 1,
    givesUp: true,
    news: (run) =>
      run.tenant_id === null
        ? null
        : {
            tenantId: run.tenant_id,
            topic: 'replay',
            payload: {
              runId: String(run.id),
              obmTkSubscribeId: run.params.subscriptionId === null ? null : String(run.params.subscriptionId),
              state: run.state,
              done: run.done,
              total: run.total,
            },
          },
    ...more,
  });

/** Runs by the kind of the wire. Fusing again and reading one subscription again are done at once and kept as runs. */
export const replayRuns: Readonly<Record<ReplayKind, Kind>> = {
  fuse: replayRun('replay-fuse', { scope: () => null, priority: 90 }),
  reinsert: replayRun('replay-reinsert', { scope: () => null, priority: 90 }),
  ask: {
    ...replayRun('replay-ask', {
      scope: ({ subscriptionId, sourceType }) => `${subscriptionId} ${sourceType}`,
      priority: 90,
    }),
    runQueue: 'awaited',
  },
  replay: replayRun('replay-many', {
    scope: ({ tenantId, carrierCode, from, to }) =>
      `${tenantId} ${JSON.stringify([carrierCode ?? null, from ?? null, to ?? null])}`,
    priority: 50,
  }),
};

/** The kind of the wire of a stored run. */
export function replayKindOf(run: { kind: string }): ReplayKind {
  if (run.kind === replayRuns.fuse.kind) return 'fuse';
  if (run.kind === replayRuns.ask.kind) return 'ask';
  return run.kind === replayRuns.reinsert.kind ? 'reinsert' : 'replay';
}
