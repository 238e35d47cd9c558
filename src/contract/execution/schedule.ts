import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const scheduleMenus = ['/schedule'] as const;

const instant = z.coerce.number().int().min(0).max(253_402_300_799_999);

/** What a schedule says about its runs, as it stands in the form. */
const draft = z.object({
  wlSchedulesId: wireId.nullish(),
  processesId: wireId.nullish(),
  cronExpression: z.string().max(120),
  cronZone: z.string().max(60),
  calendarId: wireId.nullish(),
  overlapPolicy: z.enum(['skip', 'queue', 'allow']).nullish(),
  pausedUntil: instant.nullish(),
});

const previewRun = z.object({ at: z.number(), outcome: z.enum(['ran', 'skipped']), reasonText: z.string().nullable() });

/** A quarter of an hour of the next day: how many robot places are taken and how many jobs wait, on average. */
const bucket = z.object({ at: z.number(), own: z.number(), others: z.number(), waiting: z.number() });

const preview = z.object({
  /** What it runs by: its own expression, or that of the version of its process. */
  cronExpression: z.string(),
  /** The next five theoretical runs and what would become of them. */
  next: z.array(previewRun),
  /** Theoretical runs of the next 24 hours, and those of them that would run. */
  runs: z.number().int(),
  starts: z.number().int(),
  /** Runs of the 24 hours in all, where only the first `runs` were looked at; else the same number. */
  runsInAll: z.number().int(),
  /** Shortest time between two runs from now on. */
  intervalMs: z.number().nullable(),
  /** How long a job of the process takes, by the median of its latest; null when none is known. */
  durationMs: z.number().nullable(),
  /** Runs last longer than the time between them. */
  overlaps: z.boolean(),
  /** That they do, with both numbers. */
  overlapText: z.string().nullable(),
  /** What a job is reckoned with whose length was never measured. */
  assumedMs: z.number(),
  environmentName: z.string().nullable(),
  /** Jobs that robots of the environment run at a time. */
  capacity: z.number().int(),
  /** Other schedules of the environment, and how many of them were looked at. */
  others: z.number().int(),
  othersSeen: z.number().int(),
  /** Those of them whose jobs were never measured: they are reckoned with `assumedMs`. */
  othersAssumed: z.number().int(),
  buckets: z.array(bucket),
  /** The first run that would wait, and the longest wait. */
  firstWaitAt: z.number().nullable(),
  longestWaitMs: z.number(),
});
export type SchedulePreview = z.output<typeof preview>;

const outlookSchedule = z.object({
  wlSchedulesId: z.string(),
  scheduleName: z.string(),
  processName: z.string(),
  tenantName: z.string(),
  /** Runs in each of the 24 hours. */
  starts: z.array(z.number().int()),
  waits: z.number().int(),
  firstWaitAt: z.number().nullable(),
  longestWaitMs: z.number(),
  /** No job of its process was measured yet: each is reckoned with `assumedMs`. */
  assumed: z.boolean(),
});

const outlookEnvironment = z.object({
  environmentId: z.string(),
  environmentName: z.string(),
  /** Jobs that its robots run at a time now. */
  capacity: z.number().int(),
  runs: z.number().int(),
  /** For each of the 24 hours: robot places taken and jobs that wait, on average. */
  buckets: z.array(z.object({ at: z.number(), running: z.number(), waiting: z.number() })),
  schedules: z.array(outlookSchedule),
});
export type OutlookEnvironment = z.output<typeof outlookEnvironment>;

/** Starting and stopping schedules, and what would run. */
export const scheduleCalls = defineCalls({
  scheduleAct: {
    method: 'POST',
    path: '/api/product/schedule/act',
    access: scheduleMenus,
    summary: { zh: '启动、停止、暂停、恢复计划', en: 'Start, stop, pause or resume schedules' },
    body: z.strictObject({
      ids: z.array(wireId).max(1_000),
      act: z.enum(['start', 'stop', 'pause', 'resume']),
      /** Until when, or for how long from now on, for a pause. */
      until: instant.nullish(),
      forMs: z
        .number()
        .int()
        .min(1)
        .max(366 * 86_400_000)
        .nullish(),
    }),
    data: z.object({ changed: z.number().int() }),
  },
  schedulePreview: {
    method: 'POST',
    path: '/api/product/schedule/preview',
    access: scheduleMenus,
    summary: {
      zh: '预览计划未来 24 小时的执行与排队',
      en: 'What a schedule would run in the next 24 hours, and where it would queue',
    },
    body: draft,
    data: preview,
  },
  scheduleOutlook: {
    method: 'GET',
    path: '/api/product/schedule/outlook',
    access: ['/schedule-outlook', '/schedule'],
    summary: {
      zh: '未来 24 小时全部计划的执行与排队',
      en: 'What all schedules would run in the next 24 hours, and where it would queue',
    },
    data: z.object({
      from: z.number(),
      /** Running schedules, and how many of them were looked at. */
      schedules: z.number().int(),
      seen: z.number().int(),
      /** What a job is reckoned with whose length was never measured. */
      assumedMs: z.number(),
      environments: z.array(outlookEnvironment),
    }),
  },
});
