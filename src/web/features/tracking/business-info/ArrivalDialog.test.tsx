import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ArrivalDialog } from './ArrivalDialog.tsx';
import type { Booking } from './info-rows.ts';

const ata = Date.UTC(2026, 1, 9, 3);
const booking = (obmBkId: string): Booking =>
  ({
    obmBkId,
    blNo: `BILL${obmBkId}`,
    bizSourceType: 'RPA',
    processType: 'SHIPPING_TRACKING',
    custVessel: 'JADE',
    custVoyage: '1E',
    podCode: 'NLRTM',
    podZone: 'Europe/Amsterdam',
    ata,
  }) as unknown as Booking;
const others = Array.from({ length: 502 }, (_, index) => String(index + 10));
const rowOf = (obmBkId: string, state: string) => ({
  obmBkId,
  blNo: `BILL${obmBkId}`,
  ctnNo: null,
  before: state === 'same' ? ata : null,
  after: ata,
  zone: 'Europe/Amsterdam',
  changed: state === 'changing' ? 1 : 0,
  state,
});

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['businessInfo']);
});
afterEach(cleanup);

test('each booking says what was done with it: updated, refused with the reason, or why nothing had to be done', async () => {
  let writes = 0;
  const sent: string[][] = [];
  globalThis.fetch = async (address, init) => {
    const answer = (body: object) => Response.json({ status: 1, msg: '', data: null, ...body });
    if (!String(address).includes('batchUpdateRpaPodArrivedData')) return answer({ data: [] });
    const body = JSON.parse(String(init?.body)) as { preview?: 1; otherBkIdList: string[] };
    if (body.preview === 1)
      return answer({
        data: {
          changeIds: [],
          rows: others.map((id) => rowOf(id, id === '11' ? 'same' : id === '12' ? 'withSubscription' : 'changing')),
        },
      });
    writes += 1;
    sent.push(body.otherBkIdList);
    // Two are deleted while the dialog is open; the second attempt goes well.
    if (writes === 1) return answer({ status: 0, msg: '跟踪数据不存在' });
    return answer({ data: { changeIds: ['1'], rows: [] } });
  };
  renderInApp(
    <ArrivalDialog
      open
      template={booking('1')}
      bookings={['1', ...others].map(booking)}
      onClose={() => undefined}
      onChanged={() => undefined}
    />,
  );
  const dialog = await screen.findByRole('dialog');
  const line = async (text: string) => within((await within(dialog).findByText(text)).closest('tr') as HTMLElement);
  expect((await line('BILL10')).getByText('将更新')).toBeDefined();
  expect((await line('BILL11')).getByText('已是该时间')).toBeDefined();
  expect((await line('BILL12')).getByText('随同一订阅的另一条更新')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: '更新 500 条' }));
  expect(await within(dialog).findAllByText('跟踪数据不存在')).toHaveLength(8);
  expect((await line('BILL10')).getByText('未更新')).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: '更新 500 条' }));
  expect(await within(dialog).findAllByText('已更新')).toHaveLength(8);
  expect((await line('BILL11')).getByText('已是该时间')).toBeDefined();
  expect(sent.map(({ length }) => length)).toEqual([500, 500]);
  expect(within(dialog).queryByRole('button', { name: /^更新/ })).toBeNull();
}, 60_000);
