import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { PriceDrawer } from './PriceDrawer.tsx';
import { type OfferRow, useOfferCells } from './spot-cells.tsx';

beforeAll(async () => {
  globalThis.fetch = async () => Response.json({ status: 1, msg: '', data: [] });
  await prepareDom();
  await loadTexts(['freight']);
});
afterEach(cleanup);

const offer = {
  spotOfferId: '1',
  polCode: 'CNNGB',
  polName: 'Ningbo',
  polNameCn: '宁波',
  polZone: 'Asia/Shanghai',
  podCode: 'DEHAM',
  podName: 'Hamburg',
  podNameCn: '汉堡',
  podZone: 'Europe/Berlin',
  carrierCode: 'MERI',
  departureTime: Date.UTC(2026, 10, 30),
  arrivalTime: Date.UTC(2026, 11, 30),
  quotedTime: Date.UTC(2026, 10, 24, 3),
  freight: 1160,
  totalUsd: 1614.54,
  changeUsd: 25.5,
  previousDay: '2026-11-23',
  stale: 0,
} as unknown as OfferRow;

function Cells({ row }: { row: OfferRow }) {
  const cells = useOfferCells();
  return (
    <>
      <p data-testid="price">{cells.totalUsd.render(row)}</p>
      <p data-testid="change">{cells.changeUsd.render(row)}</p>
      <p data-testid="departure">{cells.departureTime.render(row)}</p>
    </>
  );
}
const textOf = (name: string): string => screen.getByTestId(name).textContent?.trim() ?? '';

test('an offer of today is compared with yesterday, and says which source reported it and when', async () => {
  renderInApp(<Cells row={offer} />);
  expect(textOf('price')).toBe('1,614.54');
  expect(textOf('change')).toBe('▲ +25.50');
  const titleOf = () => screen.getByTestId('price').firstElementChild?.getAttribute('title');
  await waitFor(() => expect(titleOf()).toMatch(/^来源：MERI，获知于 2026-11-24/));
  expect(screen.getByTestId('departure').querySelector('time')?.getAttribute('title')).toContain('来源：MERI');
});

test('an offer of an earlier day, and a comparison with one of an earlier day, say so', () => {
  renderInApp(<Cells row={{ ...offer, stale: 1, previousDay: '2026-11-20' }} />);
  expect(textOf('price')).toBe('非今日报价 1,614.54');
  expect(textOf('change')).toBe('自 11-20 ▲ +25.50');
});

const line = { basis: 'CONTAINER', payer: 'PREPAID', nameCn: null, nameEn: null } as const;
const price = {
  currency: 'USD',
  freight: '1160.00',
  total: null,
  lines: [
    { ...line, code: 'LSS', nameEn: 'Low sulphur', amount: '1040.00', currency: 'USD', perContainer: '1040.00' },
    { ...line, code: 'XYZ', nameEn: 'Odd charge', amount: '5.00', currency: 'JPY', perContainer: null },
    { ...line, code: 'THC', nameCn: '自有名称', amount: '825.00', currency: 'CNY', perContainer: '114.33' },
    { ...line, code: 'BAF', basis: 'PERCENT' as const, amount: '12.50', currency: null, perContainer: '145.00' },
  ],
  rates: [{ currency: 'CNY', usdPerUnit: 0.1386, validFrom: '2026-11-24' }],
  missing: ['JPY'],
};

test('a price is opened up with names, amounts, exchange rates and their days; a missing rate leaves no total', () => {
  const data = { price, freight: '1160.00', freightCurrency: 'USD', market: [] };
  renderInApp(<PriceDrawer open onClose={() => undefined} title="x" query={{ data, isSuccess: true } as never} />);
  const rowOf = (name: RegExp) => screen.getByRole('row', { name });
  expect(within(rowOf(/低硫附加费/)).getAllByText(/1,040\.00/)).toHaveLength(2);
  expect(rowOf(/Odd charge/).textContent).toContain('—');
  expect(rowOf(/自有名称/).textContent).toContain('0.1386 (2026-11-24)');
  expect(rowOf(/燃油附加费/).textContent).toContain('12.50 %');
  expect(rowOf(/全包价/).textContent).toContain('—');
  expect(screen.getByRole('alert').textContent).toBe('缺少汇率，无法合计：JPY');
});
