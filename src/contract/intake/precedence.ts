import { z } from 'zod';
import { defineCalls, filterText, wireId } from '../call.ts';

const precedenceMenus = ['/fusion-precedence'] as const;

const text = z.string().nullable();
const time = z.number().nullable();

/** A run that makes stored shipments again, with what came of it so far. */
export const recomputeRun = z.object({
  runId: z.string(),
  cause: z.enum(['precedence', 'port']),
  causeId: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  total: z.number().int(),
  done: z.number().int(),
  /** Shipments that were written again. */
  changed: z.number().int(),
  opened: z.number().int(),
  resolved: z.number().int(),
  failed: z.number().int(),
  error: text,
  handlerCode: z.string(),
  handlerName: z.string(),
  startTime: time,
  finishTime: time,
});
export type RecomputeRun = z.output<typeof recomputeRun>;

/** Attribute (or `standard`, for all others) -> source types from most to least trusted. */
const orders = z.record(z.string().max(60), z.array(z.string().max(20)).max(20));

const attributeOrder = z.object({
  attribute: z.string(),
  order: z.array(z.string()),
  defaultOrder: z.array(z.string()),
  /** 1: an order of its own, 0: that of all others. */
  own: z.union([z.literal(0), z.literal(1)]),
});

const versionRow = z.object({
  version: z.number().int(),
  /** What was in force before this version and what from then on, per attribute that differs. */
  changes: z.array(z.object({ attribute: z.string(), before: z.array(z.string()), after: z.array(z.string()) })),
  restoredFrom: z.number().int().nullable(),
  remark: text,
  savedBy: z.string(),
  savedByName: z.string(),
  saveTime: time,
  run: recomputeRun.nullable(),
});
export type PrecedenceVersion = z.output<typeof versionRow>;

const shown = z.object({ value: z.union([z.string(), z.number()]).nullable(), sourceCode: text, sourceName: text });

const changedShipment = z.object({
  obmBkId: z.string(),
  obmTkSubscribeId: z.string(),
  tenantCode: z.string(),
  blNo: text,
  ctnNo: text,
  /** All values that change; `values` has the first of them. */
  count: z.number().int(),
  values: z.array(
    z.object({
      path: z.string(),
      /** IANA zone of the place a time is at. */
      zone: text,
      before: shown,
      after: shown,
    }),
  ),
});
export type PreviewedShipment = z.output<typeof changedShipment>;

const preview = z.object({
  /** Shipments with more than one source: only they can change. */
  candidates: z.number().int(),
  /** Those that were looked at; fewer than candidates = a sample. */
  examined: z.number().int(),
  /** Shipments whose shown values would change. */
  changedShipments: z.number().int(),
  changedValues: z.number().int(),
  /** Shipments that would show the same values and name another source for some of them. */
  onlySource: z.number().int(),
  /** Shipments that would be written again: those two, and those that only explain themselves otherwise. */
  rewritten: z.number().int(),
  attributes: z.array(z.object({ attribute: z.string(), count: z.number().int() })),
  shipments: z.array(changedShipment),
});
export type PrecedencePreview = z.output<typeof preview>;

const wanted = { version: z.coerce.number().int().min(0), orders: orders.default({}) };

/** Calls about which source is trusted. */
export const precedenceCalls = defineCalls({
  precedenceGet: {
    method: 'GET',
    path: '/api/product/fusionPrecedence/get',
    access: precedenceMenus,
    summary: { zh: '查询数据源优先级', en: 'The order of sources per attribute, in force and by default' },
    data: z.object({
      version: z.number().int(),
      attributes: z.array(attributeOrder),
      /** 1: the caller may change it. */
      writable: z.union([z.literal(0), z.literal(1)]),
      run: recomputeRun.nullable(),
    }),
  },
  precedenceHistory: {
    method: 'GET',
    path: '/api/product/fusionPrecedence/history',
    access: precedenceMenus,
    summary: { zh: '数据源优先级变更历史', en: 'Versions of the order of sources, newest first' },
    data: z.array(versionRow),
  },
  precedencePreview: {
    method: 'POST',
    path: '/api/product/fusionPrecedence/preview',
    access: precedenceMenus,
    summary: { zh: '预览优先级变更的影响', en: 'What stored shipments would show under other orders; changes nothing' },
    body: z.object({ orders: orders.default({}) }),
    data: preview,
  },
  precedenceSave: {
    method: 'POST',
    path: '/api/product/fusionPrecedence/save',
    access: precedenceMenus,
    summary: { zh: '保存数据源优先级并重新融合', en: 'Save orders of sources and fuse stored shipments again' },
    body: z.object({ ...wanted, remark: filterText(500) }),
    data: z.object({ version: z.number().int(), run: recomputeRun }),
  },
  precedenceRestore: {
    method: 'POST',
    path: '/api/product/fusionPrecedence/restore',
    access: precedenceMenus,
    summary: { zh: '恢复到历史版本', en: 'Bring the orders of an earlier version back (0 = the default)' },
    body: z.object({ version: wanted.version, restore: z.coerce.number().int().min(0).max(2_147_483_647) }),
    data: z.object({ version: z.number().int(), run: recomputeRun }),
  },
  precedenceRefuse: {
    method: 'POST',
    path: '/api/product/fusionPrecedence/refuse',
    access: precedenceMenus,
    summary: { zh: '按当前优先级重新融合', en: 'Fuse stored shipments again by the orders in force' },
    data: recomputeRun,
  },
});

/** Calls about making stored shipments again. */
export const recomputeCalls = defineCalls({
  refusionCancel: {
    method: 'POST',
    path: '/api/product/refusionRun/cancel',
    access: ['/fusion-precedence', '/unknown-ports'],
    summary: { zh: '取消重新融合', en: 'Cancel a recompute run; what it has made again stays' },
    body: z.object({ runId: wireId }),
    data: recomputeRun,
  },
});
