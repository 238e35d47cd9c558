import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { setLang } from '#web/i18n/index.ts';
import { bookingPage } from './page.ts';

type Row = CallData<'bookingRecord.list'>['records'][number];
type Booking = CallData<'bookingRecordGet'>;

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
const lane = {
  polCode: 'CNSHA',
  polName: 'Shanghai',
  polNameCn: '上海',
  polZone: 'Asia/Shanghai',
  podCode: 'USLAX',
  podName: 'Los Angeles',
  podNameCn: '洛杉矶',
  podZone: 'America/Los_Angeles',
};
const row: Row = {
  ...lane,
  bookingRecordId: '7',
  recordVersion: 3,
  state: 'confirmed',
  bookingNo: 'MB100',
  carrierCode: 'MERI',
  vesselName: 'AMBER TIDE',
  voyage: '101W',
  departureTime: now + 60 * hour,
  arrivalTime: now + 400 * hour,
  problem: null,
  equipment: '2×40HQ',
  customer: '恒达机械',
  billNo: 'MERI0001',
  rolls: 0,
  changeTime: now - hour,
  createTime: now - 50 * hour,
  creatorName: '李雷',
  tenantCode: 'SEA',
  cutOffCode: 'VCO',
  cutOffTime: now + 5.5 * hour,
  obmBkId: '61',
  now,
};
const booking: Booking = {
  ...lane,
  bookingRecordId: '7',
  recordVersion: 3,
  now,
  state: 'confirmed',
  acts: ['edit', 'cancel'],
  sending: false,
  problem: null,
  requestRef: 'REQ7',
  bookingNo: 'MB100',
  billNo: 'MERI0001',
  obmBkId: '61',
  carrierCode: 'MERI',
  vesselName: 'AMBER TIDE',
  voyage: '101W',
  departureTime: now + 60 * hour,
  firstDepartureTime: now + 36 * hour,
  arrivalTime: now + 400 * hour,
  equipmentList: [{ containerType: '40HQ', units: 2 }],
  customer: '恒达机械',
  orderNo: 'PO-1',
  remark: '易碎',
  rolls: 1,
  cutOffList: [
    { code: 'VCO', time: now + 5.5 * hour },
    { code: 'EFC', time: now - hour },
  ],
  eventList: [
    { time: now - hour, kind: 'rolled', actorCode: 'MERI', detail: { vessel: 'AMBER TIDE', formerVessel: 'JADE SEA' } },
    { time: now - 50 * hour, kind: 'create', actorCode: 'lilei', detail: {} },
  ],
};
const rowsOf = (...records: Row[]) => ({ records, totalPage: 1, totalRecord: records.length });
const server = callServer({
  allDict: () => [],
  tenants: () => [],
  allOperators: () => [
    { operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian Line', operatorNameCn: '子午线航运' },
  ],
  searchPorts: () => ({ records: [], totalPage: 1, totalRecord: 0 }),
  'bookingRecord.list': () => rowsOf(row),
  bookingRecordGet: () => booking,
});
const user = userEvent.setup({ delay: null });
afterEach(async () => {
  cleanup();
  localStorage.clear();
  await setLang('zh');
});

const rowOf = (name: RegExp) => screen.findByRole('row', { name });
const openFirst = async () => {
  await user.dblClick(await screen.findByText('AMBER TIDE / 101W'));
  return within(await screen.findByRole('dialog'));
};
const linked =
  '/booking-record-management?book=1&bookCarrier=MERI&bookPol=CNSHA&bookPod=USLAX&bookVessel=JADE&bookUnits=3';

describe('the list', () => {
  test('has names for codes, times of the ports, and the time left until the next cut-off', async () => {
    await openPage(bookingPage);
    const cells = within(await rowOf(/MB100/));
    for (const message of ['已确认', 'AMBER TIDE / 101W', '2×40HQ', '恒达机械', '剩 5 小时 30 分'])
      expect(cells.getByText(message)).toBeDefined();
    expect(await cells.findByText('子午线航运')).toBeDefined();
    expect(cells.getByText(/上海/)).toBeDefined();
    // 4:00 UTC sixty hours later: noon + 12 hours at the port.
    expect(cells.getByText('05-13 00:00')).toBeDefined();
    expect(cells.getByRole('link', { name: 'MERI0001' }).getAttribute('href')).toBe('/trace-detail?obmBkId=61');
  });

  test('says what is left in days, what is over, what is not known, and what has to be solved', async () => {
    const draft: Row = { ...row, state: 'draft', bookingNo: null, billNo: null, obmBkId: null, cutOffTime: null };
    server.answer({
      'bookingRecord.list': () =>
        rowsOf(
          { ...row, bookingRecordId: '1', vesselName: 'ONE', cutOffTime: now + 80 * hour },
          { ...row, bookingRecordId: '2', vesselName: 'TWO', cutOffTime: now - 1 },
          { ...draft, bookingRecordId: '3', vesselName: 'THREE', problem: 'timeout' },
        ),
    });
    await openPage(bookingPage);
    expect(within(await rowOf(/ONE/)).getByText('剩 3 天')).toBeDefined();
    expect(within(await rowOf(/TWO/)).getByText('已截止')).toBeDefined();
    const third = within(await rowOf(/THREE/));
    expect(third.getByText('船公司没有及时应答，请与船公司核实后再提交')).toBeDefined();
    expect(third.queryByText(/剩|已截止/)).toBeNull();
    expect(third.queryByRole('link')).toBeNull();
  });

  test('says how to begin when it is empty; a failure can be tried again', async () => {
    server.answer({ 'bookingRecord.list': () => new Refusal('数据库忙') });
    await openPage(bookingPage);
    expect(await screen.findByText('数据库忙')).toBeDefined();
    server.answer({ 'bookingRecord.list': () => rowsOf() });
    await user.click(screen.getByRole('button', { name: /重\s*试/ }));
    expect(await screen.findByText(/还没有订舱。可点击“新建订舱”/)).toBeDefined();
  });

  test('asks for the filters of its address', async () => {
    await openPage(bookingPage, '/booking-record-management?state=rolled,rejected&customer=恒达');
    await rowOf(/MB100/);
    expect(server.asked('bookingRecord.list').at(-1)).toMatchObject({
      state: ['rolled', 'rejected'],
      customer: '恒达',
    });
  });
});

describe('one booking', () => {
  test('is shown with its changes, its cut-offs, and who did what', async () => {
    const page = await openPage(bookingPage);
    const drawer = await openFirst();
    expect(await drawer.findByText('REQ7')).toBeDefined();
    for (const message of [
      'MB100',
      'PO-1',
      '易碎',
      '05-13 00:00',
      '05-12 00:00',
      '剩 5 小时 30 分',
      '已截止',
      '被甩柜',
    ])
      expect(drawer.getAllByText(new RegExp(message)).length).toBeGreaterThan(0);
    expect(drawer.getByText(/上海.* → .*洛杉矶/)).toBeDefined();
    const events = drawer.getAllByRole('listitem').map((item) => item.textContent);
    expect(events.at(-2)).toMatch(/被甩柜 子午线航运 JADE SEA → AMBER TIDE/);
    expect(events.at(-1)).toMatch(/新建 lilei/);
    await user.click(drawer.getByRole('link', { name: 'MERI0001' }));
    expect(page.left).toEqual(['/trace-detail?obmBkId=61']);
  });

  test('is cancelled after a question only; a refusal is shown, and list and booking are asked again', async () => {
    server.answer({ bookingRecordCancel: () => new Refusal('订舱已被他人修改') });
    await openPage(bookingPage);
    const drawer = await openFirst();
    await user.click(await drawer.findByRole('button', { name: /取消订舱/ }));
    const question = await screen.findByRole('dialog', { name: '取消订舱 MB100？' });
    expect(server.asked('bookingRecordCancel')).toEqual([]);
    const before = server.asked('bookingRecord.list').length;
    await user.click(within(question).getByRole('button', { name: /确\s*定/ }));
    expect(await screen.findByText('订舱已被他人修改')).toBeDefined();
    expect(server.asked('bookingRecordCancel')).toEqual([{ bookingRecordId: '7', recordVersion: 3 }]);
    await waitFor(() => expect(server.asked('bookingRecord.list').length).toBe(before + 1));
    await waitFor(() => expect(server.asked('bookingRecordGet').length).toBe(2));
  });

  test('that is a draft is submitted as it is, and says that it is being sent', async () => {
    const draft: Booking = { ...booking, state: 'draft', bookingNo: null, acts: ['edit', 'submit'], cutOffList: [] };
    server.answer({
      bookingRecordGet: () => draft,
      bookingRecordSubmit: () => {
        server.answer({ bookingRecordGet: () => ({ ...draft, state: 'submitted', acts: [], sending: true }) });
        return new Success({ bookingRecordId: '7', recordVersion: 4 }, '已提交');
      },
    });
    await openPage(bookingPage);
    const drawer = await openFirst();
    expect(await drawer.findByText('船公司确认后显示截止时间')).toBeDefined();
    expect(drawer.queryByRole('button', { name: /取消订舱/ })).toBeNull();
    await user.click(drawer.getByRole('button', { name: /提交给船公司/ }));
    expect(await screen.findByText('已提交')).toBeDefined();
    expect(server.asked('bookingRecordSubmit')).toEqual([{ bookingRecordId: '7', recordVersion: 3 }]);
    expect(await drawer.findByText('正在发送给船公司…')).toBeDefined();
    expect(drawer.queryByRole('button', { name: /提交给船公司/ })).toBeNull();
  });

  test('that is confirmed is amended but for its vessel, with its version', async () => {
    server.answer({ bookingRecordSave: () => new Success({ bookingRecordId: '7', recordVersion: 4 }, '改单已发送') });
    await openPage(bookingPage);
    const drawer = await openFirst();
    await user.click(await drawer.findByRole('button', { name: /修\s*改/ }));
    const dialog = within(await screen.findByRole('dialog', { name: '改单' }));
    expect(dialog.getByText(/以船公司确认为准/)).toBeDefined();
    for (const name of ['船名', '航次'])
      expect((dialog.getByRole('textbox', { name }) as HTMLInputElement).disabled).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: '备注' }), '，防潮');
    await user.click(dialog.getByRole('button', { name: '发送改单' }));
    expect(await screen.findByText('改单已发送')).toBeDefined();
    expect(server.asked('bookingRecordSave')).toEqual([
      {
        bookingRecordId: '7',
        recordVersion: 3,
        carrierCode: 'MERI',
        polCode: 'CNSHA',
        podCode: 'USLAX',
        vesselName: 'AMBER TIDE',
        voyage: '101W',
        departureTime: booking.departureTime,
        arrivalTime: booking.arrivalTime,
        equipmentList: [{ containerType: '40HQ', units: 2 }],
        customer: '恒达机械',
        remark: '易碎，防潮',
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '改单' })).toBeNull());
  });
});

