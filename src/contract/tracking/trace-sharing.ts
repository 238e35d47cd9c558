import { z } from 'zod';
import { defineCalls, wireId } from '../call.ts';
import { cutoffCodes } from '#shared/reference/cutoff-codes.ts';
import { traceDetail, traceMilestone, traceStage } from './trace.ts';
import { trackingMenus } from '../menus.ts';

/** Those who work on subscriptions. */
const keeperMenus = ['/exception-subscribe'] as const;

const plain = z.union([z.string(), z.number()]).nullable();

/** How long a link may be valid, in days. */
const shareDays = { min: 1, max: 90, usual: 14 } as const;

/** What a stranger with a link sees: nothing of the tenant, of people, of sources and of what is wrong. */
const sharedTrace = z.object({
  mode: traceDetail.shape.mode,
  blNo: z.string().nullable(),
  ctnNo: z.string().nullable(),
  carrierCode: z.string().nullable(),
  carrierNameCn: z.string().nullable(),
  carrierNameEn: z.string().nullable(),
  custEtd: z.number().nullable(),
  /** The time is the plan: nobody has estimated another one. */
  custEtdPlanned: z.literal([0, 1]).optional(),
  atd: z.number().nullable(),
  custEta: z.number().nullable(),
  custEtaPlanned: z.literal([0, 1]).optional(),
  custEtdOverdue: z.number().optional(),
  custEtaOverdue: z.number().optional(),
  boxes: traceDetail.shape.boxes,
  ata: z.number().nullable(),
  polCode: z.string().nullable(),
  podCode: z.string().nullable(),
  ended: z.boolean(),
  places: traceDetail.shape.places,
  containers: z.array(
    z.object({
      containerNo: z.string(),
      sizeType: z.string().nullable(),
      tradeName: z.string().nullable(),
      quantity: z.number().nullable(),
      grossWeightKg: z.number().nullable(),
      carriage: traceDetail.shape.containers.element.shape.carriage,
      current: z.string().nullable(),
      share: z.number(),
      stages: z.array(traceStage.extend({ milestones: z.array(traceMilestone.omit({ path: true })) })),
    }),
  ),
  legs: traceDetail.shape.legs,
  track: traceDetail.shape.track,
  vessel: traceDetail.shape.vessel,
  position: traceDetail.shape.position,
  /** When any source last reported something. */
  freshTime: z.number().nullable(),
  now: z.number(),
  expireTime: z.number(),
});
export type SharedTrace = z.output<typeof sharedTrace>;

const cutoff = z.object({
  code: z.enum(cutoffCodes),
  time: z.number(),
  /** The paper it was taken from. */
  paper: z.string(),
  setterCode: z.string(),
  setTime: z.number(),
});

const obmBkId = wireId.nullish();

/** Calls of the trace page besides the trace itself: what sources stated, cut-offs, links for outsiders. */
export const traceSharingCalls = defineCalls({
  traceSource: {
    method: 'GET',
    path: '/api/data/trace/source',
    access: trackingMenus,
    summary: { zh: '数据来源的原文与解析结果', en: 'What a source sent, as received and as understood' },
    query: z.object({ obmBkId, sourceCode: z.string().min(1).max(100) }),
    data: z.object({
      sourceCode: z.string(),
      received: z
        .object({
          time: z.number(),
          via: z.enum(['pull', 'push']),
          bytes: z.number().int(),
          format: z.enum(['json', 'xml', 'text']),
          /** Pretty printed, secrets masked, at most 100,000 characters. */
          text: z.string(),
          truncated: z.boolean(),
        })
        .nullable(),
      /** The page of a robot that it was read from, with the job that brought it. */
      page: z.object({ answerId: z.string(), jobId: z.string().nullable(), robotId: z.string() }).nullable(),
      observedTime: z.number().nullable(),
      /** Values of the record made from it, each beside the fused one; those that differ first. */
      values: z.array(
        z.object({ path: z.string(), value: plain, fused: plain, differs: z.boolean(), zone: z.string().nullable() }),
      ),
    }),
  },
  traceCutoffs: {
    method: 'GET',
    path: '/api/data/trace/cutoffs',
    access: trackingMenus,
    summary: { zh: '截止时间', en: 'Cut-offs of a shipment' },
    query: z.object({ obmBkId }),
    data: z.object({ cutoffs: z.array(cutoff), zone: z.string().nullable() }),
  },
  traceCutoffSave: {
    method: 'POST',
    path: '/api/data/trace/cutoffs/save',
    access: keeperMenus,
    summary: { zh: '填写或删除截止时间', en: 'Write or remove a cut-off' },
    body: z.object({
      obmBkId,
      code: z.enum(cutoffCodes),
      /** Epoch milliseconds; null removes it. */
      time: z.number().int().min(0).max(4_102_444_800_000).nullable(),
      paper: z.string().trim().max(200).default(''),
    }),
    data: z.null(),
  },
  // Not named as reading calls are: an embedded page must not get at the links.
  traceShareQuery: {
    method: 'GET',
    path: '/api/data/traceShare/links',
    access: keeperMenus,
    summary: { zh: '跟踪分享链接', en: 'Links to the trace of a shipment' },
    query: z.object({ obmBkId }),
    data: z.array(
      z.object({
        shareId: z.string(),
        note: z.string(),
        /** What opens it; null when it is not valid any more. */
        token: z.string().nullable(),
        createTime: z.number(),
        creatorCode: z.string(),
        expireTime: z.number(),
        revokedTime: z.number().nullable(),
        views: z.number().int(),
        lastViewTime: z.number().nullable(),
      }),
    ),
  },
  traceShareInsert: {
    method: 'POST',
    path: '/api/data/traceShare/insert',
    access: keeperMenus,
    summary: { zh: '创建跟踪分享链接', en: 'Make a link to the trace of a shipment' },
    body: z.object({
      obmBkId,
      days: z.number().int().min(shareDays.min).max(shareDays.max).default(shareDays.usual),
      note: z.string().trim().max(100).default(''),
    }),
    data: z.object({ shareId: z.string(), token: z.string(), expireTime: z.number() }),
  },
  traceShareRevoke: {
    method: 'POST',
    path: '/api/data/traceShare/revoke',
    access: keeperMenus,
    summary: { zh: '停用跟踪分享链接', en: 'End a link to a trace' },
    body: z.object({ shareId: wireId }),
    data: z.null(),
  },
  /** The one call that a link opens; the link travels in the body, so that no log has it. */
  sharedTrace: {
    method: 'POST',
    path: '/api/share/trace',
    access: 'public',
    summary: { zh: '通过分享链接查看跟踪', en: 'The trace that a link shows' },
    body: z.object({ token: z.string().min(1).max(600) }),
    data: sharedTrace,
  },
});
