import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { bookingRecordsList } from '#lists/booking-records.ts';
import { ordersList } from '#lists/orders.ts';
import type { Desk } from './desk.ts';
import { findShipments, type FoundShipment, numbersIn } from './find-shipments.ts';
import {
  listed,
  listedOf,
  maybe,
  moreLine,
  pageInput,
  pageOfList,
  quoted,
  rowsShown,
  momentShape,
  words,
} from './shapes.ts';
import { defineTool } from './tool.ts';

export const foundShape = z.object({
  subscriptionId: z.string(),
  shipmentId: maybe(z.string()),
  mode: z.enum(modes),
  referenceNo: z.string(),
  carrier: maybe(z.string()),
  state: z.string(),
  milestone: maybe(z.string()),
  from: maybe(z.string()),
  to: maybe(z.string()),
  expectedArrival: maybe(momentShape),
  actualArrival: maybe(momentShape),
  openExceptions: z.number().int(),
  link: maybe(z.string()),
});

/** A tracked shipment as tools answer it. */
export const presentFound = (desk: Desk, row: FoundShipment): z.input<typeof foundShape> => ({
  subscriptionId: row.subscriptionId,
  shipmentId: row.shipmentId,
  mode: row.mode,
  referenceNo: row.referenceNo,
  carrier: desk.carrier(row.carrierCode),
  state: row.state,
  milestone: desk.status(row.statusCode),
  from: desk.port(row.from),
  to: desk.port(row.to),
  expectedArrival: desk.timeOr(row.eta, row.toZone),
  actualArrival: desk.timeOr(row.ata, row.toZone),
  openExceptions: row.openExceptions,
  link: row.shipmentId === null ? null : desk.link(traceRoutes[row.mode], { obmBkId: row.shipmentId }),
});

