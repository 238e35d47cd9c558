import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { itemAt } from '#shared/values/items.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { orderVesselsPage, vesselsPage } from './page.ts';

type Vessel = CallData<'vesselPositions'>[number];
type Outlook = CallData<'vesselOutlook'>;

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 2, 1, 8);
const vessel: Vessel = {
  mmsi: '477123456',
  imo: '9074729',
  vesselName: 'AMBER TIDE',
  callSign: 'VRAB1',
  flag: null,
  shipType: 70,
  lengthM: 300,
  beamM: 48,
  draughtM: 12.5,
  destination: 'US LAX',
  masterEta: '03-09 12:00',
  aisClass: 'A',
  fixTime: now - 10 * 60_000,
  heardBy: 'AISStream',
  lon: -150,
  lat: 35,
  speed: 14.26,
  course: 359.7,
  heading: 511,
  navStatus: 0,
  portCode: null,
  portSince: null,
};
const port = (portCode: string, portNameCn: string, portName: string, portTimeZone: string) => ({
  portCode,
  portName,
  portNameCn,
  portNameDesc: null,
  longitude: 0,
  latitude: 0,
  portTimeZone,
});
const ports = [
  port('CNSHA', '上海', 'Shanghai', 'Asia/Shanghai'),
  port('USLAX', '洛杉矶', 'Los Angeles', 'America/Los_Angeles'),
];
const eta = now + 5 * day;
const outlook: Outlook = {
  fromPort: 'CNSHA',
  departedTime: now - 5 * day,
  nextPort: 'USLAX',
  carrier: { carrierCode: 'MERI', serviceCode: 'TP1', voyage: '101W', eta: eta + 6 * hour },
  master: { destination: 'USOAK', portCode: 'USOAK', eta },
  own: {
    eta,
    low: eta - 4 * hour,
    high: eta + 4 * hour,
    basis: 'lane',
    passages: 12,
    typicalKn: 15,
    leftNm: 2100,
    knownTime: now,
  },
  scores: [
    { by: 'own', ofVessel: true, arrivals: 24, told: 24, hitShare: 0.75, medianErrorHours: 5.25, bandShare: 0.8 },
    { by: 'carrier', ofVessel: true, arrivals: 2, told: 2, hitShare: 1, medianErrorHours: 1, bandShare: null },
    { by: 'carrier', ofVessel: false, arrivals: 400, told: 390, hitShare: 0.5, medianErrorHours: 20, bandShare: null },
  ],
  route: [
    [-150, 35],
    [-118, 33.7],
  ],
  schedule: [
    {
      portCode: 'USLAX',
      carrierCode: 'MERI',
      serviceCode: 'TP1',
      voyage: '101W',
      arrival: { planned: eta, estimated: eta + 6 * hour, actual: null },
      departure: { planned: null, estimated: null, actual: null },
      omitted: true,
    },
  ],
  ports: [
    {
      portCode: 'USLAX',
      portName: 'Los Angeles',
      portNameCn: '洛杉矶',
      zone: 'America/Los_Angeles',
      lon: null,
      lat: null,
    },
    { portCode: 'USOAK', portName: 'Oakland', portNameCn: null, zone: null, lon: null, lat: null },
  ],
};
const server = callServer({
  vesselFleet: () => ({
    cursor: 'c1',
    now,
    whole: true,
    vessels: [
      [vessel.mmsi, vessel.vesselName, -150, 35, 14, 0, 'underway', now],
      ['477000002', null, 121, 31, 0, 0, 'moored', now],
    ],
  }),
  vesselPositions: ({ mmsi }) => [mmsi === undefined ? vessel : { ...vessel, mmsi }],
  vesselTrack: ({ mmsi = '' }) => ({ mmsi, points: [], total: 0, implausible: 0 }),
  vesselOutlook: () => outlook,
  vesselCargo: () => ({ now, total: 0, vessels: [], ports: [] }),
  vesselPortCalls: () => [
    { portCode: 'CNSHA', arrivedTime: now - 6 * day, departedTime: now - 5 * day },
    { portCode: 'USLAX', arrivedTime: now - 20 * day, departedTime: null },
  ],
  searchPorts: () => ({ records: ports, totalPage: 1, totalRecord: 2 }),
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Lines', operatorNameCn: '子午线航运' },
  ],
});
const actor = userEvent.setup({ delay: null });
const chosen = `/vessel-alone?mmsi=${vessel.mmsi}`;
afterEach(cleanup);

/** What stands beside the label of a fact. */
const factOf = (label: string): string | undefined =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

