import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CrowdedPort, RiskArea } from '#contract/network/risk.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { riskMapPage } from './page.ts';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const storm: RiskArea = {
  code: 'S1',
  kind: 'STORM',
  name: 'Typhoon Mawar',
  nameCn: '台风玛娃',
  severity: 'high',
  note: 'Moving north',
  noteCn: '向北移动',
  validFrom: now,
  validTo: null,
  source: 'Weather service',
  sourceCn: '气象局',
  saidTime: now - hour,
  outline: [],
  storm: { windKn: 90, radiusNm: 120, errorNm: 40, track: [] },
  vessels: [
    { mmsi: '413000009', vesselName: null, reckoned: false, bookings: [] },
    {
      mmsi: '413000001',
      vesselName: 'AMBER TIDE',
      reckoned: true,
      bookings: [
        { obmTkSubscribeId: '5', referenceNo: 'MERI0001', obmBkId: '61' },
        { obmTkSubscribeId: '6', referenceNo: 'MERI0002', obmBkId: null },
      ],
    },
  ],
};
const piracy: RiskArea = { ...storm, code: 'P1', kind: 'PIRACY', name: 'Gulf', nameCn: null, storm: null, vessels: [] };
const port: CrowdedPort = {
  portCode: 'CNSHA',
  portName: 'Shanghai',
  portNameCn: '上海',
  lon: null,
  lat: null,
  waiting: 12,
  medianWaitHours: 30,
  normalWaitHours: 10,
  berthed: 40,
  index: 3,
  trend: [null, 10, 30],
};
const answer = {
  now,
  at: now,
  areas: [storm, piracy],
  ports: [
    { ...port, portCode: 'USLAX', portName: 'Los Angeles', portNameCn: '洛杉矶', index: null, medianWaitHours: null },
    port,
  ],
  sources: [{ code: 'met', name: 'Weather service', nameCn: '气象局', answeredTime: now - 9 * hour, failing: true }],
};
const server = callServer({ riskMap: () => answer, riskWatchGet: () => ({ kinds: ['STORM'] }) });
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  await setLang('zh');
});

const areaList = () => screen.findByRole('list', { name: '风险区域' });

test('areas say what is inside; one opens with its facts, vessels with cargo first, and links to both', async () => {
  const page = await openPage(riskMapPage);
  const list = within(await areaList());
  expect(screen.getByText('2 个区域，区域内 2 艘船、2 票货')).toBeDefined();
  expect(list.getByText('台风玛娃')).toBeDefined();
  expect(list.getByText('Gulf')).toBeDefined();
  expect(screen.getByText(/气象局 暂时取不到/)).toBeDefined();
  await user.click(list.getByRole('button', { name: '台风玛娃 内的船舶' }));
  expect(page.href()).toBe('/risk-map?area=S1');
  expect(list.getByText('最大风速 90 节，七级风半径 120 海里，路径误差 40 海里')).toBeDefined();
  expect(list.getByText('向北移动')).toBeDefined();
  expect(list.getByText(/未定/)).toBeDefined();
  const vessels = within(list.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem');
  expect(vessels.map(({ textContent }) => textContent)).toEqual(['AMBER TIDE 推算 MERI0001 MERI0002', '413000009']);
  expect(list.queryByRole('link', { name: 'MERI0002' })).toBeNull();
  await user.click(list.getByRole('link', { name: 'MERI0001' }));
  await user.click(list.getByRole('link', { name: 'AMBER TIDE' }));
  expect(page.left).toEqual(['/trace-detail?obmBkId=61', '/vessel-alone?mmsi=413000001']);
  await user.click(list.getByRole('button', { name: 'Gulf 内的船舶' }));
  expect(list.getByText('区域内没有船舶。')).toBeDefined();
  expect(list.queryByText('向北移动', { selector: '[data-area=S1] p' })).toBeNull();
});

test('a layer that is switched off takes its areas and their counts away; without any it says so', async () => {
  const page = await openPage(riskMapPage);
  const list = await areaList();
  await user.click(screen.getByRole('checkbox', { name: /风暴 1/ }));
  expect(within(list).queryByText('台风玛娃')).toBeNull();
  expect(screen.getByText('1 个区域，区域内 0 艘船、0 票货')).toBeDefined();
  expect(page.href()).toContain('kinds=');
  await user.click(screen.getByRole('checkbox', { name: /海盗 1/ }));
  expect(await screen.findByText('所选图层当前没有风险区域')).toBeDefined();
});

test('hours ahead of a link are requested, kept to five days; the slider asks for others', async () => {
  server.answer({ riskMap: ({ ahead = 0 }) => ({ ...answer, at: now + Number(ahead) * hour }) });
  const page = await openPage(riskMapPage, '/risk-map?ahead=999');
  expect(await screen.findByText('120 小时后')).toBeDefined();
  expect(server.asked('riskMap')).toEqual([{ ahead: '120' }]);
  const slider = screen.getByRole('slider', { name: '预报时刻' });
  fireEvent.keyDown(slider, { key: 'ArrowLeft', keyCode: 37, which: 37 });
  fireEvent.keyUp(slider, { key: 'ArrowLeft', keyCode: 37, which: 37 });
  await waitFor(() => expect(page.href()).toBe('/risk-map?ahead=114'));
  await waitFor(() => expect(server.asked('riskMap').at(-1)).toEqual({ ahead: '114' }));
});

test('ports stand with the most crowded first, and without an index where there is too little', async () => {
  await openPage(riskMapPage, '/risk-map?tab=ports');
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '上海1230.0 小时10.0 小时3.00',
    '洛杉矶12—10.0 小时样本少',
  ]);
  await user.click(screen.getByRole('button', { name: '上海 近 30 天等泊中位数 30.0 小时' }));
  const days = within(await screen.findByRole('table', { name: '上海 近 30 天等泊中位数' })).getAllByRole('row');
  expect(days.slice(1).map(({ textContent }) => textContent)).toEqual([
    '2–3 天前—',
    '1–2 天前10.0 小时',
    '近 24 小时30.0 小时',
  ]);
});

test('alerts begin with those kept; a refusal keeps the dialog, then they are saved', async () => {
  server.answer({ riskWatchSave: () => new Refusal('暂时无法保存') });
  await openPage(riskMapPage);
  await user.click(await screen.findByRole('button', { name: '风险提醒' }));
  const dialog = within(await screen.findByRole('dialog', { name: '风险提醒' }));
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: '风暴', checked: true })).toBeDefined());
  await user.click(dialog.getByRole('checkbox', { name: '战争' }));
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  expect(await screen.findByText('暂时无法保存')).toBeDefined();
  server.answer({ riskWatchSave: ({ kinds }) => ({ kinds }) });
  await user.click(dialog.getByRole('button', { name: /确\s*定/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('riskWatchSave')).toEqual([{ kinds: ['STORM', 'WAR'] }, { kinds: ['STORM', 'WAR'] }]);
});

test('a failure can be tried again; in English areas, notes and ports are English', async () => {
  server.answer({ riskMap: () => new Refusal('来源忙') });
  await openPage(riskMapPage, '/risk-map?area=S1');
  expect(await screen.findByText('来源忙')).toBeDefined();
  server.answer({ riskMap: () => answer });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  await areaList();
  await setLang('en');
  expect(await screen.findByText('Typhoon Mawar')).toBeDefined();
  expect(screen.getByText('Moving north')).toBeDefined();
  await user.click(screen.getAllByRole('tab')[1] as HTMLElement);
  expect(await screen.findByRole('rowheader', { name: 'Shanghai' })).toBeDefined();
});
