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
type Track = CallData<'vehicleTrack'>;

const hour = 3_600_000;
const now = Date.UTC(2026, 2, 1, 8);
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
  offLaneKm: 12,
  temperature: 11,
  mileageKm: 1200,
  refused: 0,
  alarm: null,
  access: 'coded',
  doubtful: 0,
  held: 0,
  tenantName: '海帆',
  terminalNo: '013800000001',
  lon: 121.5,
  lat: 31.2,
  siteName: '洋山堆场',
  siteNameEn: 'Yangshan yard',
  siteKm: 3.5,
  corridorKm: 5,
  coldRange: '2~8',
  zone: 'Asia/Tokyo',
};
const calm: Row = {
  ...row,
  vehicleId: '2',
  plateNo: '浙B67890',
  state: 'stopped',
  offLaneKm: 2,
  temperature: 5,
  siteKm: 0,
  zone: 'Asia/Shanghai',
};
const lost: Row = {
  ...row,
  vehicleId: '3',
  plateNo: '苏C11111',
  state: 'offline',
  offLaneKm: null,
  temperature: null,
  siteName: null,
  siteNameEn: null,
  siteKm: null,
};
const track: Track = {
  vehicleId: '1',
  plateNo: '沪A12345',
  source: '车载终端',
  timeFrom: now - 24 * hour,
  timeTo: now,
  points: [
    [now - 2 * hour, 121, 31, 40, 80, 4],
    [now, 121.5, 31.2, 72, 90, 11],
  ],
  total: 240,
  refused: [{ reason: 'jump', reasonText: '位置跳变', count: 3 }],
  stays: [
    {
      siteCode: 'YS',
      siteName: '洋山堆场',
      siteNameEn: 'Yangshan yard',
      zone: 'Asia/Tokyo',
      lon: 121,
      lat: 31,
      arrivedTime: now - 3 * hour,
      departedTime: null,
    },
  ],
  alarms: [
    { kind: 'powerCut', beganTime: now - hour, endedTime: null, lon: 121.5, lat: 31.2 },
    { kind: 'overspeed', beganTime: now - 2 * hour, endedTime: now - hour, lon: null, lat: null },
  ],
  lane: [],
  corridorKm: null,
  photos: [{ photoId: '9', takenTime: now - hour, channel: 2, lon: null, lat: null }],
  temperatureMin: 4,
  temperatureMax: 11,
};
const server = callServer({
  'gpsVehicles.list': () => ({
    records: [row, calm, lost],
    totalPage: 1,
    totalRecord: 3,
    tabs: { all: 3, driving: 1, idling: 0, stopped: 1, offline: 1 },
  }),
  vehicleGateways: () => [],
  vehicleAccessCounts: () => ({ legacy: 0, unbound: 0, doubtful: 0 }),
  vehiclePositions: () => [
    {
      vehicleId: '1',
      plateNo: '沪A12345',
      state: 'driving',
      lon: 121.5,
      lat: 31.2,
      speed: 72,
      direction: 90,
      reportTime: now,
    },
  ],
  vehicleTrack: () => track,
  vehiclePhoto: () => ({ photoId: '9', plateNo: '沪A12345', takenTime: now - hour, image: 'AAAA' }),
});
const actor = userEvent.setup({ delay: null });
const [page] = gpsVehiclePages;
if (page === undefined) throw new Error('there is no page of vehicles');
afterEach(cleanup);

async function replay(plate: string): Promise<HTMLElement> {
  await actor.click(within(await rowOf(plate)).getByText(plate));
  await actor.keyboard('t');
  return screen.findByRole('dialog');
}

test('a row says where a vehicle is in the time of the place, and marks what is wrong', async () => {
  await openPage(page);
  const wrong = within(await rowOf('沪A12345'));
  for (const message of ['行驶', '距洋山堆场 3.5 公里', '偏离线路', '2026-03-01 17:00'])
    expect(wrong.getByText(message)).toBeDefined();
  expect(wrong.getByTitle('温度超出 2~8 ℃').textContent).toBe('11');
  const fine = within(await rowOf('浙B67890'));
  for (const message of ['停车', '在洋山堆场', '2026-03-01 16:00']) expect(fine.getByText(message)).toBeDefined();
  expect(fine.queryByText('偏离线路')).toBeNull();
  expect(fine.queryByTitle(/温度超出/)).toBeNull();
  // Away from every site it is where it is; what is not measured is not stated to be wrong.
  const away = within(await rowOf('苏C11111'));
  expect(away.getByText('31.20000, 121.50000')).toBeDefined();
  expect(away.queryByText('偏离线路')).toBeNull();
  // The list that stands for the map where no map can be drawn.
  expect(await screen.findByText(/行驶 · 72 公里\/时/)).toBeDefined();
  await setLang('en');
  try {
    await waitFor(async () => expect((await rowOf('沪A12345')).textContent).toContain('3.5 km from Yangshan yard'));
    expect((await rowOf('浙B67890')).textContent).toContain('At Yangshan yard');
  } finally {
    await setLang('zh');
  }
});

