import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const count = z.number().int();
const time = z.number().nullable();
const text = z.string().nullable();

/** Open exceptions by how far their handling is. */
const openCounts = { untreated: count, inProgress: count, onHold: count };

/** One exception that waits, as far as a line shows it. */
const waitingException = z.object({
  obmAutotestResultId: z.string(),
  testPurpose: z.string(),
  testPurposeName: z.string(),
  errorRemark: z.string(),
  severity: z.string(),
  handleStatus: z.string(),
  tenantName: z.string(),
  blNo: text,
  ctnNo: text,
  carrierCode: text,
  createTime: z.number(),
});

/** A number that is exact below its cap; at the cap there may be more. */
const capped = z.object({ count, more: z.boolean() });

const sourceFreshness = z.object({
  code: z.string(),
  nameCn: z.string(),
  nameEn: z.string(),
  enabled: z.boolean(),
  failing: z.boolean(),
  consecutiveFailures: count,
  lastSuccessTime: time,
  lastFailureTime: time,
  lastError: text,
  /** When a failing source is asked next, when that is among the next thousands of questions. */
  nextPullTime: time,
  overdue: capped,
});

const taskKind = z.object({
  kind: z.string(),
  name: z.string(),
  waiting: capped,
  due: capped,
  /** Since when the oldest due one waits. */
  oldestDueTime: time,
  running: count,
  dead: capped,
});

const deadTask = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  attempts: count,
  error: z.string(),
  createTime: z.number(),
});

const overviewData = z.object({
  now: z.number(),
  /** The zone whose days are meant. */
  zone: z.string(),
  open: z.object({ ...openCounts, total: count, unassigned: count }),
  /** Every exception by handle status. */
  states: z.array(z.object({ handleStatus: z.string(), count })),
  /** Open ones by type, most first. */
  types: z.array(z.object({ testPurpose: z.string(), testPurposeName: z.string(), ...openCounts, total: count })),
  /** Open ones by age in local days; `from` and `to` are days (yyyy-MM-dd), as the list's filter takes them. */
  ages: z.array(
    z.object({
      key: z.enum(['today', 'yesterday', 'week', 'twoWeeks', 'month', 'older']),
      from: text,
      to: text,
      ...openCounts,
      total: count,
    }),
  ),
  /** The last 14 local days, oldest first: came about or came back; settled by people; gone by themselves. */
  days: z.array(z.object({ day: z.string(), opened: count, handled: count, gone: count })),
  /** What open exceptions may cost in US dollars, and how many subscriptions that is about. */
  money: z.object({ usd: z.number(), shipments: count }),
  sources: z.array(sourceFreshness),
  /** Background work; null for those who see only their own tenants. */
  queue: z.object({ kinds: z.array(taskKind), dead: z.array(deadTask) }).nullable(),
  /** Notifications under way, and those of the last 24 hours; null for those who may not see them. */
  deliveries: z.object({ waiting: count, failed: count, sent: count, givenUp: count }).nullable(),
  mine: z.object({ ...capped.shape, records: z.array(waitingException) }),
  unassigned: z.object({ records: z.array(waitingException) }),
});
export type WaitingException = z.output<typeof waitingException>;

export const overviewCalls = defineCalls({
  overview: {
    method: 'GET',
    path: '/api/data-center/overview',
    access: ['/dashboard', '/home'],
    summary: { zh: '运营概览', en: 'Operations overview of the own tenants' },
    data: overviewData,
  },
  retryTask: {
    method: 'POST',
    path: '/api/data-center/overview/retryTask',
    access: ['/dashboard', '/home'],
    summary: { zh: '重新执行最终失败的后台任务', en: 'Queue a background task again that failed permanently' },
    body: z.object({ taskId: wireId.optional() }),
    data: z.null(),
  },
});
