import { z } from 'zod';
import { bookingStates } from '#domain/commerce/booking/booking-state.ts';
import { defineCalls, wireId } from '../call.ts';
import { sentBack } from '../wire/rows.ts';

const bookingMenus = ['/booking-record-management'] as const;

const text = z.string().nullable();
const maybe = z.number().nullable();
const entered = (max: number) =>
  z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value?.trim() || null);
const code = (max: number) => entered(max).transform((value) => value?.toUpperCase() ?? null);
const moment = z
  .number()
  .int()
  .min(Date.UTC(2000, 0, 1))
  .max(Date.UTC(2100, 0, 1));
const version = z.number().int().nonnegative();

const booking = z.object({
  bookingRecordId: z.string(),
  recordVersion: z.number().int(),
  /** The moment of the answer, for countdowns. */
  now: z.number(),
  state: z.enum(bookingStates),
  /** What people can do with it now. */
  acts: z.array(z.enum(['edit', 'submit', 'cancel'])),
  /** Something waits to be sent to the carrier. */
  sending: z.boolean(),
  problem: text,
  requestRef: text,
  bookingNo: text,
  billNo: text,
  obmBkId: text,
  carrierCode: z.string(),
  polCode: z.string(),
  polName: text,
  polNameCn: text,
  polZone: text,
  podCode: z.string(),
  podName: text,
  podNameCn: text,
  podZone: text,
  vesselName: text,
  voyage: text,
  departureTime: maybe,
  firstDepartureTime: maybe,
  arrivalTime: maybe,
  equipmentList: z.array(z.object({ containerType: z.string(), units: z.number().int() })),
  customer: text,
  /** Order that it is for, where an order system handed it over. */
  orderNo: text,
  remark: text,
  rolls: z.number().int(),
  cutOffList: z.array(z.object({ code: z.string(), time: z.number() })),
  eventList: z.array(
    z.object({
      time: z.number(),
      kind: z.string(),
      actorCode: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});
const saved = z.object({ bookingRecordId: z.string(), recordVersion: z.number().int() });
const chosen = z.object({ ...sentBack(booking), bookingRecordId: wireId, recordVersion: version });

/** Calls about bookings, besides their list. */
export const bookingCalls = defineCalls({
  bookingRecordGet: {
    method: 'GET',
    path: '/api/data/bookingRecord/get',
    access: bookingMenus,
    summary: { zh: '订舱详情、截止时间与经过', en: 'A booking with its cut-offs and what happened to it' },
    query: z.object({ bookingRecordId: wireId }),
    data: booking,
  },
  bookingRecordSave: {
    method: 'POST',
    path: '/api/data/bookingRecord/save',
    access: bookingMenus,
    summary: {
      zh: '保存订舱；已确认的订舱会向船公司发送改单',
      en: 'Save a booking; a confirmed one is amended with the carrier',
    },
    body: z.object({
      ...sentBack(booking),
      bookingRecordId: wireId.nullish(),
      recordVersion: version.nullish(),
      carrierCode: code(20),
      polCode: code(12),
      podCode: code(12),
      vesselName: code(100),
      voyage: code(50),
      departureTime: moment.nullish(),
      arrivalTime: moment.nullish(),
      equipmentList: z
        .array(z.object({ containerType: code(20), units: z.number().int().min(1).max(999) }))
        .max(20)
        .nullish(),
      customer: entered(200),
      remark: entered(500),
    }),
    data: saved,
  },
  bookingRecordSubmit: {
    method: 'POST',
    path: '/api/data/bookingRecord/submit',
    access: bookingMenus,
    summary: { zh: '向船公司提交订舱', en: 'Submit a booking to the carrier' },
    body: chosen,
    data: saved,
  },
  bookingRecordCancel: {
    method: 'POST',
    path: '/api/data/bookingRecord/cancel',
    access: bookingMenus,
    summary: { zh: '取消订舱', en: 'Cancel a booking' },
    body: chosen,
    data: saved,
  },
});