test('a vessel is looked for by what is entered, and what cannot be is refused at the field', async () => {
  const page = await openPage(vesselsPage);
  expect(screen.getByText(/也可在地图上点选船舶/)).toBeDefined();
  expect(await screen.findByRole('list', { name: '共 2 艘' })).toBeDefined();
  const form = screen.getByRole('form', { name: '查找船舶' });
  await press('查找', form);
  expect(screen.getByRole('alert').textContent).toBe('船名为空');
  await actor.type(screen.getByRole('textbox', { name: '船名' }), 'am{Enter}');
  expect(screen.getByRole('alert').textContent).toBe('请至少输入3个字符');
  expect(server.asked('vesselPositions')).toEqual([]);
  await actor.type(screen.getByRole('textbox', { name: '船名' }), 'ber{Enter}');
  await actor.click(await screen.findByRole('button', { name: /AMBER TIDE.*MMSI 477123456 · IMO 9074729 · VRAB1/ }));
  expect(server.asked('vesselPositions')[0]).toEqual({ vesselName: 'AMBER' });
  expect(page.href()).toBe('/vessel-alone?by=name&q=amber&mmsi=477123456');
  await press('返回');
  expect(page.href()).toBe('/vessel-alone?by=name&q=amber');
});

const aboard: CallData<'vesselCargo'> = {
  now,
  total: 2,
  vessels: [
    {
      mmsi: vessel.mmsi,
      vesselName: 'AMBER TIDE',
      nextPort: 'USLAX',
      nextEta: eta,
      etaBy: 'own',
      bookings: 12,
      troubled: 3,
      moneyAtRisk: 12_345,
      worst: { obmAutotestResultId: '7', typeName: '甩柜', severity: 'high', referenceNo: 'MERI1' },
    },
  ],
  ports: outlook.ports,
};

