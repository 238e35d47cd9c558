import { notificationTasks } from '#server/modules/administration/notification/tasks.ts';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { handlersOf } from '#server/product.ts';
import {
  deliverySettings,
  notify,
  type DeliverySettings,
  type NotificationCause,
} from '#server/modules/administration/notification/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { seal } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { soon } from './soon.ts';

/** What may be stated about a feedback definition of a test. */
export type FeedbackOptions = {
  tenantId: number;
  name?: string;
  type?: string;
  address: string;
  auth?: string;
  statuses?: string;
  events?: string;
  match?: string;
  subject?: string;
  content?: string;
  active?: boolean;
};

let serial = 0;

/** How notifications are sent in tests. */
export const testDelivery: DeliverySettings = deliverySettings(
  {
    smtpUrl: null,
    smtpFrom: 'Portolan <p@portolan.example>',
    smsGatewayUrl: null,
    allowedUrls: [],
    timeoutMs: soon.timeout,
  },
  { worldUrl: null, publicUrl: 'https://portolan.example' },
);

/** Everything that sends notifications, on a test database and a clock that moves when reported. */
export function startNotifications(database: Database, settings: Partial<DeliverySettings> = {}) {
  const log = pino({ level: 'silent' });
  const clock = manualClock(Date.UTC(2026, 4, 1, 8));
  const keys = [randomBytes(32)];
  const queue = createQueue({ database, clock, log });
  const delivery: DeliverySettings = { ...testDelivery, ...settings };
  const handlers = handlersOf(notificationTasks({ database, queue, clock, log, keys, delivery }).tasks);
  const worker = createWorker({ queue, handlers });
  const dictionary = [
    { codeType: 'WL_JOB_STATUS', codeValue: 'Faulted', displayCn: '失败', displayEn: 'Faulted' },
    {
      codeType: 'WL_FEEDBACK_EVENT',
      codeValue: 'EXCEPTION_OPENED',
      displayCn: '发现异常',
      displayEn: 'Exception found',
    },
  ];
  const notifyDeps = {
    database,
    queue,
    clock,
    reference: () => ({ dictionary }),
    publicUrl: 'https://portolan.example',
  };
  return {
    clock,
    keys,
    queue,
    worker,
    delivery,
    handlers,
    newWorker: () => createWorker({ queue, handlers }),
    notify: (causes: readonly NotificationCause[]) => notify(notifyDeps, causes),
    buildFeedback: async (options: FeedbackOptions): Promise<number> => {
      const { id } = await database.system
        .insertInto('feedback')
        .values({
          tenant_id: options.tenantId,
          feedback_name: options.name ?? `定义 ${++serial}`,
          feedback_type: options.type ?? 'WEBHOOK',
          feedback_addr: options.address,
          auth_sealed: options.auth === undefined ? null : seal(options.auth, keys),
          trigger_status: options.statuses ?? 'Faulted',
          trigger_events: options.events ?? null,
          trigger_match_info: options.match ?? null,
          feedback_subject: options.subject ?? null,
          feedback_content: options.content ?? null,
          active: options.active ?? true,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },
  };
}

/** A job that failed, as a cause. */
export const jobCause = (
  tenantId: number,
  jobId: number,
  more: Partial<NotificationCause> = {},
): NotificationCause => ({
  tenantId,
  kind: 'job',
  key: `job:${jobId}`,
  status: 'Faulted',
  at: Date.UTC(2026, 4, 1, 7, 30),
  describe: (lang) => ({ process: lang === 'zh' ? '船期采集' : 'Schedules', jobId: String(jobId), error: 'no answer' }),
  linkPath: `/job?id=${jobId}`,
  output: { code: 7 },
  error: 'no answer',
  facts: { jobId: String(jobId) },
  ...more,
});
