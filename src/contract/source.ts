import { z } from 'zod';
import { defineCalls, wireId } from './call.ts';

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
  kind: z.enum(['carrier', 'aggregator']),
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
  /** Living subscriptions that are asked with them. */
  subscriptions: z.number(),
});

/** Whom a source can be, and the keys it is asked with. */
export const sourceCalls = defineCalls({
  sourceProfiles: {
    summary: { zh: '查询可对接的船公司与平台', en: 'Counterparts that sources can be connected to' },
    data: z.array(profile),
  },
  sourceKeyQuery: {
    summary: { zh: '查询数据源的凭据（不含内容）', en: 'Credential sets of a source, without their values' },
    query: z.object({ sourceId: wireId }),
    data: z.array(keySet),
  },
  sourceKeySave: {
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
  sourceKeyRemove: {
    summary: { zh: '删除数据源的凭据', en: 'Remove a credential set' },
    body: z.object({ sourceId: wireId, tenantId: wireId.nullish() }),
    data: z.null(),
  },
});
