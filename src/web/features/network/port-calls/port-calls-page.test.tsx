import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { PortCallRow } from '#contract/network/sailing.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { portCallsPage } from './page.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const none = { planned: null, estimated: null, actual: null };
const row: PortCallRow = {
  callId: '31',
  carrierCode: 'MERI',
  sellers: ['MERI'],
  serviceCode: 'AE1',
  vesselName: 'AMBER TIDE',
  imo: '9000001',
  mmsi: '413000001',
  importVoyage: '100E',
  exportVoyage: '101W',
  terminal: 'YS3',
  arrival: { planned: now, estimated: now + 2 * hour, actual: null },
  arrivalSaid: { carrierCode: 'MERI', saidTime: now - hour },
  berthing: { ...none, estimated: now + 5 * hour },
  departure: { planned: now + 24 * hour, estimated: null, actual: null },
  departureSaid: null,
  seenArrival: null,
  seenDeparture: null,
  state: 'expected',
  cutOffs: [{ code: 'VCO', time: now + 10 * hour, said: { carrierCode: 'MERI', saidTime: now - hour } }],
  differs: true,
  changedTime: now,
};
const shanghai = {
  portCode: 'CNSHA',
  portName: 'Shanghai',
  portNameCn: '上海',
  zone: 'Asia/Shanghai',
  lon: null,
  lat: null,
};
const answerOf = (...records: PortCallRow[]) => ({
  records,
  totalPage: 1,
  totalRecord: records.length,
  port: shanghai,
  sources: [
    { carrierCode: 'MERI', answeredTime: now - 3 * hour, failing: true },
    { carrierCode: 'SANJ', answeredTime: now - hour, failing: false },
  ],
});
const server = callServer({
  allDict: () => [],
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Line', operatorNameCn: '子午线航运' },
  ],
  getWorld: () => ({ simulated: false, now, speed: 1, paused: false, behind: { count: 0, more: false } }),
  searchPorts: () => ({
    records: [
      {
        portCode: 'CNSHA',
        portName: 'Shanghai',
        portNameCn: '上海',
        portNameDesc: null,
        longitude: null,
        latitude: null,
        portTimeZone: 'Asia/Shanghai',
      },
    ],
    totalPage: 1,
    totalRecord: 1,
  }),
  portCallQuery: () => answerOf(row),
});
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

const theRow = () => screen.findByRole('row', { name: /AMBER TIDE/ });
const menu = async (): Promise<void> => user.click(within(await theRow()).getByRole('button', { name: /操作/ }));

test('the page opens with the busiest port; a row has names, times of the port and what its carrier reported', async () => {
  await openPage(portCallsPage);
  const cells = within(await theRow());
  expect(server.asked('portCallQuery')[0]).toMatchObject({ portCode: 'CNSHA', dateOf: 'arrival', currentPage: 1 });
  expect(await cells.findByText('子午线航运')).toBeDefined();
  for (const message of ['预计', '100E / 101W', 'AE1', 'YS3', '数据不一致'])
    expect(cells.getByText(message)).toBeDefined();
  // The estimate counts before the plan; 6:00 UTC is 14:00 at the port. Then berthing, departure and the cut-off.
  for (const message of ['05-10 14:00', '05-10 17:00', '05-11 12:00', '05-10 22:00'])
    expect(cells.getByText(message)).toBeDefined();
  expect(cells.queryByText(/AIS/)).toBeNull();
  expect(screen.getByText(/2 家船公司，最早更新于/)).toBeDefined();
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.includes('子午线航运'))).toBe(true);
});

test('what positions show counts where the carrier has reported nothing, and stands beside her word', async () => {
  const seenArrival = now - 5 * hour;
  server.answer({
    portCallQuery: () =>
      answerOf(
        { ...row, seenArrival, state: 'anchorage', importVoyage: null, terminal: null, differs: false },
        { ...row, callId: '32', vesselName: 'JADE', seenArrival, arrival: { ...none, actual: now - 4 * hour } },
      ),
  });
  await openPage(portCallsPage);
  const seen = within(await theRow());
  expect(seen.getByText('05-10 07:00')).toBeDefined();
  expect(seen.queryByText('05-10 14:00')).toBeNull();
  expect(seen.getByText('AIS').title).toBe('AIS 实测：2026-05-10 07:00 CST +8');
  for (const message of ['锚泊', '— / 101W', '—']) expect(seen.getByText(message)).toBeDefined();
  expect(seen.queryByText('数据不一致')).toBeNull();
  const reported = within(screen.getByRole('row', { name: /JADE/ }));
  expect(reported.getByText('05-10 08:00')).toBeDefined();
  expect(reported.getByText('AIS')).toBeDefined();
});

