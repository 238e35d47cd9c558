import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';

const sourceMenus = ['/sources'] as const;

const text = z.object({ zh: z.string(), en: z.string() });
const count = z.number().nullable();

const credentialField = z.object({
  name: z.string(),
  label: text,
  help: text,
  secret: z.boolean(),
  required: z.boolean(),
  /** A file or PEM text; its password is the field of this name. */
  certificatePassword: z.string().nullable(),
});

const profile = z.object({
  name: z.string(),
  label: text,
  kind: z.enum(['carrier', 'aggregator', 'positions']),
  carriers: z.array(z.string()),
  portalUrl: z.string(),
  docsUrl: z.string(),
  steps: text,
  references: z.array(z.enum(['bill', 'booking', 'container'])),
  credentials: z.array(credentialField),
  address: z.string(),
  testAddress: z.string().nullable(),
  tokenAddress: z.string().nullable(),
  limits: z.object({ perMinute: count, perHour: count, perDay: count, atOnce: count }),
  pushes: z.boolean(),
  /** What has to be done at the counterpart so that it pushes, or why it does not. */
  pushSteps: text.nullable(),
});

const keySet = z.object({
  /** null: the platform's. */
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  /** Names of the fields that have a value; the values are never given back. */
  fields: z.array(z.string()),
  updateTime: z.number().nullable(),
  /** How the source answered these keys last. */
  lastSuccessTime: z.number().nullable(),
  lastFailureTime: z.number().nullable(),
  lastError: z.string().nullable(),
  /** Living subscriptions that are queried with them. */
  subscriptions: z.number(),
});

const instant = z.number().nullable();
const words = z.string().nullable();

const testResult = z.object({
  /** The source answered; what it knows of the reference is in `shipment`. */
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['resolve', 'connect', 'tls', 'token', 'ask', 'read']),
      state: z.enum(['done', 'warned', 'failed']),
      ms: z.number(),
      text: z.string(),
    }),
  ),
  /** Requests and answers without secrets. */
  exchanges: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      ms: z.number(),
      requestHeaders: z.record(z.string(), z.string()),
      status: z.number().nullable(),
      headers: z.record(z.string(), z.string()),
      /** The beginning of the body. */
      body: z.string(),
      bytes: z.number(),
    }),
  ),
  shipment: z
    .object({
      billNo: words,
      bookingNo: words,
      carrierCode: words,
      vesselName: words,
      voyage: words,
      portOfLoading: words,
      portOfDischarge: words,
      containers: z.array(z.string()),
      events: z.array(
        z.object({
          statusCode: z.string(),
          containerNo: words,
          portCode: words,
          place: words,
          zone: words,
          planned: instant,
          estimated: instant,
          actual: instant,
          vesselName: words,
          voyage: words,
        }),
      ),
    })
    .nullable(),
  refusals: z.array(z.object({ text: z.string(), sample: z.string() })),
  /** Deviations from the protocol that were read as meant. */
  tolerated: z.array(z.object({ name: z.string(), text: z.string(), n: z.number() })),
});

