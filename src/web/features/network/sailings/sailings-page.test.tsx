import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { vesselSchedulePage } from './page.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 4, 10, 4);
const turn = (planned: number) => ({ planned, estimated: null, actual: null });
const route: SailingRoute = {
  routeId: '1-2',
  sellers: ['MERI', 'SANJ'],
  legs: [
    {
      carrierCode: 'MERI',
      serviceCode: 'AE1',
      vesselName: 'AMBER TIDE',
      imo: '9000001',
      voyage: '101W',
      fromPort: 'CNSHA',
      fromTerminal: null,
      toPort: 'USLAX',
      toTerminal: null,
      departure: turn(now + day),
      departureSaid: null,
      arrival: turn(now + 15 * day),
      arrivalSaid: null,
      boardCallId: '11',
      alightCallId: '12',
      differs: false,
    },
  ],
  departureTime: now + day,
  arrivalTime: now + 15 * day,
  transitDays: 14,
  changes: 0,
  cutOffs: [],
  nextSailings: [{ routeId: '3-4', departureTime: now + 8 * day }],
};
const [leg] = route.legs as [SailingRoute['legs'][number]];
const later: SailingRoute = {
  ...route,
  routeId: '3-4',
  sellers: ['MERI'],
  legs: [{ ...leg, vesselName: 'JADE SEA', voyage: '9W', boardCallId: '13', alightCallId: '14' }],
  transitDays: 12,
  nextSailings: [],
};
const ports = [
  { portCode: 'CNSHA', portName: 'Shanghai', portNameCn: '上海', zone: 'Asia/Shanghai', lon: null, lat: null },
  {
    portCode: 'USLAX',
    portName: 'Los Angeles',
    portNameCn: '洛杉矶',
    zone: 'America/Los_Angeles',
    lon: null,
    lat: null,
  },
];
const sources = [{ carrierCode: 'MERI', answeredTime: now, failing: false }];
const answerOf = (...records: SailingRoute[]) => ({ records, totalRecord: records.length, now, ports, sources });
const stop: CallData<'sailingGet'>['legs'][number]['stops'][number] = {
  callId: '11',
  portCode: 'CNSHA',
  terminal: 'YS3',
  arrival: turn(now),
  arrivalSaid: null,
  departure: turn(now + day),
  departureSaid: null,
  omitted: false,
  differences: [],
};
const quiet: CallData<'handOverGet'> = {
  from: now,
  now,
  byName: null,
  open: { total: 0, high: 0, unassigned: 0, moneyUsd: 0, items: [] },
  changed: { opened: 0, resolved: 0, handled: 0, items: [] },
  due: [],
  text: '',
};
const server = callServer({
  allDict: () => [],
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Line', operatorNameCn: '子午线航运' },
    { operatorCode: 'SANJ', mode: 'sea', operatorName: 'Sanjiang', operatorNameCn: '三江航运' },
  ],
  searchPorts: () => ({ records: [], totalPage: 1, totalRecord: 0 }),
  getWorld: () => ({ simulated: false, now, speed: 1, paused: false, behind: { count: 0, more: false } }),
  exportList: () => [],
  busiestLanes: () => ({ lanes: [], ports: [] }),
  handOverGet: () => quiet,
  firstSteps: () => ({ sources: 1, keys: 1, subscriptions: 1, tracked: 1 }),
  sailingQuery: () => answerOf(route, later),
  carrierWayQuery: () => ({
    ways: [],
    ports,
    sources: [{ carrierCode: 'MERI', answeredTime: now, failing: false, count: 0 }],
  }),
  sailingGet: () => ({
    legs: [
      {
        stops: [
          stop,
          { ...stop, callId: '15', portCode: 'KRPUS', terminal: null, omitted: true },
          { ...stop, callId: '12', portCode: 'USLAX', terminal: null },
        ],
        line: [],
        distanceNm: 5700,
        reliability: [
          { portCode: 'CNSHA', calls: 4, seen: 3, onTime: 3, omitted: 1, medianDelayHours: 5 },
          { portCode: 'USLAX', calls: 0, seen: 0, onTime: 0, omitted: 0, medianDelayHours: null },
          { portCode: 'KRPUS', calls: 2, seen: 2, onTime: 2, omitted: 0, medianDelayHours: 0 },
        ],
      },
    ],
    ports,
    changes: [],
  }),
});
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

const requested = '/vessel-schedule?from=cnsha&to=uslax';
const ways = () => screen.findByRole('list', { name: '船期方案' });

