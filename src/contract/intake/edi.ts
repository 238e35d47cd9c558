import { z } from 'zod';
import { ediMessagesList } from '#lists/edi-messages.ts';
import { defineCalls, filterText, pageOf, wireId } from '../call.ts';
import { listBody, listRow } from '../list.ts';

const ediMenus = ['/edi-manager'] as const;

const problem = z.object({
  code: z.string(),
  severity: z.enum(['refusal', 'warning', 'event']),
  /** Number of the segment in the file and its line, from 1. */
  segment: z.number().int().nullable(),
  line: z.number().int().nullable(),
  tag: z.string().nullable(),
  value: z.string().nullable(),
  text: z.string(),
});

const message = listRow(ediMessagesList).extend({
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
});
/** A message as it travels. */
export type EdiMessageRow = z.output<typeof message>;

const event = z.object({
  serial: z.number().int(),
  segment: z.number().int(),
  kind: z.string(),
  code: z.string(),
  classifier: z.enum(['PLN', 'EST', 'ACT']),
  containerNo: z.string().nullable(),
  references: z.array(z.string()),
  portCode: z.string().nullable(),
  /** In the caller's language; null when the port is not known. */
  portName: z.string().nullable(),
  place: z.string().nullable(),
  zone: z.string().nullable(),
  /** null: the time could not be read. */
  time: z.number().nullable(),
  vesselName: z.string().nullable(),
  voyage: z.string().nullable(),
  empty: z.enum(['EMPTY', 'LADEN']).nullable(),
  sealNo: z.string().nullable(),
  grossWeightKg: z.number().nullable(),
  damage: z.string().nullable(),
  statusText: z.string().nullable(),
  withdrawn: z.boolean(),
  /** Subscriptions the event was tied to. */
  subscriptionIds: z.array(z.string()),
});

const taken = z.object({
  fileId: z.string(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  /** false: a large file that is worked off in the background. */
  done: z.boolean(),
  messages: z.array(message),
});

/** Calls about electronic messages. */
export const ediCalls = defineCalls({
  ediQuery: {
    method: 'POST',
    path: '/api/edi-manager/query',
    access: ediMenus,
    summary: { zh: '查询 EDI 报文', en: 'EDI messages, newest first' },
    body: listBody(ediMessagesList),
    data: pageOf(message),
  },
  ediGet: {
    method: 'GET',
    path: '/api/edi-manager/get',
    access: ediMenus,
    summary: { zh: 'EDI 报文明细', en: 'One EDI message: text, segments, problems, events' },
    query: z.object({ id: wireId }),
    data: z.object({
      message,
      segments: z.array(
        z.object({
          number: z.number().int(),
          line: z.number().int(),
          tag: z.string(),
          text: z.string(),
          elements: z.array(z.array(z.string())),
        }),
      ),
      /** Only the beginning of a very long message is shown. */
      cut: z.boolean(),
      charset: z.string().nullable(),
      problems: z.array(problem),
      events: z.array(event),
      shipments: z.array(
        z.object({
          subscriptionId: z.string(),
          billNo: z.string().nullable(),
          containerNo: z.string().nullable(),
          carrierCode: z.string(),
          events: z.number().int(),
          shipmentId: z.string().nullable(),
        }),
      ),
    }),
  },
  ediStats: {
    method: 'GET',
    path: '/api/edi-manager/stats',
    access: ediMenus,
    summary: { zh: 'EDI 报文统计', en: 'EDI messages by state, type and reason' },
    query: z.object({ hours: z.coerce.number().int().min(1).max(8760).default(24) }),
    data: z.object({
      states: z.array(z.object({ state: z.string(), count: z.number().int() })),
      types: z.array(z.object({ messageType: z.string().nullable(), count: z.number().int() })),
      reasons: z.array(z.object({ code: z.string(), text: z.string(), count: z.number().int() })),
      /** All events: used, waiting for a subscription, sent by us, of messages deferred (held, repeated), and refused. */
      events: z.number().int(),
      applied: z.number().int(),
      waiting: z.number().int(),
      sent: z.number().int(),
      setAside: z.number().int(),
      refusedEvents: z.number().int(),
      folder: z.boolean(),
    }),
  },
  ediUpload: {
    method: 'POST',
    path: '/api/edi-manager/upload',
    access: ediMenus,
    summary: {
      zh: '上传 EDI 文件(原始内容或 multipart,不超过 100 MB)',
      en: 'Uploads an EDI file (raw or multipart, at most 100 MB)',
    },
    query: z.object({ fileName: z.string().max(200).optional() }),
    data: taken,
  },
  ediReprocess: {
    method: 'POST',
    path: '/api/edi-manager/reprocess',
    access: ediMenus,
    summary: { zh: '重新处理 EDI 报文', en: 'Reads stored EDI messages again' },
    body: z.object({ ids: z.array(wireId).min(1).max(200) }),
    data: z.object({ done: z.number().int(), messages: z.array(message) }),
  },
  ediSend: {
    method: 'POST',
    path: '/api/edi-manager/send',
    access: ediMenus,
    summary: { zh: '向伙伴发送 IFTSTA', en: 'Sends the events of a shipment to a partner as IFTSTA' },
    body: z.object({
      subscriptionId: wireId.optional(),
      /** Bill or container number, instead of the id of its subscription. */
      reference: filterText(40),
      partnerCode: z.string().min(1).max(30),
    }),
    data: message,
  },
  ediDownload: {
    method: 'GET',
    path: '/api/edi-manager/download',
    access: ediMenus,
    summary: { zh: '下载 EDI 原始报文', en: 'The file of an EDI message as received' },
    query: z.object({ id: wireId }),
    data: z.any(),
  },
});
