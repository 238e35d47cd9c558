import type { SchedulePlan } from '#domain/execution/schedule/plan.ts';
import type { JobDeps } from '#server/modules/execution/job/index.ts';
import type { Instant } from '#shared/time/instant.ts';

/** What schedules need of the product: they make jobs. */
export type ScheduleDeps = JobDeps;

/** A schedule as the planner reads it, under its lock. */
export type ScheduleRow = {
  id: number;
  tenant_id: number;
  process_id: number;
  subscription_id: number | null;
  cron_expression: string;
  cron_zone: string;
  calendar_id: number | null;
  missed_policy: SchedulePlan['missed'];
  overlap_policy: SchedulePlan['overlap'];
  catch_up_limit: number;
  priority: number | null;
  input: string | null;
  paused_until: Instant | null;
  planned_until: Instant;
  last_occurrence_id: number | null;
};
