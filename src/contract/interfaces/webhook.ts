import { z } from 'zod';
import { testStories } from '#shared/ids/test-reference.ts';
import { deliveryKinds, deliveryStates, webhookKinds } from '#shared/reference/webhooks.ts';
import { keysOf } from '#shared/values/objects.ts';
import { defineCalls, wireId } from '../call.ts';
import { integrationMenus } from '../menus.ts';

const webhookId = z.uuid();
const byId = z.object({ webhookId });

/** What a webhook is notified of; empty means everything. */
const filters = z.object({
  eventType: z.array(z.enum(webhookKinds)).max(webhookKinds.length).default([]),
  transportDocumentReference: z.string().max(20).nullish(),
  equipmentReference: z.string().max(15).nullish(),
  UNLocationCode: z.string().max(5).nullish(),
});

const webhook = z.object({
  webhookId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  callbackUrl: z.string(),
  /** `ended`: a receiver that answered 410, or a person, has ended it. */
  state: z.enum(['active', 'retrying', 'paused', 'ended']),
  /** Filters by the names of the interface; those that only programs set are shown as well. */
  filters: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  createTime: z.number(),
  pausedTime: z.number().nullable(),
  failures: z.number().int(),
  nextTryTime: z.number().nullable(),
  /** Status of the last answer that was no 2xx, or why there was none. */
  lastErrorText: z.string().nullable(),
  lastDeliveredTime: z.number().nullable(),
  /** Events that were created and not delivered yet, whether or not they pass the filters; counted up to 1,000. */
  waiting: z.number().int(),
  /** Until when the former secret signs beside the new one. */
  formerSecretUntil: z.number().nullable(),
});

const delivery = z.object({
  deliveryId: z.string(),
  kind: z.enum(deliveryKinds),
  createTime: z.number(),
  events: z.number().int(),
  bodyBytes: z.number().int(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  lastTime: z.number().nullable(),
  lastStatus: z.number().int().nullable(),
  /** A person wants it sent again, and it was not yet. */
  resending: z.boolean(),
});

const attempt = z.object({
  number: z.number().int(),
  time: z.number(),
  durationMs: z.number().int(),
  /** Null: there was no answer. */
  status: z.number().int().nullable(),
  reasonText: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  /** The start of the answer as text, without control characters and secrets. */
  response: z.string().nullable(),
  actorCode: z.string(),
});

const madeSecret = z.object({ webhookId: z.string(), secret: z.string() });

const testShipment = z.object({
  reference: z.string(),
  story: z.enum(keysOf(testStories)),
  tenantName: z.string(),
  obmTkSubscribeId: z.string(),
  startTime: z.number().nullable(),
  ended: z.boolean(),
  /** Steps that were reported, of so many. */
  step: z.number().int(),
  steps: z.number().int(),
});

/** Webhooks that are notified of shipments, what was sent to them, and test shipments. */
export const webhookCalls = defineCalls({
  webhookQuery: {
    method: 'GET',
    path: '/api/data-center/webhook/query',
    access: integrationMenus,
    summary: { zh: '查询网络回调', en: 'Webhooks with their state' },
    data: z.array(webhook),
  },
  webhookInsert: {
    method: 'POST',
    path: '/api/data-center/webhook/insert',
    access: integrationMenus,
    summary: { zh: '新建网络回调，签名密钥仅显示一次', en: 'Add a webhook; its secret is answered this once' },
    body: z.object({ tenantId: wireId, callbackUrl: z.string().min(1).max(2000), filters }),
    data: madeSecret,
  },
  webhookUpdate: {
    method: 'POST',
    path: '/api/data-center/webhook/update',
    access: integrationMenus,
    summary: { zh: '修改网络回调', en: 'Change the address and the events of a webhook' },
    body: byId.extend({ callbackUrl: z.string().min(1).max(2000), filters }),
    data: z.null(),
  },
  webhookPause: {
    method: 'POST',
    path: '/api/data-center/webhook/pause',
    access: integrationMenus,
    summary: { zh: '暂停或恢复网络回调', en: 'Pause a webhook, or let it go on' },
    body: byId.extend({ paused: z.boolean() }),
    data: z.null(),
  },
  webhookRotate: {
    method: 'POST',
    path: '/api/data-center/webhook/rotate',
    access: integrationMenus,
    summary: {
      zh: '更换签名密钥，新密钥仅显示一次',
      en: 'Change the secret of a webhook; the new one is answered this once',
    },
    body: byId,
    data: madeSecret,
  },
  webhookEnd: {
    method: 'POST',
    path: '/api/data-center/webhook/end',
    access: integrationMenus,
    summary: { zh: '终止网络回调', en: 'End a webhook' },
    body: byId,
    data: z.null(),
  },
  webhookTest: {
    method: 'POST',
    path: '/api/data-center/webhook/test',
    access: integrationMenus,
    summary: { zh: '发送测试事件', en: 'Send a test event of a kind and say what came of it' },
    body: byId.extend({ kind: z.enum(webhookKinds) }),
    data: delivery,
  },
  webhookDeliveries: {
    method: 'GET',
    path: '/api/data-center/webhook/deliveries',
    access: integrationMenus,
    summary: { zh: '查询发送记录', en: 'What was sent to a webhook, newest first' },
    query: z.object({
      webhookId,
      failed: z.literal(['0', '1']).optional(),
      since: z.coerce.number().int().min(0).max(8_640_000_000_000_000).optional(),
      before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    data: z.object({ records: z.array(delivery), more: z.boolean() }),
  },
  webhookDelivery: {
    method: 'GET',
    path: '/api/data-center/webhook/delivery',
    access: integrationMenus,
    summary: { zh: '发送记录详情', en: 'One delivery: its bytes, and each attempt with the answer' },
    query: z.object({ deliveryId: wireId }),
    data: delivery.extend({ body: z.string(), attemptList: z.array(attempt) }),
  },
  webhookResend: {
    method: 'POST',
    path: '/api/data-center/webhook/resend',
    access: integrationMenus,
    summary: { zh: '重新发送', en: 'Send deliveries again: those named, or all that failed within some hours' },
    body: z.object({
      webhookId,
      deliveryIds: z.array(wireId).max(200).nullish(),
      /** All that were created within so many hours and not taken; 0: whenever they were. */
      failedWithinHours: z.number().int().min(0).max(87_600).nullish(),
    }),
    data: z.object({ queued: z.number().int(), left: z.number().int() }),
  },
  testShipmentQuery: {
    method: 'GET',
    path: '/api/data-center/testShipment/query',
    access: integrationMenus,
    summary: { zh: '查询测试货物', en: 'Test shipments of the tenants of the caller' },
    data: z.array(testShipment),
  },
  testShipmentStart: {
    method: 'POST',
    path: '/api/data-center/testShipment/start',
    access: integrationMenus,
    summary: { zh: '开始测试货物', en: 'Start a test shipment; one of this reference starts again' },
    body: z.object({ tenantId: wireId, reference: z.string().min(1).max(40) }),
    data: testShipment,
  },
  testShipmentClear: {
    method: 'POST',
    path: '/api/data-center/testShipment/clear',
    access: integrationMenus,
    summary: { zh: '清除测试货物', en: 'Remove the test shipments of a tenant with everything that came of them' },
    body: z.object({ tenantId: wireId }),
    data: z.object({ removed: z.number().int() }),
  },
});
