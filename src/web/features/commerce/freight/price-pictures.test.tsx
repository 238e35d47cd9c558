import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RowPage } from '#web/kit/list/ListTable.tsx';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import type { PriceRow } from './cells.tsx';
import { LanePrices } from './LanePrices.tsx';
import { MarketTrend } from './MarketBand.tsx';
import { SailingPrices } from './SailingPrices.tsx';
import { type OfferRow, useOfferCells } from './spot-cells.tsx';

beforeAll(async () => {
  globalThis.fetch = async () => Response.json({ status: 1, msg: '', data: [] });
  await prepareDom();
  await loadTexts(['chart', 'freight']);
});
afterEach(cleanup);
const user = userEvent.setup({ delay: null });

const requested = <Row extends object>(records: Row[], totalRecord = records.length): QueryState<RowPage<Row>> => ({
  data: { records, totalRecord },
  error: null,
  isError: false,
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  refetch: async () => undefined,
});
const lane = { polCode: 'CNNGB', polName: 'Ningbo', polNameCn: '宁波', podName: 'Hamburg', podNameCn: '汉堡' };
const price = (ratePriceId: string, supplier: string, totalUsd: number | null, podCode = 'DEHAM'): PriceRow => ({
  ...lane,
  ratePriceId,
  supplier,
  totalUsd,
  podCode,
  containerType: '40HQ',
  supplierType: 'AGENT',
  carrierCode: 'MERI',
  freightUsd: null,
  surchargesUsd: null,
  changeUsd: null,
  previousUsd: null,
  marketPlace: 'within',
  marketLow: podCode === 'DEHAM' ? 2500 : null,
  marketMid: 2600,
  marketHigh: 2700,
  marketCount: 3,
  transitDays: null,
  freeDays: '',
  rateNo: '',
  validTo: '',
  pricedTime: 0,
  tenantCode: '',
  freightRateId: '',
  currency: 'USD',
  freight: 0,
});
const cells = {
  polCode: { text: (row: PriceRow) => row.polCode },
  podCode: { text: (row: PriceRow) => row.podCode },
  supplier: { text: (row: PriceRow) => row.supplier },
};

test('each lane has its market and the offers on it; a mark opens its price, and the table has the same', async () => {
  const open = vi.fn<(row: PriceRow) => void>();
  const rows = [
    price('1', '甲', 2480),
    price('2', '乙', 2650.4),
    price('3', '丙', null),
    price('4', '丁', 900, 'USLAX'),
  ];
  renderInApp(<LanePrices query={requested(rows, 9)} cells={cells} onOpen={open} />);
  expect(screen.getByText('仅显示前 4 条，共 9 条；请缩小筛选范围')).toBeDefined();
  const first = within(screen.getByRole('group', { name: /CNNGB → DEHAM 40HQ: 低位 2500，中位 2600，高位 2700 USD/ }));
  expect(screen.getByRole('group', { name: /CNNGB → USLAX 40HQ: 无市场数据/ })).toBeDefined();
  expect(screen.getByText('甲：2,480，共 2 个报价')).toBeDefined();
  await user.click(first.getByRole('button', { name: '乙 2,650 USD' }));
  expect(open).toHaveBeenCalledWith(rows[1]);
  await user.click(screen.getByRole('button', { name: /显示为表格/ }));
  expect(screen.getByRole('row', { name: 'CNNGB → DEHAM · 40HQ 丙 — 2,500 2,600 2,700' })).toBeDefined();
});

const day = 86_400_000;
const offer = (
  spotOfferId: string,
  vesselName: string,
  containerType: string,
  totalUsd: number,
  departs: number,
): OfferRow => ({
  ...lane,
  spotOfferId,
  vesselName,
  containerType,
  totalUsd,
  podCode: 'DEHAM',
  voyage: '1W',
  carrierCode: 'MERI',
  polZone: 'Asia/Shanghai',
  podZone: 'Europe/Berlin',
  departureTime: Date.UTC(2026, 10, 30) + departs * day,
  arrivalTime: Date.UTC(2026, 11, 30) + departs * day,
  transitDays: 30,
  space: 'OPEN',
  freight: 0,
  currency: 'USD',
  changeUsd: null,
  previousUsd: null,
  previousDay: null,
  serviceCode: null,
  quotedTime: 0,
  stale: 0,
});

function Sailings({ rows, onOpen }: { rows: OfferRow[]; onOpen: (row: OfferRow) => void }) {
  return <SailingPrices query={requested(rows)} cells={useOfferCells()} onOpen={onOpen} />;
}

test('a lane has a strip for each type of container and one row for each sailing, the first to leave first', async () => {
  const open = vi.fn<(row: OfferRow) => void>();
  const rows = [
    offer('1', 'LATE', '40HQ', 2000, 7),
    offer('2', 'EARLY', '40HQ', 3000, 0),
    offer('3', 'EARLY', '20GP', 1500, 0),
  ];
  renderInApp(<Sailings rows={rows} onOpen={open} />);
  expect(screen.getByText('40HQ 最低 2,000，中位 2,500，最高 3,000 USD，2 个航次')).toBeDefined();
  const table = screen.getByRole('table');
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.slice(-2).map(({ textContent }) => textContent)).toEqual(['20GP (USD)', '40HQ (USD)']);
  const [, early, late] = within(table).getAllByRole('row');
  expect(early?.textContent).toMatch(/EARLY \/ 1W.*1,500.*3,000/);
  expect(late?.textContent).toMatch(/LATE \/ 1W.*—.*2,000/);
  await user.click(within(table).getByRole('button', { name: /2,000/ }));
  expect(open).toHaveBeenCalledWith(rows[0]);
});

test('a price that is not of today is marked and counts neither for the spread nor as the best', async () => {
  const rows = [
    offer('1', 'OLD', '40HQ', 1000, 0),
    offer('2', 'FIRST', '40HQ', 2000, 7),
    offer('3', 'SECOND', '40HQ', 3000, 9),
  ].map((row) => (row.vesselName === 'OLD' ? { ...row, stale: 1 as const } : row));
  renderInApp(<Sailings rows={rows} onOpen={vi.fn<(row: OfferRow) => void>()} />);
  expect(screen.getByText('40HQ 最低 2,000，中位 2,500，最高 3,000 USD，2 个航次')).toBeDefined();
  expect(within(screen.getByRole('table')).getByRole('button', { name: /非今日报价 1,000/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /显示为表格/ }));
  expect(screen.getByRole('cell', { name: '非今日报价 1,000.00' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /显示为图形/ }));
});

test('the market over days is read day by day with the arrow keys', async () => {
  const days = [
    { day: '2026-11-28', low: 2400, mid: 2500, high: 2600, offers: 3 },
    { day: '2026-11-29', low: 2450, mid: 2550, high: 2650, offers: 4 },
  ];
  renderInApp(<MarketTrend days={days} total="2480.00" />);
  const plot = screen.getByRole('slider');
  expect(plot.getAttribute('aria-valuetext')).toBe('2026-11-29: 低位 2,450, 中位 2,550, 高位 2,650 USD');
  plot.focus();
  await user.keyboard('{ArrowLeft}');
  expect(plot.getAttribute('aria-valuetext')).toMatch(/^2026-11-28/);
});
