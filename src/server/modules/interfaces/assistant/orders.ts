import { z } from 'zod';
import { ordersList } from '#lists/orders.ts';
import {
  joined,
  listed,
  listedOf,
  maybe,
  moreLine,
  pageInput,
  quoted,
  rowsShown,
  momentShape,
  words,
} from './shapes.ts';
import { defineTool } from './tool.ts';

const orderShape = z.object({
  orderId: z.string(),
  risk: z.string(),
  stage: z.string(),
  promisedOn: maybe(z.string()),
  expected: maybe(momentShape),
  lateDays: maybe(z.number()),
  from: maybe(z.string()),
  to: maybe(z.string()),
  openExceptions: z.number(),
  link: z.string(),
  quoted,
});

export const ordersAtRisk = defineTool({
  name: 'orders_at_risk',
  scope: 'read',
  title: { zh: '有风险的订单', en: 'Orders at risk' },
  description: {
    zh: '将晚于承诺日交付（late）或有风险（atRisk）的订单及原因，晚得最多的在前，每页十条。',
    en: 'Orders that will come after the promised day (late) or may (atRisk), and why; the latest first, ten to a page.',
  },
  input: z.strictObject({ risk: z.enum(['late', 'atRisk']).default('late'), page: pageInput }),
  output: z.object({ ...listed, orders: z.array(orderShape), link: z.string() }),
  run: async (desk, { risk, page }) => {
    const { records, totalRecord } = await desk.ask('order.list', {
      tab: risk,
      currentPage: page,
      pageSize: rowsShown,
      sortRules: [{ columnName: 'lateDays', sortType: 'desc' }],
    });
    const { columns } = ordersList;
    const orders = records.map((row) => ({
      orderId: row.orderId,
      risk: desk.choice(columns.risk.values, row.risk),
      stage: desk.choice(columns.stage.values, row.stage),
      promisedOn: row.promisedOn,
      expected: desk.timeOr(row.expectedTime, row.destinationZone),
      lateDays: row.lateDays,
      from: desk.port(row.originCode),
      to: desk.port(row.destinationCode),
      openExceptions: row.openExceptions,
      link: desk.link('/oms-movement-detail', { orderId: row.orderId }),
      quoted: words({ orderNo: row.orderNo, supplier: row.supplier, reason: row.reason, customer: row.customer }),
    }));
    const link = desk.link('/oms-index', { tab: risk });
    return {
      lines: [
        orders.length === 0 ? desk.text('assistant.noOrders') : null,
        ...orders.map((row) =>
          joined(
            desk.quote(row.quoted['orderNo'] ?? ''),
            row.risk,
            row.stage,
            desk.quote(row.quoted['reason'] ?? ''),
            desk.quote(row.quoted['supplier'] ?? ''),
            row.promisedOn === null ? null : desk.text('assistant.promised', { day: row.promisedOn }),
            row.expected === null ? null : desk.text('assistant.expected', { time: row.expected.local }),
            row.lateDays === null ? null : desk.text('assistant.daysLate', { days: row.lateDays }),
            row.link,
          ),
        ),
        moreLine(desk, totalRecord, page),
        link,
      ],
      data: { ...listedOf(totalRecord, page), orders, link },
    };
  },
});
