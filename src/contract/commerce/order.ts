import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { orderRisks, orderStages } from '#domain/commerce/order/judge-order.ts';
import { defineCalls, wireId } from '../call.ts';
import { statement } from '../list.ts';
import { traceDetail, traceStage } from '../tracking/trace.ts';

const orderMenus = ['/oms-index', '/oms-movement-detail', '/oms-movement-xbm-detail', '/oms-ais'] as const;

const text = z.string().nullable();
const maybe = z.number().nullable();

const names = z.object({ zh: z.string(), en: z.string() });

const tie = z.object({
  orderTieId: z.string(),
  referenceNo: z.string(),
  /** The subscription of the shipment, null while the number is not tracked. */
  obmTkSubscribeId: text,
  obmBkId: text,
  mode: z.enum(modes).nullable(),
  byHand: z.union([z.literal(0), z.literal(1)]),
  /** Taken off by hand: the reference ties it no more. */
  undone: z.union([z.literal(0), z.literal(1)]),
});

const line = z.object({
  orderLineId: z.string(),
  lineNo: z.string(),
  productCode: text,
  productName: z.string(),
  batchNo: text,
  quantity: z.number(),
  shippedQuantity: maybe,
  unit: z.string(),
  packages: maybe,
  mode: z.enum(modes),
  shipBy: text,
  promisedOn: z.string(),
  /** When it is expected to be delivered, or was; null while that is not known. */
  expectedTime: maybe,
  stage: z.enum(orderStages),
  risk: z.enum(orderRisks),
  reason: z.string(),
  /** Who wrote the line last and when. */
  said: statement.nullable(),
  ties: z.array(tie),
});

/** One shipment of an order: its legs, the way it draws, and its containers or pieces. */
const movement = z.object({
  obmTkSubscribeId: z.string(),
  obmBkId: text,
  mode: z.enum(modes),
  referenceNo: z.string(),
  carrierCode: z.string(),
  lineNos: z.array(z.string()),
  legs: traceDetail.shape.legs,
  track: traceDetail.shape.track,
  places: traceDetail.shape.places,
  units: z.array(
    z.object({
      unitNo: z.string(),
      sizeType: text,
      quantity: maybe,
      share: z.number(),
      current: text,
      stages: z.array(traceStage),
      /** Lines that name this very container, or else the shipment. */
      lineNos: z.array(z.string()),
      batchNos: z.array(z.string()),
    }),
  ),
  /** Which source reported a time and when, by its path: `leg[1].eta`, or that of a milestone with `planned`, `estimated` or `actual`. */
  said: z.record(z.string(), statement),
});

const document = z.object({
  orderDocumentId: z.string(),
  fileName: z.string(),
  sizeBytes: z.number().int(),
  uploaderName: z.string(),
  uploadTime: z.number(),
});

const order = z.object({
  orderId: z.string(),
  orderNo: z.string(),
  supplier: z.string(),
  customer: text,
  originCode: text,
  destinationCode: text,
  destinationZone: text,
  shipBy: text,
  promisedOn: text,
  expectedTime: maybe,
  stage: z.enum(orderStages),
  risk: z.enum(orderRisks),
  lateDays: maybe,
  reason: z.string(),
  problem: text,
  lines: z.array(line),
  /** In the order in which they left or will leave. */
  movements: z.array(movement),
  exceptions: z.array(
    z.object({
      obmAutotestResultId: z.string(),
      typeName: z.string(),
      severity: z.string(),
      open: z.union([z.literal(0), z.literal(1)]),
      referenceNo: z.string(),
      createTime: z.number(),
    }),
  ),
  documents: z.array(document),
  /** Which source reported the values of the order and when, by the name of the value as in the list of orders. */
  said: z.record(z.string(), statement),
  now: z.number(),
});

/** Calls about orders, besides their list. */
export const orderCalls = defineCalls({
  orderGet: {
    method: 'GET',
    path: '/api/data/order/get',
    access: orderMenus,
    summary: {
      zh: '订单的行、跨运输方式的动态、异常与单证',
      en: 'An order with its lines, movements over all modes, exceptions and documents',
    },
    query: z.object({ orderId: wireId }),
    data: order,
  },
  orderVessels: {
    method: 'GET',
    path: '/api/data/order/vessels',
    access: orderMenus,
    summary: { zh: '承运订单货物的船舶', en: 'Vessels that carry goods of an order' },
    query: z.object({ orderId: wireId }),
    data: z.object({
      orderNo: z.string(),
      vessels: z.array(
        z.object({
          mmsi: z.string(),
          vesselName: text,
          state: z.enum(['waiting', 'loading', 'underway', 'arrived']),
          /** The ports of the leg by name, or by code where they have none. */
          from: names,
          to: names,
          referenceNos: z.array(z.string()),
          lineNos: z.array(z.string()),
          /** When her position was heard last, and by which source or receiver; null: never. */
          heardTime: z.number().nullable(),
          heardBy: text,
        }),
      ),
      now: z.number(),
      /** Shipments by sea whose vessel is not received by AIS, or not known yet. */
      unseen: z.array(z.string()),
    }),
  },
  orderTie: {
    method: 'POST',
    path: '/api/data/order/tie',
    access: orderMenus,
    summary: { zh: '手工关联订单行与货物', en: 'Tie a shipment to an order line by hand' },
    body: z.object({ orderLineId: wireId, referenceNo: z.string().max(60) }),
    data: z.null(),
  },
  orderUntie: {
    method: 'POST',
    path: '/api/data/order/untie',
    access: orderMenus,
    summary: { zh: '取消订单行与货物的关联', en: 'Untie a shipment from an order line' },
    body: z.object({ orderTieId: wireId }),
    data: z.null(),
  },
  orderDocumentUpload: {
    method: 'POST',
    path: '/api/data/order/document/upload',
    access: orderMenus,
    summary: { zh: '上传订单单证（不超过 10 MB）', en: 'Attach a document to an order (10 MB at most)' },
    query: z.object({ orderId: wireId, fileName: z.string().max(200) }),
    data: document,
  },
  orderDocumentDownload: {
    method: 'GET',
    path: '/api/data/order/document/download',
    access: orderMenus,
    summary: { zh: '下载订单单证', en: 'Download a document of an order' },
    query: z.object({ orderDocumentId: wireId }),
    data: z.any(),
  },
  orderDocumentRemove: {
    method: 'POST',
    path: '/api/data/order/document/remove',
    access: orderMenus,
    summary: { zh: '删除订单单证', en: 'Remove a document of an order' },
    body: z.object({ orderDocumentId: wireId }),
    data: z.null(),
  },
});
