import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { subscriptionPage, subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionSubscribePage } from './page.ts';

type Booking = CallData<'queryBkBySubscribe'>[number];

const noPlace = (prefix: string) =>
  Object.fromEntries(
    ['Code', 'Name', 'NameCn', 'NameDesc', 'Lon', 'Lat', 'Zone'].map((part) => [`${prefix}${part}`, null]),
  );
const noTime = (name: string) => ({ [name]: null, [`${name}Str`]: null });
const booking = {
  ...noPlace('por'),
  ...noPlace('pol'),
  ...noPlace('pod'),
  ...noPlace('deliveryPlace'),
  ...noPlace('destination'),
  ...noTime('custEtd'),
  ...noTime('atd'),
  ...noTime('custEta'),
  ...noTime('ata'),
  obmBkId: '12',
  blNo: 'MERI1',
  ctnNo: null,
  refrenceNo: null,
  unionFlag: 0,
  processType: 'SHIPPING_TRACKING',
  bizSourceType: 'FT',
  endFlag: 0,
  carrierCode: 'MERI',
  carrierName: null,
  carrierUrl: null,
  custVessel: 'MERIDIAN PINE',
  custVoyage: '102E',
  inOutFlag: null,
  isBillNo: 1,
  packageVersion: null,
  polCode: 'CNSHA',
  polZone: 'Asia/Shanghai',
  podCode: 'NLRTM',
  podZone: 'Europe/Amsterdam',
  custEtd: Date.UTC(2026, 2, 1, 1),
  atd: Date.UTC(2026, 2, 1, 4),
  custEta: Date.UTC(2026, 2, 30, 4),
} as Booking;
const row = subscriptionRow();
const server = callServer({
  allDict: () => [],
  allOperators: () => [],
  tenants: () => [],
  querySubscriptions: () => subscriptionPage(row),
  queryBkBySubscribe: () => [booking, { ...booking, obmBkId: '13', unionFlag: 1, custVessel: null, custVoyage: null }],
});
afterEach(cleanup);

const title = '切换关联bk · MERI1';
async function openDialog(): Promise<HTMLElement> {
  await openPage(exceptionSubscribePage);
  await chooseAct('MERI1', '切换关联bk');
  return screen.findByRole('dialog', { name: title });
}
const fieldOf = (dialog: HTMLElement, name: string) => within(dialog).getByLabelText<HTMLInputElement>(name);

test('bookings are looked for by the numbers of the subscription, and shown with times of their places', async () => {
  const dialog = await openDialog();
  expect(within(dialog).getByText('现在关联：9')).toBeDefined();
  expect(fieldOf(dialog, '船名').value).toBe('MERIDIAN PINE');
  fireEvent.change(fieldOf(dialog, '航次'), { target: { value: '102E ' } });
  fireEvent.blur(fieldOf(dialog, '航次'));
  await press('查询', dialog);
  const found = within(await rowOf('MERIDIAN PINE / 102E'));
  expect(server.asked('queryBkBySubscribe')).toEqual([
    {
      blNo: 'MERI1',
      ctnNo: '',
      carrierCode: 'MERI',
      vesselName: 'MERIDIAN PINE',
      voyage: '102E',
      bizSourceType: [],
      processType: [],
      isBillNo: 1,
    },
  ]);
  // The actual departure counts, and each place has its own zone.
  for (const message of ['CNSHA → NLRTM', '2026-03-01 12:00', '2026-03-30 06:00', '12', 'FT'])
    expect(found.getByText(message)).toBeDefined();
  const fused = within(await rowOf('融合'));
  expect(fused.getByText('—')).toBeDefined();
});

test('the chosen booking is linked; the list is read again', async () => {
  server.answer({
    updateSubscribeInfo: () => new Success({ ...row.obmTkSubscribe, bkId: '13' }, '已切换'),
  });
  const dialog = await openDialog();
  await press('确定', dialog);
  expect(await screen.findByText('请选择一条bk记录')).toBeDefined();
  expect(server.asked('updateSubscribeInfo')).toEqual([]);
  await press('查询', dialog);
  await userEvent.click(within(await rowOf('融合')).getByRole('radio'));
  const before = server.asked('querySubscriptions').length;
  await press('确定', dialog);
  expect(await screen.findByText('已切换')).toBeDefined();
  expect(server.asked('updateSubscribeInfo')).toEqual([{ obmTkSubscribeId: '5', bkId: '13', recordVersion: 1 }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('querySubscriptions')).toHaveLength(before + 1);
});

test('what somebody else linked meanwhile is shown, and replaced only when one saves again', async () => {
  const stale = { stale: true, current: { bkId: '77', recordVersion: 6 }, who: '李丽', time: 1 };
  server.answer({ updateSubscribeInfo: () => new Refusal('订阅已被修改', { data: stale }) });
  const dialog = await openDialog();
  await press('查询', dialog);
  await userEvent.click(within(await rowOf('融合')).getByRole('radio'));
  await press('确定', dialog);
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/李丽 刚刚保存了：现在关联：77/);
  server.answer({ updateSubscribeInfo: () => new Refusal('bk 已删除') });
  await press('确定', dialog);
  expect(await screen.findByText('bk 已删除')).toBeDefined();
  expect(server.asked('updateSubscribeInfo').map(({ recordVersion }) => recordVersion)).toEqual([1, 6]);
  // A choice that is not saved is not lost without a question.
  await press('取消', dialog);
  await answerDialog('放弃未保存的内容？', '继续编辑');
  expect(screen.getByRole('dialog', { name: title })).toBe(dialog);
});

test('bookings that were looked for of one subscription are not offered for another', async () => {
  const found = Promise.withResolvers<Booking[]>();
  const other = subscriptionRow({ obmTkSubscribeId: '6', blNo: 'MERI2' });
  server.answer({ querySubscriptions: () => subscriptionPage(row, other), queryBkBySubscribe: () => found.promise });
  const dialog = await openDialog();
  await press('查询', dialog);
  await press('取消', dialog);
  await chooseAct('MERI2', '切换关联bk');
  const next = await screen.findByRole('dialog', { name: '切换关联bk · MERI2' });
  await act(async () => found.resolve([booking]));
  await waitFor(() => expect(next.querySelector('.ant-btn-loading')).toBeNull());
  expect(within(next).queryByRole('radio')).toBeNull();
});

test('of a container, vessel and voyage are wanted; what finds nothing says so', async () => {
  const container = subscriptionRow({ blNo: null, ctnNo: 'MERI1', isBillNo: 0, bkId: null, vesselName: null });
  server.answer({ querySubscriptions: () => subscriptionPage(container), queryBkBySubscribe: () => [] });
  const dialog = await openDialog();
  expect(within(dialog).getByText('现在没有关联bk')).toBeDefined();
  await press('查询', dialog);
  expect(await screen.findByText('船名不能为空')).toBeDefined();
  fireEvent.change(fieldOf(dialog, '船名'), { target: { value: 'JADE' } });
  fireEvent.change(fieldOf(dialog, '航次'), { target: { value: ' ' } });
  await press('查询', dialog);
  expect(await screen.findByText('航次不能为空')).toBeDefined();
  expect(server.asked('queryBkBySubscribe')).toEqual([]);
  fireEvent.change(fieldOf(dialog, '航次'), { target: { value: '1E' } });
  await press('查询', dialog);
  expect(await within(dialog).findByText('没有符合条件的bk')).toBeDefined();
  expect(server.asked('queryBkBySubscribe')).toMatchObject([{ vesselName: 'JADE', voyage: '1E', isBillNo: 0 }]);
});
