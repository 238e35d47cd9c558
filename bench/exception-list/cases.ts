import type pg from 'pg';
import { benchTenants, rareRemark } from '../data/load-exceptions.ts';

/** What the hand-written peer is asked, in its own terms. */
export type PeerQuestion = {
  page: number;
  tenantCode?: string;
  states?: number[];
  from?: string;
  to?: string;
  remark?: string;
  carrierCode?: string;
  billNo?: string;
};

/** One list that is requested; `variants` take turns. */
export type ListCase = {
  name: string;
  title: string;
  goal: 'peer' | 'counting';
  variants: { body: Record<string, unknown>; question: PeerQuestion }[];
};

export const pageSize = 10;
/** As the screen asks: rows show nothing else of their shipment and their subscription. */
const paging = (page: number) => ({ currentPage: page, pageSize, parts: [] });
const tenant = benchTenants[0].code;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

const pad = (value: number): string => String(value).padStart(2, '0');

/** Thirty days of the data's year, beginning at another day each; days of Shanghai as instants. */
const periods = range(40).map((index) => {
  const day = (offset: number): string => {
    const date = new Date(Date.UTC(2025, 2, 1) + (index * 5 + offset) * 86_400_000);
    return `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  };
  return { from: day(0), to: day(29), fromAt: `${day(0)} 00:00:00+08`, toAt: `${day(30)} 00:00:00+08` };
});

/** The lists of the goals; bill numbers and carriers are those that the data hold. */
export async function listCases(client: pg.Client): Promise<ListCase[]> {
  const bills = await client.query<{ bill_no: string }>(
    'select bill_no from subscription where id % 97 = 1 order by id limit 500',
  );
  const carriers = await client.query<{ carrier_code: string }>(
    'select distinct carrier_code from subscription order by 1',
  );
  return [
    {
      name: 'tenant-states-range',
      title: 'tenant + two states + date range',
      goal: 'peer',
      variants: periods.map(({ from, to, fromAt, toAt }) => ({
        body: { ...paging(1), tenantCode: [tenant], handleStatus: ['0', '1'], createTimeFrom: from, createTimeTo: to },
        question: { page: 1, tenantCode: tenant, states: [0, 1], from: fromAt, to: toAt },
      })),
    },
    {
      name: 'remark-carrier-sorted',
      title: '"contains" in the remark + carrier + two sort keys',
      goal: 'peer',
      variants: carriers.rows.map(({ carrier_code }) => ({
        body: {
          ...paging(1),
          handleRemark: rareRemark.slice(1, 6),
          carrierCode: [carrier_code],
          sortRules: [
            { columnName: 'testPurpose', sortType: 'asc' },
            { columnName: 'createTime', sortType: 'desc' },
          ],
        },
        question: { page: 1, remark: rareRemark.slice(1, 6), carrierCode: carrier_code },
      })),
    },
    {
      name: 'bill',
      title: 'one bill number',
      goal: 'peer',
      variants: bills.rows.map(({ bill_no }) => ({
        body: { ...paging(1), blNo: bill_no },
        question: { page: 1, billNo: bill_no },
      })),
    },
    {
      name: 'page-500',
      title: 'page 500',
      goal: 'peer',
      variants: range(40).map((index) => ({ body: paging(480 + index), question: { page: 480 + index } })),
    },
    {
      name: 'all',
      title: 'no filter',
      goal: 'counting',
      variants: range(20).map((index) => ({ body: paging(index + 1), question: { page: index + 1 } })),
    },
    {
      name: 'one-tenant',
      title: 'one tenant',
      goal: 'counting',
      variants: range(20).map((index) => ({
        body: { ...paging(index + 1), tenantCode: [tenant] },
        question: { page: index + 1, tenantCode: tenant },
      })),
    },
    {
      name: 'one-state',
      title: 'one state',
      goal: 'counting',
      variants: range(20).map((index) => ({
        body: { ...paging(index + 1), handleStatus: ['0'] },
        question: { page: index + 1, states: [0] },
      })),
    },
  ];
}