test('filters of a link are requested, and a port that is not open is pointed out with the reason', async () => {
  const gateway = { protocol: 'JT/T 808', port: 7611, connections: 0, lastError: 'EADDRINUSE', updatedTime: now };
  server.answer({
    vehicleGateways: () => [
      { ...gateway, state: 'failed' },
      { ...gateway, protocol: 'JT/T 1078', state: 'open' },
    ],
  });
  await openPage(page, '/gps-vehicle-index?tab=driving&driverName=周师傅');
  expect(await screen.findByText('JT/T 808 端口未打开：EADDRINUSE。产品会继续重试。')).toBeDefined();
  expect(screen.queryByText(/1078/)).toBeNull();
  await rowOf('沪A12345');
  expect(server.asked('gpsVehicles.list').at(-1)).toMatchObject({ tab: 'driving', driverName: '周师傅' });
});

test('the way of a vehicle: the day before its last report, its stops, pictures and what was not believed', async () => {
  await openPage(page);
  const drawer = within(await replay('沪A12345'));
  expect(await drawer.findByText('共 240 个位置')).toBeDefined();
  expect(server.asked('vehicleTrack')).toEqual([
    { vehicleId: '1', timeFrom: String(now - 24 * hour), timeTo: String(now) },
  ]);
  expect(drawer.getByText('位置跳变: 3')).toBeDefined();
  const stop = drawer.getByRole('row', { name: /洋山堆场/ });
  for (const message of ['03-01 14:00', '仍在站', '3 小时 0 分']) expect(stop.textContent).toContain(message);
  expect(drawer.getByText('断电').closest('li')?.textContent).toMatch(/^断电 .*未结束/);
  expect(drawer.getByText('超速').closest('li')?.textContent).toMatch(/^超速 .* – /);
  const photo = await drawer.findByRole<HTMLImageElement>('img', { name: /沪A12345 的照片，拍摄于 2026-03-01 16:00/ });
  expect(photo.closest('li')?.textContent).toContain('通道 2');
});

test('a track that cannot be had is shown so and requested again; one without anything says that', async () => {
  server.answer({ vehicleTrack: () => new Refusal('服务器忙', { httpStatus: 500 }) });
  await openPage(page);
  const box = await replay('沪A12345');
  expect(await within(box).findByText('服务器忙')).toBeDefined();
  server.answer({
    vehicleTrack: () => ({ ...track, points: [], total: 0, refused: [], stays: [], alarms: [], photos: [] }),
  });
  await press('重试', box);
  for (const message of [
    '这段时间没有可信的位置。',
    '这段时间没有在站点停留。',
    '这段时间终端没有报警。',
    '这段时间没有照片。',
  ])
    expect(await within(box).findByText(message)).toBeDefined();
  expect(within(box).queryByText(/不可信位置/)).toBeNull();
});

test('while the way of another vehicle is on its way, that of the one before is not shown as its own', async () => {
  let go: (track: Track) => void = () => undefined;
  server.answer({
    vehicleTrack: ({ vehicleId }) => (vehicleId === '1' ? track : new Promise((resolve) => (go = resolve))),
  });
  await openPage(page);
  const first = await replay('沪A12345');
  await within(first).findByText('共 240 个位置');
  await actor.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseAct('浙B67890', '轨迹回放');
  const second = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(server.asked('vehicleTrack')).toHaveLength(2));
  expect(second.queryByText('共 240 个位置')).toBeNull();
  expect(second.queryByText('洋山堆场')).toBeNull();
  go({ ...track, vehicleId: '2', total: 7 });
  expect(await second.findByText('共 7 个位置')).toBeDefined();
});