test('nothing is asked before both ports are there; a question of a link is asked as it stands', async () => {
  await openPage(vesselSchedulePage, '/vessel-schedule?from=cnsha');
  expect(await screen.findByText('请选择起运港和目的港')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '查询船期' }).disabled).toBe(true);
  expect(server.asked('sailingQuery')).toEqual([]);
  cleanup();
  await openPage(
    vesselSchedulePage,
    `${requested}&by=arrival&date=2026-06-01&weeks=2&carriers=MERI&changes=0&partners=0`,
  );
  await ways();
  expect(server.asked('sailingQuery')).toEqual([
    {
      fromPort: 'CNSHA',
      toPort: 'USLAX',
      dateFrom: '2026-06-01',
      weeks: 2,
      dateOf: 'arrival',
      carrierCodes: ['MERI'],
      serviceCode: '',
      mostChanges: 0,
      partners: 0,
      domestic: 0,
      sortBy: 'departure',
    },
  ]);
  expect(server.asked('carrierWayQuery')).toHaveLength(1);
});

test('before a search stand the recent ones, the busiest lanes and what is due; an empty product leads to its first steps', async () => {
  const due = { kind: 'arrival', id: '7', referenceNo: 'MERI123456', time: now + day, zone: null } as const;
  const worst = {
    exceptionId: '9',
    referenceNo: 'MERI654321',
    typeName: '离港延误',
    text: '离港晚 7 天',
    severity: 'high',
    assigneeName: null,
    moneyUsd: 0,
  } as const;
  server.answer({
    preferenceGet: () => ({ value: [{ from: 'USLAX', to: 'CNSHA', weeks: '2' }, { from: 'USLAX' }, 7], changedAt: 1 }),
    busiestLanes: () => ({ lanes: [{ fromPort: 'CNSHA', toPort: 'USLAX', shipments: 12 }], ports }),
    handOverGet: () => ({
      ...quiet,
      open: { ...quiet.open, total: 3, high: 1, unassigned: 2, items: [worst] },
      due: [due],
    }),
    firstSteps: () => ({ sources: 0, keys: 0, subscriptions: 0, tracked: 0 }),
  });
  const page = await openPage(vesselSchedulePage, '/vessel-schedule');
  expect(await screen.findByText('还没有连接数据源，也没有跟踪任何货物。')).toBeDefined();
  const part = (name: string) => within(screen.getByRole('region', { name }));
  expect(part('最近查询').getAllByRole('link')).toHaveLength(1);
  const lane = await part('货量最大的航线').findByRole('link', { name: '上海 → 洛杉矶' });
  const today = part('今日待办');
  expect((await today.findByRole('link', { name: 'MERI123456' })).getAttribute('href')).toContain('obmBkId=7');
  expect(today.getByRole('link', { name: 'MERI654321' }).getAttribute('href')).toBe('/exception-manage/handle?id=9');
  for (const message of ['3 条未关闭异常', '严重 1 条，无责任人 2 条', '预计到港'])
    expect(today.getByText(message)).toBeDefined();
  await user.click(lane);
  expect(await ways()).toBeDefined();
  expect(page.href()).toBe('/vessel-schedule?from=CNSHA&to=USLAX');
});

test('a search is remembered once, the newest first, without its day', async () => {
  server.answer({ preferenceGet: () => ({ value: [{ from: 'USLAX', to: 'CNSHA' }], changedAt: 1 }) });
  await openPage(vesselSchedulePage, `${requested}&date=2026-06-01`);
  await ways();
  await user.click(screen.getByRole('button', { name: '交换起运港和目的港' }));
  await user.click(screen.getByRole('button', { name: '查询船期' }));
  await waitFor(() => expect(server.asked('preferenceSave')).toHaveLength(1));
  await waitFor(() => expect(server.asked('sailingQuery')).toHaveLength(2));
  expect(server.asked('preferenceSave')[0]).toMatchObject({
    preferenceName: 'recent/vessel-schedule',
    value: [{ from: 'USLAX', to: 'CNSHA', date: '' }],
  });
});

test('the form asks by the address; a day that is none is not asked', async () => {
  const page = await openPage(vesselSchedulePage, requested);
  await ways();
  const date = screen.getByRole('textbox', { name: '开始日期' });
  await user.type(date, '2026-13-40');
  await user.click(screen.getByRole('button', { name: '查询船期' }));
  expect(date.getAttribute('aria-invalid')).toBe('true');
  expect(page.href()).toBe(requested);
  await user.clear(date);
  await user.type(date, '2026-06-01');
  await user.type(screen.getByRole('textbox', { name: '航线代码' }), 'AE1');
  await user.click(screen.getByRole('checkbox', { name: '包括合作船公司的船' }));
  await user.click(screen.getByRole('button', { name: '交换起运港和目的港' }));
  await user.click(screen.getByRole('button', { name: '查询船期' }));
  await waitFor(() =>
    expect(server.asked('sailingQuery').at(-1)).toMatchObject({
      fromPort: 'USLAX',
      toPort: 'CNSHA',
      dateFrom: '2026-06-01',
      serviceCode: 'AE1',
      partners: 0,
    }),
  );
  expect(page.href()).toBe('/vessel-schedule?from=USLAX&to=CNSHA&date=2026-06-01&service=AE1&partners=0');
});

