import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { FlightSubscription } from '#contract/network/flight.ts';
import { callServer, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { flightSubscriptionsPage } from './page.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const row: FlightSubscription = {
  flightSubscriptionId: '8',
  state: 'active',
  flightNo: 'CZ445',
  flightDate: '2026-05-12',
  aircraft: '77F',
  effectiveDate: '2026-05-10',
  expiryDate: '2026-05-24',
  tenantName: '海帆',
  createTime: now,
  createUserCode: 'lilei',
  airlineCode: 'CZ',
  fromAirport: 'PVG',
  toAirport: 'LAX',
  fromZone: 'Asia/Shanghai',
  toZone: 'America/Los_Angeles',
  departureTime: now + 48 * hour,
  arrivalTime: now + 60 * hour,
  cutOffTime: null,
  cancelled: true,
  saidTime: now - hour,
  changes: [{ time: now - hour, field: 'cancelled', oldValue: 'false', newValue: 'true' }],
  changeCount: 1,
  recordVersion: 2,
};
const server = callServer({
  allDict: () => [],
  allOperators: () => [
    { operatorCode: 'CZ', mode: 'air', operatorName: 'China Southern', operatorNameCn: '中国南方航空' },
  ],
  getWorld: () => ({ simulated: false, now, speed: 1, paused: false, behind: { count: 0, more: false } }),
  flightSubscriptionQuery: () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  flightSubscriptionChanges: () => ({
    changes: [
      ...row.changes,
      {
        time: now,
        field: 'plannedArrival',
        oldValue: String(row.arrivalTime - hour),
        newValue: String(row.arrivalTime),
      },
      { time: now, field: 'plannedDeparture', oldValue: null, newValue: String(row.departureTime) },
    ],
  }),
});
const user = userEvent.setup({ delay: null });
afterEach(cleanup);

const theRow = () => screen.findByRole('row', { name: /CZ445/ });

test('a flight is shown in the times of its two airports, by its airline; one that is off is marked', async () => {
  await openPage(flightSubscriptionsPage);
  const cells = within(await theRow());
  for (const message of ['已取消飞行', 'PVG → LAX', '77F', '2026-05-12', '05-12 12:00', '05-12 09:00'])
    expect(cells.getByText(message)).toBeDefined();
  expect((await theRow()).textContent).toContain('取消飞行 否 → 是');
  expect(cells.getAllByTitle(/中国南方航空/).length).toBeGreaterThan(0);
  await user.dblClick(cells.getByText('77F'));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('计划到达')).toBeDefined();
  const lines = within(drawer.getByRole('group', { name: '全部变更' }))
    .getAllByRole('row')
    .slice(1);
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/取消飞行否是$/),
    expect.stringMatching(/计划到达05-12 08:00.*05-12 09:00.*\+1 小时$/),
    expect.stringMatching(/计划起飞—05-12 12:00/),
  ]);
});

test('flights are subscribed by number and day, with the call that each act needs', async () => {
  server.answer({
    flightSubscriptionInsert: () => new Success({ count: 1 }, '已订阅 1 条'),
    flightSubscriptionUpdate: () => new Success({ count: 1 }, '已修改'),
    flightSubscriptionCancel: () => new Success({ count: 1 }, '已取消 1 条'),
  });
  await openPage(flightSubscriptionsPage);
  await theRow();
  await user.click(screen.getByRole('button', { name: /订阅航班/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '订阅航班' }));
  await user.type(dialog.getByRole('textbox', { name: '航班号 1' }), 'CZ445');
  await user.type(dialog.getByRole('textbox', { name: '起飞日期 1' }), '2026-05-12');
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已订阅 1 条')).toBeDefined();
  expect(server.asked('flightSubscriptionInsert')).toEqual([
    {
      items: [{ airlineCode: '', flightNo: 'CZ445', flightDate: '2026-05-12', fromAirport: '' }],
      effectiveDate: '2026-05-10',
      expiryDate: '2026-05-24',
    },
  ]);
  const act = async (name: string): Promise<HTMLElement> => {
    await user.click(within(await theRow()).getByRole('button', { name: /操作/ }));
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
    return screen.findByRole('dialog', { name: /CZ445 2026-05-12/ });
  };
  await user.click(within(await act('修改有效期')).getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已修改')).toBeDefined();
  await user.click(within(await act('取消订阅')).getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('已取消 1 条')).toBeDefined();
  expect(server.asked('flightSubscriptionUpdate')).toEqual([
    { flightSubscriptionId: '8', recordVersion: 2, effectiveDate: '2026-05-10', expiryDate: '2026-05-24' },
  ]);
  expect(server.asked('flightSubscriptionCancel')).toEqual([{ flightSubscriptionIds: ['8'] }]);
});