test('the page begins with vessels that carry own cargo: next port, bookings, money and the worst exception', async () => {
  server.answer({ vesselCargo: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  const page = await openPage(vesselsPage);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  server.answer({ vesselCargo: ({ limit }) => ({ ...aboard, total: Number(limit) > 20 ? 1 : 2 }) });
  await press('重试');
  const list = await screen.findByRole('region', { name: '载有我方货物的船舶' });
  expect(list.textContent).toContain('显示 1 / 2 艘');
  const item = within(list).getByRole('button', { name: /AMBER TIDE/ });
  expect(item.textContent).toMatch(/可能损失 USD 12,345.*下一港 洛杉矶.*03-06 00:00.*系统预计.*12 票货 · 3 票有异常/);
  await press('再显示 1 艘', list);
  expect(await screen.findByText('风险高的在前')).toBeDefined();
  await actor.click(screen.getByRole('link', { name: '最严重：甩柜' }));
  expect(page.left).toEqual(['/exception-manage/handle?id=7']);
  await actor.click(screen.getByRole('button', { name: /AMBER TIDE/ }));
  expect(page.href()).toBe(chosen);
  await press('返回');
  server.answer({ vesselCargo: () => ({ now, total: 0, vessels: [], ports: [] }) });
});

test('nobody with cargo afloat is informed', async () => {
  await openPage(vesselsPage);
  expect(await screen.findByText('目前没有船舶载有我方货物')).toBeDefined();
});

test('what vessels do is hidden and shown again by its legend, and kept in the address', async () => {
  const page = await openPage(vesselsPage, '/vessel-alone?hide=stale,nonsense');
  const of = (name: RegExp) => screen.findByRole('button', { name, pressed: true });
  await actor.click(await of(/^靠泊 1/));
  expect(page.href()).toBe('/vessel-alone?hide=moored%2Cstale');
  expect(screen.getByText('已隐藏 1 艘')).toBeDefined();
  expect(screen.getByRole('button', { name: /^靠泊 1/ }).getAttribute('aria-pressed')).toBe('false');
  await actor.click(screen.getByRole('button', { name: /^靠泊 1/ }));
  expect(page.href()).toBe('/vessel-alone?hide=stale');
  await press('全部显示');
  expect(page.href()).toBe('/vessel-alone');
});

test('a new search ends the choice of a vessel', async () => {
  const page = await openPage(vesselsPage, `${chosen}&by=name&q=amber`);
  expect(await screen.findByRole('heading', { name: 'AMBER TIDE' })).toBeDefined();
  await actor.type(screen.getByRole('textbox', { name: '船名' }), ' t{Enter}');
  expect(await screen.findByRole('button', { name: /AMBER TIDE.*MMSI 477123456/ })).toBeDefined();
  expect(page.href()).toBe('/vessel-alone?by=name&q=amber+t');
});

test('a vessel that is silent says for how long, and who heard her last', async () => {
  server.answer({ vesselPositions: () => [{ ...vessel, fixTime: now - 30 * hour }] });
  await openPage(vesselsPage, '/vessel-alone?by=name&q=amber');
  const item = await screen.findByRole('button', { name: /AMBER TIDE/ });
  await waitFor(() => expect(item.textContent).toContain('已 30 小时没有信号 · 数据来源：AISStream'));
  await setLang('en');
  const silent = /not heard for 30 hours · source: AISStream/;
  expect(await screen.findByRole('button', { name: silent })).toBeDefined();
  await setLang('zh');
  server.answer({ vesselPositions: ({ mmsi }) => [mmsi === undefined ? vessel : { ...vessel, mmsi }] });
});

test('nothing found is shown, and a failure can be tried again', async () => {
  server.answer({ vesselPositions: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  await openPage(vesselsPage, '/vessel-alone?by=imo&q=9074729');
  expect(await screen.findByText('服务器忙')).toBeDefined();
  server.answer({ vesselPositions: () => [] });
  await press('重试');
  expect(await screen.findByText('没有找到船舶')).toBeDefined();
  expect(server.asked('vesselPositions').at(-1)).toEqual({ imo: '9074729' });
});

test('the chosen vessel tells of herself; what is not known is a dash', async () => {
  await openPage(vesselsPage, chosen);
  expect(await screen.findByRole('heading', { name: 'AMBER TIDE' })).toBeDefined();
  await waitFor(() => expect(factOf('上一港')).toBe('上海 CNSHA'));
  expect(factOf('下一港')).toBe('洛杉矶 USLAX');
  for (const [label, message] of [
    ['对地航速', '14.3 节'],
    ['对地航向', '0°'],
    ['船首向', '—'],
    ['航行状态', '机动在航'],
    ['所在港口', '—'],
    ['船长 × 船宽', '300 × 48 米'],
    ['吃水', '12.5 米'],
    ['船旗', '—'],
  ] as const)
    expect(factOf(label)).toBe(message);
  expect(screen.getByText('10 分钟前')).toBeDefined();
  expect(screen.getByText('这段时间没有轨迹')).toBeDefined();
  await setLang('en');
  try {
    await waitFor(() => expect(factOf('Next port')).toBe('Los Angeles USLAX'));
    expect(factOf('Navigational status')).toBe('under way using engine');
  } finally {
    await setLang('zh');
  }
});

test('her arrival as reported by each, with how right each was, in the time of the port', async () => {
  await openPage(vesselsPage, chosen);
  await actor.click(await screen.findByRole('tab', { name: '到港预计' }));
  expect(await screen.findByRole('heading', { name: '下一港：洛杉矶' })).toBeDefined();
  const by = (name: string): HTMLElement | null => screen.getByText(name, { selector: 'h3' }).closest('li');
  expect(by('系统预计到港')?.textContent).toMatch(/03-06 00:00.*80% 置信区间.*03-05 20:00.*03-06 04:00/);
  expect(by('系统预计到港')?.textContent).toContain('按各船同一航段的 12 个航次，合 15.0 节（含停靠），余 2100 海里');
  expect(by('系统预计到港')?.textContent).toContain(
    '近 90 天 24 次到港，命中 75% · 中位误差 5.3 小时 · 80% 落在 80% 置信区间内',
  );
  await waitFor(() => expect(by('船公司')?.textContent).toContain('子午线航运'));
  for (const message of ['比系统预计晚 6 小时', '全部船舶']) expect(by('船公司')?.textContent).toContain(message);
  // Two arrivals of this vessel are too few: all vessels count.
  expect(by('船公司')?.textContent).not.toContain('100%');
  // The master goes elsewhere: that is no arrival at this port.
  expect(by('船长申报')?.textContent).toBe('船长申报申报前往 Oakland 近 90 天到港 0 次，满 20 次才给出命中率');
  const call = screen.getByText('跳港').closest('li');
  expect(call?.textContent).toMatch(/洛杉矶.*TP1 101W.*抵.*03-06 06:00/);
});

test('what lies ahead is a fan of all who expect her, reported in words too, with her next three calls', async () => {
  const call = (portCode: string, planned: number) => ({
    ...itemAt(outlook.schedule, 0),
    portCode,
    omitted: false,
    arrival: { planned, estimated: null, actual: null },
  });
  server.answer({
    vesselOutlook: () => ({
      ...outlook,
      master: { destination: 'US LAX', portCode: 'USLAX', eta: eta - 3 * hour },
      schedule: ['USLAX', 'USOAK', 'CNSHA', 'SGSIN'].map((code, index) => call(code, eta + index * day)),
    }),
  });
  await openPage(vesselsPage, chosen);
  const fan = await screen.findByRole('img', { name: /^洛杉矶 到港预计/ });
  expect(fan.getAttribute('aria-label')).toMatch(
    /系统预计到港 03-06 00:00.*80% 置信区间 03-05 20:00.*至 03-06 04:00.*; 船公司 03-06 06:00.*; 船长申报 03-05 21:00/,
  );
  const calls = screen.getByRole('list', { name: '接下来的挂靠' });
  expect(within(calls).getAllByRole('listitem')).toHaveLength(3);
  expect(calls.textContent).toMatch(/洛杉矶.*03-06 00:00.*Oakland/);
  server.answer({ vesselOutlook: () => outlook });
});

test('her stays in ports, in the time of each; a failing stream of positions is pointed out', async () => {
  server.answer({ vesselFleet: () => new Refusal('忙', { httpStatus: 500 }) });
  await openPage(vesselsPage, chosen);
  expect(await screen.findByText('船位更新中断，正在重试')).toBeDefined();
  await actor.click(await screen.findByRole('tab', { name: '靠港记录' }));
  const left = await rowOf('上海 CNSHA');
  for (const message of ['02-23 16:00', '02-24 16:00', '1 天']) expect(left.textContent).toContain(message);
  expect((await rowOf('洛杉矶 USLAX')).textContent).toContain('停靠中');
});

test('her track is requested in whole hours and for as long as is chosen, and can be gone through', async () => {
  server.answer({
    vesselTrack: ({ mmsi = '' }) => ({
      mmsi,
      points: [
        [now - 2 * hour, -151, 35, 12],
        [now, -150, 35, 14],
      ],
      total: 3,
      implausible: 1,
    }),
  });
  const page = await openPage(vesselsPage, chosen);
  const box = await screen.findByRole('group', { name: '轨迹' });
  expect(await within(box).findByText('已剔除 1 个异常点')).toBeDefined();
  expect(server.asked('vesselTrack')).toEqual([
    { mmsi: vessel.mmsi, timeFrom: String(now - 7 * day), timeTo: String(now) },
  ]);
  await press('回放', box);
  expect(await within(box).findByText('12.0 节')).toBeDefined();
  await press('回到当前', box);
  expect(within(box).queryByText('12.0 节')).toBeNull();
  await takeChoice(within(box).getByRole('combobox'), '30 天');
  await waitFor(() => expect(server.asked('vesselTrack').at(-1)).toMatchObject({ timeFrom: String(now - 30 * day) }));
  expect(page.href()).toBe(`${chosen}&days=30`);
});

test('vessels of an order: what each carries from where to where, what is not seen, and the way back', async () => {
  server.answer({
    orderVessels: () => ({
      orderNo: 'PO-1',
      vessels: [
        {
          mmsi: vessel.mmsi,
          vesselName: 'AMBER TIDE',
          state: 'underway',
          from: { zh: '上海', en: 'Shanghai' },
          to: { zh: '洛杉矶', en: 'Los Angeles' },
          referenceNos: ['MERI1'],
          lineNos: ['10', '20'],
          heardTime: now - 30 * hour,
          heardBy: 'AISStream',
        },
      ],
      now,
      unseen: ['MERI2', 'MERI3'],
    }),
  });
  const page = await openPage(orderVesselsPage, '/oms-ais?orderId=4&mmsi=999999999');
  const item = await screen.findByRole('button', { name: /AMBER TIDE/ });
  expect(item.textContent).toContain(
    '航行中 · 承运第 10, 20 行，上海 → 洛杉矶 · 已 30 小时没有信号 · 数据来源：AISStream',
  );
  expect(screen.getByText('船舶未知或没有 AIS 信号：MERI2, MERI3')).toBeDefined();
  // Of the fleet only what carries the order is counted.
  expect(await screen.findByRole('list', { name: '共 1 艘' })).toBeDefined();
  await setLang('en');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Lines 10, 20, Shanghai → Los Angeles/ })).toBeDefined(),
  );
  await setLang('zh');
  await actor.click(screen.getByRole('button', { name: /AMBER TIDE/ }));
  expect(await screen.findByRole('heading', { name: 'AMBER TIDE' })).toBeDefined();
  expect(page.href()).toBe(`/oms-ais?orderId=4&mmsi=${vessel.mmsi}`);
  await actor.click(screen.getByRole('link', { name: '返回订单' }));
  expect(page.left).toEqual(['/oms-movement-detail?orderId=4']);
});

test.each([
  ['without an order', '/oms-ais'],
  ['for an order that is not there', '/oms-ais?orderId=5'],
])('%s the page says what it is for and leads to the orders', async (_, href) => {
  server.answer({ orderVessels: () => new Refusal('没有这个订单', { data: { notFound: true } }) });
  const page = await openPage(orderVesselsPage, href);
  expect(await screen.findByText('请从订单打开本页')).toBeDefined();
  await press('查看订单');
  expect(page.left).toEqual(['/oms-index']);
});
