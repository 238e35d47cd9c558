import { z } from 'zod';
import { feedback } from '#entities/feedback.ts';
import { outboxList } from '#lists/outbox.ts';
import type { ListRow } from '#shared/list/declare.ts';
import { defineCalls, pageOf, wireId } from '../call.ts';
import { inputFields } from '../entity.ts';
import { listBody, listRow } from '../list.ts';

const text = z.string().nullable();

/** A notification in the list of what was sent. */
const notificationRecord = listRow(outboxList);
export type NotificationRecord = ListRow<typeof outboxList>;

/** One attempt to send. */
const attemptRecord = z.object({
  number: z.number().int(),
  time: z.number(),
  result: z.enum(['running', 'sent', 'failed', 'unknown']),
  reasonText: text,
  responseCode: z.number().int().nullable(),
  durationMs: z.number().int().nullable(),
  /** What the receiver stated, as text. */
  detail: text,
  address: z.string(),
  actorCode: z.string(),
});

const notificationDetail = notificationRecord.extend({
  content: z.string(),
  webhookId: z.string(),
  link: text,
  attemptList: z.array(attemptRecord),
});

/** What a receiver of the simulated world got. */
export const receivedRecord = z.object({
  id: z.string(),
  time: z.number(),
  /** mail, webhook, dingtalk, wecom, feishu, slack or teams. */
  kind: z.string(),
  to: z.string(),
  subject: text,
  text: z.string(),
  /** What the receiver found when it checked the signature; null where there is none. */
  signature: text,
  answer: z.string(),
});

const byId = z.object({ notificationId: wireId });

export const notificationCalls = defineCalls({
  outboxQuery: {
    method: 'POST',
    path: '/api/product/notification/query',
    access: ['/feedback'],
    summary: { zh: '查询发件箱', en: 'Notifications and how far they got' },
    body: listBody(outboxList),
    data: pageOf(notificationRecord),
  },
  outboxGet: {
    method: 'GET',
    path: '/api/product/notification/get',
    access: ['/feedback'],
    summary: { zh: '通知详情及发送记录', en: 'One notification with its attempts' },
    query: byId,
    data: notificationDetail,
  },
  outboxReplay: {
    method: 'POST',
    path: '/api/product/notification/replay',
    access: ['/feedback'],
    summary: { zh: '重新发送通知', en: 'Send notifications again, under the same webhook id' },
    body: z.object({ notificationIds: z.array(wireId).min(1).max(200) }),
    data: z.object({ queued: z.number().int(), skipped: z.number().int() }),
  },
  outboxReceived: {
    method: 'GET',
    path: '/api/product/notification/received',
    access: ['/feedback'],
    summary: { zh: '模拟接收方收到的内容', en: 'What receivers of the simulated world got of a notification' },
    query: byId,
    data: z.object({ simulated: z.boolean(), messages: z.array(receivedRecord) }),
  },
  feedbackTest: {
    method: 'POST',
    path: '/api/product/feedback/test',
    access: ['/feedback'],
    summary: { zh: '发送测试通知', en: 'Send a test by a definition and say what came of it' },
    body: z.object({
      wlFeedbackId: wireId.nullish(),
      /** Values of a form that is not saved, as they would be sent to save them; nothing of the test is kept then. */
      feedback: z.object(inputFields(feedback)).nullish(),
    }),
    data: z.object({
      ok: z.boolean(),
      /** Null when nothing was kept. */
      notificationId: z.string().nullable(),
      feedbackType: z.string(),
      address: z.string(),
      subject: text,
      content: z.string(),
      /** What went over the wire; null when nothing did. */
      sent: text,
      responseCode: z.number().int().nullable(),
      durationMs: z.number().int(),
      reasonText: text,
      detail: text,
    }),
  },
  inboxQuery: {
    method: 'GET',
    path: '/api/product/notification/inbox',
    access: 'session',
    summary: { zh: '我的站内消息', en: 'Messages within the product for the caller' },
    query: z.object({ pageSize: z.coerce.number().int().min(1).max(100).default(20) }),
    data: z.object({
      unread: z.number().int(),
      messages: z.array(
        z.object({
          notificationId: z.string(),
          tenantName: z.string(),
          subject: text,
          content: z.string(),
          link: text,
          time: z.number(),
          read: z.boolean(),
        }),
      ),
    }),
  },
  inboxRead: {
    method: 'POST',
    path: '/api/product/notification/read',
    access: 'session',
    summary: { zh: '标记站内消息为已读', en: 'Mark messages within the product as read; all of them without ids' },
    body: z.object({ notificationIds: z.array(wireId).max(200).nullish() }),
    data: z.null(),
  },
  pushKey: {
    method: 'GET',
    path: '/api/product/notification/pushKey',
    access: 'session',
    summary: { zh: '浏览器推送公钥', en: 'The key by which a browser allows this product to push' },
    data: z.object({ publicKey: z.string() }),
  },
  pushDevices: {
    method: 'GET',
    path: '/api/product/notification/devices',
    access: 'session',
    summary: { zh: '接收推送的本人设备', en: 'Devices of the caller that show messages while no page is open' },
    data: z.array(
      z.object({
        deviceId: z.string(),
        deviceName: z.string(),
        createTime: z.number(),
        lastRungTime: z.number().nullable(),
        mark: z.string(),
      }),
    ),
  },
  pushDeviceAdd: {
    method: 'POST',
    path: '/api/product/notification/device',
    access: 'session',
    summary: { zh: '在本设备上接收推送', en: 'Show messages on a device of the caller' },
    body: z.object({
      endpoint: z.string().min(1).max(2000),
      p256dh: z.string().min(87).max(88),
      auth: z.string().min(22).max(24),
      deviceName: z.string().min(1).max(100),
    }),
    data: z.object({ deviceId: z.string() }),
  },
  pushDeviceRemove: {
    method: 'POST',
    path: '/api/product/notification/removeDevice',
    access: 'session',
    summary: { zh: '停止向本人设备推送', en: 'Show no messages on a device of the caller any more' },
    body: z.object({ deviceId: wireId }),
    data: z.null(),
  },
});
