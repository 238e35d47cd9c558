import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { gpsVehiclePages } from './pages.ts';

type Row = CallData<'gpsVehicles.list'>['records'][number];
type Access = CallData<'vehicleAccess'>;

const now = Date.UTC(2026, 2, 1, 8);
const hour = 3_600_000;
const row: Row = {
  vehicleId: '1',
  plateNo: '沪A12345',
  state: 'driving',
  driverName: '周师傅',
  speed: 72,
  direction: 90,
  ignition: 1,
  reportTime: now,
  stateMinutes: 35,
  offLaneKm: null,
  temperature: null,
  mileageKm: 1200,
  refused: 0,
  alarm: null,
  access: 'legacy',
  doubtful: 1,
  held: 3,
  tenantName: '海帆',
  terminalNo: '13800000001',
  lon: 121.5,
  lat: 31.2,
  siteName: null,
  siteNameEn: null,
  siteKm: null,
  corridorKm: null,
  coldRange: null,
  zone: 'Asia/Shanghai',
};
const access: Access = {
  vehicleId: '1',
  plateNo: '沪A12345',
  protocol: 'JT808',
  terminalNo: '13800000001',
  access: 'legacy',
  deviceMaker: null,
  deviceId: null,
  networks: null,
  openUntil: null,
  registeredTime: null,
  address: '10.1.2.3',
  network: '10.1.0.0/16',
  networkSince: now - 5 * hour,
  connections: 2,
  history: [
    {
      network: '10.9.0.0/16',
      address: '10.9.8.7',
      state: 'held',
      firstTime: now - hour,
      lastTime: now,
      signIns: 2,
      secondTime: now,
      doubtTime: now - hour,
      decidedTime: null,
      held: [{ reason: 'network', count: 3, timeFrom: now - hour, timeTo: now, lon: 113.2, lat: 23.1 }],
    },
    {
      network: '10.1.0.0/16',
      address: '10.1.2.3',
      state: 'seen',
      firstTime: now - 9 * hour,
      lastTime: now - hour,
      signIns: 40,
      secondTime: null,
      doubtTime: null,
      decidedTime: null,
      held: [],
    },
  ],
};
const server = callServer({
  'gpsVehicles.list': () => ({
    records: [row],
    totalPage: 1,
    totalRecord: 1,
    tabs: { all: 1, driving: 1, idling: 0, stopped: 0, offline: 0 },
  }),
  vehicleGateways: () => [],
  vehiclePositions: () => [],
  vehicleAccessCounts: () => ({ legacy: 12, unbound: 0, doubtful: 1 }),
  vehicleAccess: () => access,
  vehicleOpenRegistration: () => ({ count: 1, openUntil: now + 24 * hour }),
  vehicleCloseRegistration: () => ({ count: 1 }),
  vehicleBindNetworks: () => ({ count: 1 }),
  vehicleTakeOver: () => ({ count: 3 }),
  vehicleDiscard: () => ({ count: 3 }),
});
const actor = userEvent.setup({ delay: null });
const [page] = gpsVehiclePages;
if (page === undefined) throw new Error('there is no page of vehicles');
const may = { menus: ['/gps-vehicle-index', '/vehicles'] };
afterEach(cleanup);

async function openDrawer(): Promise<HTMLElement> {
  await chooseAct('沪A12345', '终端接入');
  const drawer = await screen.findByRole('dialog', { name: /终端接入/ });
  await within(drawer).findByText('10.9.8.7');
  return drawer;
}

test('a notice counts devices that need an act and shows which they are', async () => {
  await openPage(page, undefined, may);
  expect(await screen.findByText(/12 个 JT\/T 808 终端仍沿用升级前的鉴权码/)).toBeDefined();
  expect(screen.queryByText(/GT06 终端未绑定网络/)).toBeNull();
  const [legacy, doubtful] = await screen.findAllByRole('button', { name: '查看这些车辆' });
  if (legacy === undefined || doubtful === undefined) throw new Error('there are two notices');
  await actor.click(legacy);
  await waitFor(() => expect(server.asked('gpsVehicles.list').at(-1)).toMatchObject({ access: ['legacy'] }));
  await actor.click(doubtful);
  await waitFor(() => expect(server.asked('gpsVehicles.list').at(-1)).toMatchObject({ doubtful: 1 }));
  await setLang('en');
  try {
    expect(await screen.findByText(/12 JT\/T 808 devices still use the code from before the upgrade/)).toBeDefined();
  } finally {
    await setLang('zh');
  }
});