/** Whom a source can be, and the keys it is queried with. */
export const sourceCalls = defineCalls({
  sourceProfiles: {
    method: 'GET',
    path: '/api/product/sourceProfile/query',
    access: sourceMenus,
    summary: { zh: '查询可对接的船公司与平台', en: 'Counterparts that sources can be connected to' },
    data: z.array(profile),
  },
  sourceMap: {
    method: 'GET',
    path: '/api/product/source/map',
    access: ['/ft-ocean-tracking'],
    summary: {
      zh: '聚合平台的嵌入地图',
      en: "Address of an aggregator's map of a bill or container, or what is missing for it",
    },
    query: z.object({
      /** A bill, booking or container that is followed; left out: only whether there are keys for a map. */
      reference: z.string().max(100).optional(),
    }),
    data: z.object({
      /** Holds a key: for the frame only. */
      url: z.string().nullable(),
      missing: z.enum(['source', 'key', 'subscription']).nullable(),
    }),
  },
  firstSteps: {
    method: 'GET',
    path: '/api/product/source/firstSteps',
    access: sourceMenus,
    summary: { zh: '首次使用的进度', en: 'How far a new installation has come' },
    /** Subscriptions are counted up to 1,000. */
    data: z.object({ sources: z.number(), keys: z.number(), subscriptions: z.number(), tracked: z.number() }),
  },
  sourceCallQuery: {
    method: 'GET',
    path: '/api/product/source/calls',
    access: sourceMenus,
    summary: {
      zh: '查询数据源已用与剩余的调用次数，及暂停到何时',
      en: 'Calls of a source used and left by each set of keys, and until when it is not asked',
    },
    query: z.object({ sourceId: wireId }),
    data: z.object({
      /** End of the maintenance that was entered, while it lasts. */
      maintenanceUntil: z.number().nullable(),
      sets: z.array(
        z.object({
          /** null: the platform's. */
          tenantId: z.string().nullable(),
          tenantName: z.string().nullable(),
          windows: z.array(
            z.object({ window: z.enum(['minute', 'hour', 'day']), limit: z.number(), used: z.number() }),
          ),
          atOnce: z.object({ limit: z.number(), used: z.number() }).nullable(),
          /** The source has asked to be left alone with these keys until then. */
          pausedUntil: z.number().nullable(),
          pausedBy: z.enum(['limit', 'maintenance']).nullable(),
          /** Subscriptions of the caller's tenants that wait for calls or for the end of a pause. */
          waiting: z.number(),
        }),
      ),
    }),
  },
  sourceToleranceQuery: {
    method: 'GET',
    path: '/api/product/source/tolerances',
    access: sourceMenus,
    summary: {
      zh: '查询数据源与标准的偏差：次数、首次与最近出现',
      en: 'Deviations of a source from its standard: how often, first and last seen',
    },
    query: z.object({ sourceId: wireId }),
    data: z.array(
      z.object({
        name: z.string(),
        text: z.string(),
        n: z.number(),
        /** Day (UTC) on which it was first seen. */
        firstDay: z.string(),
        lastTime: z.number(),
        /** Not seen for 30 days in answers that came all the same. */
        mended: z.boolean(),
      }),
    ),
  },
  sourceKeyQuery: {
    method: 'GET',
    path: '/api/product/sourceKey/query',
    access: sourceMenus,
    summary: { zh: '查询数据源的凭据（不含内容）', en: 'Credential sets of a source, without their values' },
    query: z.object({ sourceId: wireId }),
    data: z.array(keySet),
  },
  sourceKeySave: {
    method: 'POST',
    path: '/api/product/sourceKey/save',
    access: sourceMenus,
    summary: {
      zh: '保存数据源的凭据；未给出的字段保持不变',
      en: 'Save a credential set; fields that are not given stay as they are',
    },
    body: z.object({
      sourceId: wireId,
      /** Left out or null: the platform's. */
      tenantId: wireId.nullish(),
      values: z.record(z.string().max(40), z.string().max(100_000)),
    }),
    data: z.null(),
  },
  sourceTest: {
    method: 'POST',
    path: '/api/product/source/test',
    access: sourceMenus,
    summary: {
      zh: '逐步测试数据源：解析、连接、TLS、令牌、查询、读取；可用未保存的内容',
      en: 'Try a source step by step: name, connection, TLS, token, question, reading; with what is not saved yet',
    },
    body: z.object({
      sourceId: wireId.nullish(),
      /** Of a source that is not saved yet. */
      profile: z.string().max(40).nullish(),
      baseUrl: z.string().max(500).nullish(),
      tokenUrl: z.string().max(500).nullish(),
      tenantId: wireId.nullish(),
      carrierCode: z.string().max(10).nullish(),
      /** A bill, booking or container; left out: only the way and the keys are tried. */
      reference: z.string().max(100).nullish(),
      values: z.record(z.string().max(40), z.string().max(100_000)).nullish(),
    }),
    data: testResult,
  },
  sourceKeyRemove: {
    method: 'POST',
    path: '/api/product/sourceKey/remove',
    access: sourceMenus,
    summary: { zh: '删除数据源的凭据', en: 'Remove a credential set' },
    body: z.object({ sourceId: wireId, tenantId: wireId.nullish() }),
    data: z.null(),
  },
});