describe('a new booking', () => {
  test('of a link is filled in; what is refused stays open with its input, then it is saved and shown', async () => {
    server.answer({ bookingRecordSave: () => new Refusal('请填写客户') });
    const page = await openPage(bookingPage, linked);
    const dialog = within(await screen.findByRole('dialog', { name: '新建订舱' }));
    expect(await dialog.findByText('子午线航运')).toBeDefined();
    expect((dialog.getByRole('spinbutton', { name: '箱量 1' }) as HTMLInputElement).value).toBe('3');
    expect((dialog.getByRole('button', { name: '删除第 1 行箱型' }) as HTMLButtonElement).disabled).toBe(true);
    await user.click(dialog.getByRole('button', { name: /添加箱型/ }));
    await user.click(dialog.getByRole('button', { name: /添加箱型/ }));
    await user.click(dialog.getByRole('button', { name: '删除第 2 行箱型' }));
    await user.click(dialog.getByRole('button', { name: '保存草稿' }));
    expect(await screen.findByText('请填写客户')).toBeDefined();
    server.answer({ bookingRecordSave: () => new Success({ bookingRecordId: '9', recordVersion: 1 }, '已保存') });
    await user.type(dialog.getByRole('textbox', { name: '客户' }), '新客户');
    await user.click(dialog.getByRole('button', { name: '保存草稿' }));
    expect(await screen.findByText('已保存')).toBeDefined();
    expect(server.asked('bookingRecordSave').at(-1)).toEqual({
      carrierCode: 'MERI',
      polCode: 'CNSHA',
      podCode: 'USLAX',
      vesselName: 'JADE',
      voyage: '',
      departureTime: null,
      arrivalTime: null,
      equipmentList: [
        { containerType: '40HQ', units: 3 },
        { containerType: '20GP', units: 1 },
      ],
      customer: '新客户',
      remark: '',
    });
    await waitFor(() => expect(server.asked('bookingRecordGet')).toEqual([{ bookingRecordId: '9' }]));
    expect(page.href()).toBe('/booking-record-management');
  });

  test('that was left is offered again; nothing can be saved before that is answered', async () => {
    await openPage(bookingPage, linked);
    const first = within(await screen.findByRole('dialog', { name: '新建订舱' }));
    await user.type(first.getByRole('textbox', { name: '客户' }), '未存客户');
    cleanup();
    await openPage(bookingPage, linked);
    const dialog = within(await screen.findByRole('dialog', { name: '新建订舱' }));
    expect((dialog.getByRole('button', { name: '保存草稿' }) as HTMLButtonElement).disabled).toBe(true);
    await user.click(within(dialog.getByRole('alert')).getAllByRole('button')[0] as HTMLElement);
    expect((dialog.getByRole('textbox', { name: '客户' }) as HTMLInputElement).value).toBe('未存客户');
  });

  test('is not thrown away without a question', async () => {
    const page = await openPage(bookingPage, linked);
    const dialog = within(await screen.findByRole('dialog', { name: '新建订舱' }));
    await user.type(dialog.getByRole('textbox', { name: '客户' }), '甲');
    await user.click(dialog.getByRole('button', { name: /取\s*消$/ }));
    const question = within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement);
    await user.click(question.getByRole('button', { name: /继\s*续/ }));
    expect((dialog.getByRole('textbox', { name: '客户' }) as HTMLInputElement).value).toBe('甲');
    expect(page.href()).toBe(linked);
  });
});

test('in English names, times left and the problem are English', async () => {
  server.answer({
    'bookingRecord.list': () => rowsOf({ ...row, cutOffTime: now + 72 * hour, state: 'submitted', problem: 'timeout' }),
  });
  await openPage(bookingPage);
  await setLang('en');
  const cells = within(await rowOf(/MB100/));
  expect(await cells.findByText('Meridian Line')).toBeDefined();
  expect(cells.getByText('3 days left')).toBeDefined();
  expect(cells.getByText(/Shanghai/)).toBeDefined();
  expect(cells.getByText('No answer of the carrier in time; it is asked again by itself')).toBeDefined();
});
