import { z } from 'zod';
import { apiKeyScopes } from '#shared/reference/api-key-scopes.ts';
import { defineCalls, wireId } from '../call.ts';
import { integrationMenus } from '../menus.ts';

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
  /** When it ends by itself; null: never. By the clock of the machine. */
  expireTime: z.number().nullable(),
  isExpired: z.boolean(),
  /** Calls per minute, 0 for no limit; what is left of the present minute, and the seconds until it is over. */
  rateLimit: z.number().int(),
  rateRemaining: z.number().int(),
  rateResetS: z.number().int(),
  /** Calls of today (UTC), and those of them that were refused as too many. */
  callsToday: z.number().int(),
  refusedToday: z.number().int(),
  /** What it opens. */
  scopes: z.array(z.enum(apiKeyScopes)),
});

/** Keys by which systems of tenants read their shipments from outside. */
export const outwardCalls = defineCalls({
  apiKeyQuery: {
    method: 'GET',
    path: '/api/data-center/apiKey/query',
    access: integrationMenus,
    summary: { zh: '查询接口密钥', en: 'Keys of the outward API' },
    data: z.array(apiKey),
  },
  apiKeyInsert: {
    method: 'POST',
    path: '/api/data-center/apiKey/insert',
    access: integrationMenus,
    summary: { zh: '新建接口密钥，密钥仅显示一次', en: 'Make a key; its text is answered this once' },
    body: z.object({
      tenantId: wireId,
      name: z.string().min(1).max(100),
      /** A key with `read` or `act` acts in the name of its creator, in the key's tenant. */
      scopes: z.array(z.enum(apiKeyScopes)).min(1).max(apiKeyScopes.length).default(['events']),
      /** Days until it ends by itself; left out: never. */
      expireDays: z.number().int().min(1).max(3650).nullish(),
    }),
    data: z.object({ apiKeyId: z.string(), key: z.string() }),
  },
  apiKeyRevoke: {
    method: 'POST',
    path: '/api/data-center/apiKey/revoke',
    access: integrationMenus,
    summary: { zh: '停用接口密钥', en: 'End a key' },
    body: z.object({ apiKeyId: wireId }),
    data: z.null(),
  },
});