test('filters of a link are requested; without a port nothing is asked, and the page says what it needs', async () => {
  const href = '/port-vessel-schedule?portCode=CNSHA&dateOf=departure&states=sailed,omitted&vesselName=JADE';
  await openPage(portCallsPage, `${href}&dateFrom=2026-05-01&dateTo=2026-05-03`);
  await theRow();
  expect(server.asked('portCallQuery').at(-1)).toMatchObject({
    portCode: 'CNSHA',
    dateOf: 'departure',
    states: ['sailed', 'omitted'],
    vesselName: 'JADE',
    dateFrom: '2026-05-01',
    dateTo: '2026-05-03',
  });
  const before = server.asked('portCallQuery').length;
  cleanup();
  await openPage(portCallsPage, '/port-vessel-schedule?states=sailed');
  expect((await screen.findAllByText('请选择港口')).length).toBeGreaterThan(0);
  expect(server.asked('portCallQuery').length).toBe(before);
});

test('a call is subscribed from today for two weeks; a refusal is shown', async () => {
  server.answer({ sailingSubscriptionInsert: () => new Refusal('订阅已达上限') });
  await openPage(portCallsPage);
  await theRow();
  await user.click(screen.getByText('AMBER TIDE'));
  await user.keyboard('w');
  expect(await screen.findByText('订阅已达上限')).toBeDefined();
  server.answer({ sailingSubscriptionInsert: () => new Success({ count: 1 }, '已订阅') });
  await menu();
  await user.click(await screen.findByRole('menuitem', { name: /订阅此航次/ }));
  expect(await screen.findByText('已订阅')).toBeDefined();
  expect(server.asked('sailingSubscriptionInsert').slice(1)).toEqual([
    { items: [{ callId: '31' }], effectiveDate: '2026-05-10', expiryDate: '2026-05-24' },
  ]);
});

test('a call is booked with what is known of it, by those who may book', async () => {
  const menus = ['/port-vessel-schedule', '/booking-record-management'];
  const page = await openPage(portCallsPage, undefined, { who: { userType: 'user' }, menus });
  await menu();
  await user.click(await screen.findByRole('menuitem', { name: /订舱此航次/ }));
  expect(page.left).toEqual([
    `/booking-record-management?book=1&bookCarrier=MERI&bookPol=CNSHA&bookVessel=AMBER+TIDE&bookVoyage=101W&bookDeparture=${now + 24 * hour}`,
  ]);
  cleanup();
  await openPage(portCallsPage, undefined, { who: { userType: 'user' } });
  await menu();
  expect(await screen.findByRole('menuitem', { name: /订阅此航次/ })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: /订舱此航次/ })).toBeNull();
});

test('the berth plan asks for all calls of the days, has a row for each terminal, and opens a call', async () => {
  server.answer({
    portCallQuery: () =>
      answerOf(
        { ...row, arrival: { planned: now - 20 * hour, estimated: null, actual: now - 10 * hour }, state: 'berthed' },
        { ...row, callId: '32', vesselName: 'JADE', terminal: null, differs: false },
      ),
  });
  const getWorld = () => ({ simulated: false, now, speed: 1, paused: false, behind: { count: 0, more: false } });
  server.answer({ getWorld: () => new Refusal('时钟忙') });
  await openPage(portCallsPage, '/port-vessel-schedule?portCode=CNSHA&as=board');
  // Without the time nothing can be drawn: the plan says why.
  await screen.findByText('时钟忙');
  server.answer({ getWorld });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  const amber = await screen.findByRole('button', { name: /AMBER TIDE 101W/ });
  expect(server.asked('portCallQuery').at(-1)).toMatchObject({ portCode: 'CNSHA', currentPage: 1, pageSize: 300 });
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(
    expect.arrayContaining(['YS3', '码头未知']),
  );
  expect(amber.getAttribute('aria-label')).toMatch(
    /^YS3 · AMBER TIDE 101W · 计划 2026-05-09 16:00 CST \+8 至 .* · 实际 · 等泊 2026-05-10 02:00 .* · 晚 10 小时 · 数据不一致$/,
  );
  await user.click(amber);
  const drawer = within(await screen.findByRole('dialog'));
  for (const message of ['100E / 101W', 'YS3']) expect(drawer.getByText(message)).toBeDefined();
  expect(drawer.getByRole('button', { name: /订舱此航次/ })).toBeDefined();
});

test('no call, a failure and English have their own words', async () => {
  server.answer({ portCallQuery: () => new Refusal('船期库忙') });
  await openPage(portCallsPage, '/port-vessel-schedule?portCode=CNSHA');
  expect(await screen.findByText('船期库忙')).toBeDefined();
  server.answer({ portCallQuery: () => answerOf() });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText('没有符合条件的数据')).toBeDefined();
  server.answer({ portCallQuery: () => answerOf(row) });
  await setLang('en');
  const cells = within(await theRow());
  expect(await cells.findByText('Meridian Line')).toBeDefined();
  expect(cells.getByText('Expected')).toBeDefined();
});
