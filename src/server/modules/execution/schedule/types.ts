import type { SchedulePlan } from '#domain/execution/schedule/plan.ts';
import type { JobDeps } from '#server/modules/execution/job/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What schedules need of the product: they make jobs. */
export type ScheduleDeps = JobDeps;

/** A schedule as the planner reads it, under its lock. */
export type ScheduleRow = {
  id: number;
  tenantId: number;
  processId: number;
  subscriptionId: number | null;
  cron: string;
  zone: string;
  calendarId: number | null;
  missed: SchedulePlan['missed'];
  overlap: SchedulePlan['overlap'];
  catchUpLimit: number;
  priority: number | null;
  input: string | null;
  pausedUntil: Instant | null;
  plannedUntil: Instant;
  lastOccurrenceId: number | null;
};