/** A tracked shipment in one line. */
export function foundLine(desk: Desk, found: z.input<typeof foundShape>): string {
  const arrival = found.actualArrival ?? found.expectedArrival;
  return [
    `${found.referenceNo} (${desk.text(`assistant.mode.${found.mode}`)}, ${found.carrier ?? '-'})`,
    found.state,
    found.milestone,
    found.from === null && found.to === null ? null : `${found.from ?? '?'} → ${found.to ?? '?'}`,
    arrival === null
      ? null
      : desk.text(found.actualArrival === null ? 'assistant.expected' : 'assistant.arrived', { time: arrival.local }),
    found.openExceptions === 0 ? null : desk.text('assistant.openExceptions', { count: found.openExceptions }),
    found.link,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

type Recognised = {
  number: string;
  kind: 'bill' | 'container' | 'airWaybill';
  carrier: string | null;
  problem: string | null;
};

/** Numbers in the text that look like references and are not tracked yet. */
async function untrackedIn(desk: Desk, text: string, found: readonly FoundShipment[]): Promise<Recognised[]> {
  if (!desk.may('recogniseReferences')) return [];
  const known = new Set(found.map(({ referenceNo }) => referenceNo));
  const recognised = await desk.ask('recogniseReferences', { text });
  return recognised
    .filter(
      ({ number, obmTkSubscribeId, repeats }) => obmTkSubscribeId === null && repeats === null && !known.has(number),
    )
    .map(({ number, kind, carrierCode, problem }) => ({
      number,
      kind,
      carrier: carrierCode === 'AUTO' ? null : desk.carrier(carrierCode),
      problem: problem === null ? null : desk.text(`assistant.problem.${problem}`),
    }));
}

type OtherMatch = {
  kind: 'order' | 'booking';
  id: string;
  number: string;
  state: string;
  link: string;
  quoted: Record<string, string>;
};

/** Orders and bookings of space with one of these numbers. */
async function othersWith(desk: Desk, numbers: readonly string[]): Promise<OtherMatch[]> {
  const wanted = [...numbers];
  const page = { currentPage: 1, pageSize: 20 } as const;
  const [orders, bookings] = await Promise.all([
    desk.may('order.list') ? desk.ask('order.list', { ...page, orderNo: wanted }) : undefined,
    desk.may('bookingRecord.list') ? desk.ask('bookingRecord.list', { ...page, bookingNo: wanted }) : undefined,
  ]);
  return [
    ...(orders?.records ?? []).map((row): OtherMatch => ({
      kind: 'order',
      id: row.orderId,
      number: desk.number(row.orderNo),
      state: desk.choice(ordersList.columns.risk.values, row.risk),
      link: desk.link('/oms-movement-detail', { orderId: row.orderId }),
      quoted: { supplier: row.supplier },
    })),
    ...(bookings?.records ?? []).map((row): OtherMatch => ({
      kind: 'booking',
      id: row.bookingRecordId,
      number: desk.number(row.bookingNo ?? ''),
      state: desk.choice(bookingRecordsList.columns.state.values, row.state),
      link: desk.link('/booking-record-management', { bookingNo: row.bookingNo ?? '' }),
      quoted: words({ customer: row.customer }),
    })),
  ];
}

type Data = {
  shipments: z.input<typeof foundShape>[];
  others: OtherMatch[];
  untracked: Recognised[];
};

function linesOf(desk: Desk, { shipments, others, untracked }: Data, rest: string | null): (string | null)[] {
  return [
    shipments.length + others.length === 0 ? desk.text('assistant.nothingTracked') : null,
    ...shipments.map((found) => foundLine(desk, found)),
    rest,
    ...others.map(({ kind, number, state, link, quoted: outside }) =>
      [`${desk.text(`assistant.${kind}`)} ${number}`, state, ...Object.values(outside).map(desk.quote), link].join(
        ' · ',
      ),
    ),
    untracked.length === 0 ? null : desk.text('assistant.untracked'),
    ...untracked.map(({ number, kind, carrier, problem }) =>
      [number, desk.text(`assistant.kind.${kind}`), carrier, problem].filter((part) => part !== null).join(' · '),
    ),
  ];
}

export const findReference = defineTool({
  name: 'find_reference',
  scope: 'read',
  title: { zh: '查找单号', en: 'Find a reference' },
  description: {
    zh: '在任意文本中识别提单号、订舱号、箱号、空运单、铁路与公路单号、快递单号和订单号，说明哪些已在跟踪、进展如何，以及哪些还没有跟踪。不确定用哪个编号时先用它。',
    en: 'Finds bills, bookings, containers, air waybills, rail and road numbers, parcels and orders in any text: which are tracked and how far they are, and which are not tracked yet. Use it first when you have a number.',
  },
  input: z.strictObject({
    text: z.string().min(1).max(10_000).describe('Any text with numbers in it, such as a mail'),
    page: pageInput,
  }),
  output: z.object({
    ...listed,
    shipments: z.array(foundShape),
    others: z.array(
      z.object({
        kind: z.enum(['order', 'booking']),
        id: z.string(),
        number: z.string(),
        state: z.string(),
        link: z.string(),
        quoted,
      }),
    ),
    untracked: z.array(
      z.object({
        number: z.string(),
        kind: z.enum(['bill', 'container', 'airWaybill']),
        carrier: maybe(z.string()),
        problem: maybe(z.string()),
      }),
    ),
  }),
  run: async (desk, { text, page }) => {
    const numbers = numbersIn(text);
    const found = await findShipments(desk, numbers);
    const [others, untracked] = await Promise.all([
      numbers.length === 0 ? [] : othersWith(desk, numbers),
      untrackedIn(desk, text, found),
    ]);
    const data = {
      shipments: pageOfList(found, page).map((row) => presentFound(desk, row)),
      others: others.slice(0, rowsShown),
      untracked: untracked.slice(0, rowsShown),
    };
    return {
      lines: linesOf(desk, data, moreLine(desk, found.length, page)),
      data: { ...listedOf(found.length, page), ...data },
    };
  },
});
