import { z } from 'zod';
import type { EventItem } from '#domain/exceptions/event/event-item.ts';
import type { TrialTally } from '#domain/exceptions/replay/trial.ts';
import { defineRun, type Run, type RunKind } from '#server/platform/run/index.ts';

const params = z.object({
  ruleCode: z.string(),
  /** Which shipments a run is about; null = all. */
  tenantIds: z.array(z.number()).nullable().default(null),
  carrierCode: z.string().nullable(),
  lane: z.string().nullable(),
  /** Tenant of the level that is tried or was changed. */
  tenantId: z.number().nullable(),
  enabled: z.boolean().nullable(),
  values: z.record(z.string(), z.number()),
  /** Period of a trial, the zone its days are counted in, and the values its curve counts at. */
  from: z.number().optional(),
  to: z.number().optional(),
  days: z.number().optional(),
  zone: z.string().optional(),
  curve: z.array(z.number()).optional(),
  /** An event item that is tried. */
  indicator: z.custom<EventItem>().optional(),
});

/** What a run of a rule was asked to do. */
export type RuleRunParams = z.infer<typeof params>;
/** Which shipments a run is about; null = all. */
export type RunScope = Pick<RuleRunParams, 'tenantIds' | 'carrierCode' | 'lane'>;

const count = z.number().default(0);
const outcome = z.object({
  /** What a trial has found so far. */
  tally: z.custom<TrialTally>().optional(),
  /** What a detection changed. */
  opened: count,
  resolved: count,
  regressed: count,
});
/** What came of a run of a rule. */
export type RuleRunOutcome = z.infer<typeof outcome>;

/** A run of a rule: tried on history, or shipments judged again after a change of settings. */
export type RuleRun = Run<RuleRunParams, RuleRunOutcome>;
type Kind = RunKind<RuleRunParams, RuleRunOutcome>;

const ruleRun = (kind: string, more: Pick<Kind, 'priority' | 'runQueue'>): Kind =>
  defineRun({
    kind,
    params,
    outcome,
    subject: ({ ruleCode }) => ruleCode,
    scope: () => null,
    supersedes: false,
    partitions: 1,
    givesUp: true,
    news: (run) =>
      run.tenant_id === null
        ? null
        : {
            tenantId: run.tenant_id,
            topic: 'rule',
            payload: { runId: String(run.id), state: run.state, done: run.done, total: run.total },
          },
    ...more,
  });

const trial = { priority: 80, runQueue: 'awaited' } as const;
const detection = { priority: 50 };

/** Runs of detection rules. */
export const ruleTrial = ruleRun('rule-trial', trial);
export const ruleDetection = ruleRun('rule-detect', detection);
/** Runs of event items. */
export const eventItemTrial = ruleRun('event-trial', trial);
export const eventItemDetection = ruleRun('event-detect', detection);

/** Runs that try something on history. */
export const trials = [ruleTrial, eventItemTrial];
/** Runs that judge shipments again. */
export const detections = [ruleDetection, eventItemDetection];

/** Whether a run tries something on history. */
export const isTrial = (run: { kind: string }): boolean => trials.some(({ kind }) => kind === run.kind);