test('a way opens with its calls and how they were kept; it is subscribed with all its calls, and booked', async () => {
  server.answer({ sailingSubscriptionInsert: () => new Success({ count: 2 }, '已订阅 2 条') });
  const page = await openPage(vesselSchedulePage, requested);
  const [first] = within(await ways()).getAllByRole('listitem') as [HTMLElement];
  const way = within(first);
  expect(await way.findByText('子午线航运')).toBeDefined();
  for (const message of ['14 天', '直达', '2 家可订', '05-11 12:00', '05-24 21:00'])
    expect(way.getByText(message)).toBeDefined();
  await user.click(way.getByRole('button', { name: '展开 AMBER TIDE 101W' }));
  expect(await way.findByText('跳港')).toBeDefined();
  expect(way.getByText('75%')).toBeDefined();
  // No share of so few.
  expect(way.getByText(/2 班中 2 班准时抵港，班次太少/)).toBeDefined();
  expect(way.queryByText('100%')).toBeNull();
  expect(way.getByText(/中位数晚 5 小时 AIS 核实 3 班 跳港 1 班/)).toBeDefined();
  expect(way.getByText('近 12 周没有记录')).toBeDefined();
  expect(server.asked('sailingGet')).toEqual([{ routeId: '1-2' }]);
  await user.click(way.getByRole('button', { name: '订阅 AMBER TIDE 101W' }));
  expect(await screen.findByText('已订阅 2 条')).toBeDefined();
  expect(server.asked('sailingSubscriptionInsert')).toEqual([
    { items: [{ callId: '11' }, { callId: '12' }], effectiveDate: '2026-05-10', expiryDate: '2026-05-24' },
  ]);
  await user.click(way.getByRole('link', { name: '订舱' }));
  expect(page.left).toEqual([
    `/booking-record-management?book=1&bookCarrier=MERI&bookPol=CNSHA&bookPod=USLAX&bookVessel=AMBER+TIDE&bookVoyage=101W&bookDeparture=${now + day}&bookArrival=${now + 15 * day}`,
  ]);
  await user.click(way.getByRole('button', { name: '收起 AMBER TIDE 101W' }));
  expect(way.queryByText('75%')).toBeNull();
});

test('two ways are compared side by side, the shorter one marked', async () => {
  await openPage(vesselSchedulePage, requested);
  const list = within(await ways());
  const compare = (count: number) => screen.getByRole<HTMLButtonElement>('button', { name: `对比（${count}/3）` });
  await user.click(list.getByRole('checkbox', { name: '对比 AMBER TIDE 101W' }));
  expect(compare(1).disabled).toBe(true);
  await user.click(list.getByRole('checkbox', { name: '对比 JADE SEA 9W' }));
  await user.click(compare(2));
  const dialog = within(await screen.findByRole('dialog', { name: '方案对比' }));
  const [first, second] = within(dialog.getByRole('row', { name: /^航程/ })).getAllByRole('cell');
  expect([first?.textContent, second?.textContent]).toEqual(['14 天', '12 天']);
  expect([first?.dataset['best'], second?.dataset['best']]).toEqual([undefined, 'true']);
  expect(dialog.getByText('子午线航运、三江航运')).toBeDefined();
});

test('nothing found, schedules on their way, and a failure have their own words', async () => {
  server.answer({ sailingQuery: () => new Refusal('至少有一个港口须在国内') });
  await openPage(vesselSchedulePage, requested);
  expect(await screen.findByText('至少有一个港口须在国内')).toBeDefined();
  server.answer({ sailingQuery: () => ({ ...answerOf(), sources: [{ ...sources[0]!, answeredTime: null }] }) });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText('正在向船公司获取船期，请稍后刷新。')).toBeDefined();
  server.answer({ sailingQuery: () => answerOf() });
  await user.click(screen.getByRole('button', { name: /刷\s*新/ }));
  expect(await screen.findByText('没有查到船期')).toBeDefined();
});

test('who may not book is not offered it; in English days, changes and ports are English', async () => {
  await openPage(vesselSchedulePage, requested, { who: { userType: 'user' } });
  expect(within(await ways()).queryByRole('link', { name: '订舱' })).toBeNull();
  await setLang('en');
  expect(await screen.findAllByText('Meridian Line')).toHaveLength(2);
  expect(screen.getByText('14 days')).toBeDefined();
  expect(screen.getAllByText(/Los Angeles/).length).toBeGreaterThan(0);
});
