import { z } from 'zod';
import { apiKeyScopes } from '#shared/reference/api-key-scopes.ts';
import { defineCalls, wireId } from '../call.ts';

const apiKey = z.object({
  apiKeyId: z.string(),
  name: z.string(),
  tenantName: z.string(),
  /** The first characters; the key itself is not kept. */
  prefix: z.string(),
  createTime: z.number(),
  creatorCode: z.string(),
  lastUsedTime: z.number().nullable(),
  revokedTime: z.number().nullable(),
  /** What it opens. */
  scopes: z.array(z.enum(apiKeyScopes)),
});

/** Keys by which systems of tenants read their shipments from outside. */
export const outwardCalls = defineCalls({
  apiKeyQuery: {
    summary: { zh: '查询接口密钥', en: 'Keys of the outward API' },
    data: z.array(apiKey),
  },
  apiKeyInsert: {
    summary: { zh: '新建接口密钥，密钥仅显示一次', en: 'Make a key; its text is answered this once' },
    body: z.object({
      tenantId: wireId,
      name: z.string().min(1).max(100),
      /** A key with `read` or `act` acts in the name of its creator, in the key's tenant. */
      scopes: z.array(z.enum(apiKeyScopes)).min(1).max(apiKeyScopes.length).default(['events']),
    }),
    data: z.object({ apiKeyId: z.string(), key: z.string() }),
  },
  apiKeyRevoke: {
    summary: { zh: '停用接口密钥', en: 'End a key' },
    body: z.object({ apiKeyId: wireId }),
    data: z.null(),
  },
});