test('registration is opened for selected vehicles and can be undone', async () => {
  await openPage(page, undefined, may);
  await actor.click(within(await rowOf('沪A12345')).getByRole('checkbox'));
  await press('开放注册');
  const dialog = await screen.findByRole('dialog', { name: '开放终端注册' });
  expect(within(dialog).getByText('1 辆车：沪A12345')).toBeDefined();
  expect(within(dialog).getByText(/沿用旧鉴权码的终端会断开/)).toBeDefined();
  await press('开放注册', dialog);
  expect(await screen.findByText('已为 1 辆车开放注册')).toBeDefined();
  expect(server.asked('vehicleOpenRegistration')).toEqual([{ vehicleIds: ['1'], hours: 24 }]);
  await press('撤销');
  expect(await screen.findByText('已关闭 1 辆车的注册')).toBeDefined();
  expect(server.asked('vehicleCloseRegistration')).toEqual([{ vehicleIds: ['1'] }]);
});

test('networks are checked while they are entered, and what the server refuses is shown', async () => {
  await openPage(page, undefined, may);
  const drawer = await openDrawer();
  await press('绑定网络', drawer);
  const dialog = await screen.findByRole('dialog', { name: '绑定终端网络' });
  const field = within(dialog).getByRole('textbox', { name: '网段' });
  await actor.type(field, '10.1.2.3/16');
  expect(within(dialog).getByRole('alert').textContent).toContain('“10.1.2.3/16”不是有效的网段');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '绑定网络' }).disabled).toBe(true);
  await actor.clear(field);
  await actor.type(field, '10.1.0.0/16');
  server.answer({ vehicleBindNetworks: () => new Refusal('车辆已被他人修改') });
  await press('绑定网络', dialog);
  expect(await screen.findByText('车辆已被他人修改')).toBeDefined();
  server.answer({ vehicleBindNetworks: () => ({ count: 1 }) });
  await press('绑定网络', dialog);
  expect(await screen.findByText('已绑定 1 辆车的网络')).toBeDefined();
  expect(server.asked('vehicleBindNetworks').at(-1)).toEqual({ vehicleIds: ['1'], networks: '10.1.0.0/16' });
});

test('positions that are held for review are taken over or discarded after a question', async () => {
  await openPage(page, undefined, may);
  const drawer = await openDrawer();
  for (const message of ['3 个位置', '终端没有鉴权码，且来自陌生网络', '第二个连接'])
    expect(within(drawer).getByText(message)).toBeDefined();
  expect(within(drawer).getByText('最后位置 23.10000, 113.20000')).toBeDefined();
  await press('丢弃', drawer);
  const question = await screen.findByRole('dialog', { name: '丢弃这些位置？' });
  await press('丢弃', question);
  expect(await screen.findByText('已丢弃 3 个位置')).toBeDefined();
  const part = { vehicleId: '1', network: '10.9.0.0/16', reason: 'network' };
  expect(server.asked('vehicleDiscard')).toEqual([part]);
  await press('采用', drawer);
  const other = await screen.findByRole('dialog', { name: '采用这些位置？' });
  expect(within(other).getByText('位置会写入轨迹，网络 10.9.0.0/16 今后视为可信。')).toBeDefined();
  await press('采用', other);
  expect(await screen.findByText('已采用 3 个位置')).toBeDefined();
  expect(server.asked('vehicleTakeOver')).toEqual([part]);
});

test('a network in doubt without positions is confirmed by itself', async () => {
  const [first, ...rest] = access.history;
  if (first === undefined) throw new Error('there is a network');
  server.answer({ vehicleAccess: () => ({ ...access, history: [{ ...first, held: [] }, ...rest] }) });
  await openPage(page, undefined, may);
  const drawer = await openDrawer();
  expect(within(drawer).getByText('没有暂存位置。')).toBeDefined();
  await press('确认网络', drawer);
  await press('确认网络', await screen.findByRole('dialog', { name: '确认网络 10.9.0.0/16？' }));
  expect(await screen.findByText('已确认网络 10.9.0.0/16')).toBeDefined();
  expect(server.asked('vehicleTakeOver').at(-1)).toEqual({ vehicleId: '1', network: '10.9.0.0/16', reason: 'second' });
});

test('somebody who may only look is offered nothing to do', async () => {
  await openPage(page, undefined, { who: { userType: 'user' }, menus: ['/gps-vehicle-index'] });
  const drawer = await openDrawer();
  for (const name of ['开放注册', '绑定网络', '采用', '丢弃'])
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  expect(within(drawer).getByText('10.9.0.0/16', { selector: 'span' })).toBeDefined();
});
