import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { buttonOf, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { eventPages } from './pages.ts';

const [, eventsPage] = eventPages;
type Row = CallData<'shipmentEvent.list'>['records'][number];
type Event = CallData<'shipmentEventGet'>;

const row: Row = {
  shipmentEventId: '7',
  state: 'new',
  severity: 'high',
  itemId: '21',
  itemName: '到港延误',
  itemNameEn: 'Late arrival',
  typeCode: 'DELAY',
  typeName: '延误',
  typeNameEn: 'Delays',
  referenceNo: 'MERI123456',
  containerNo: null,
  vesselName: 'JADE STAR',
  voyage: '101W',
  portCode: 'USLAX',
  portName: 'Los Angeles',
  portNameCn: '洛杉矶',
  portZone: 'America/Los_Angeles',
  plannedTime: Date.UTC(2026, 2, 10, 8),
  delayHours: 30,
  actualTime: null,
  ownerName: null,
  openTime: Date.UTC(2026, 2, 1, 8),
  dueTime: Date.UTC(2026, 2, 2, 8),
  carrierCode: 'MERI',
  polCode: 'CNSHA',
  polName: 'Shanghai',
  polNameCn: '上海',
  podCode: null,
  podName: null,
  podNameCn: null,
  stage: 'underWay',
  mode: 'sea',
  closeTime: null,
  sourceName: null,
  saidTime: null,
  tenantCode: 'HF',
  overdue: 1,
  bkId: '41',
  obmTkSubscribeId: '31',
  exceptions: 1,
  recordVersion: 3,
};
const event: Event = {
  shipmentEventId: '7',
  recordVersion: 3,
  now: Date.UTC(2026, 2, 3),
  state: 'new',
  acts: ['confirm', 'close', 'comment'],
  itemName: '到港延误',
  itemNameEn: 'Late arrival',
  typeName: '延误',
  typeNameEn: 'Delays',
  severity: 'high',
  stage: 'underWay',
  place: 'arrival',
  referenceNo: 'MERI123456',
  obmTkSubscribeId: '31',
  bkId: '41',
  carrierCode: 'MERI',
  mode: 'air',
  vesselName: null,
  voyage: null,
  polCode: 'CNSHA',
  polName: 'Shanghai',
  polNameCn: '上海',
  podCode: null,
  podName: null,
  podNameCn: null,
  portCode: null,
  portName: null,
  portNameCn: null,
  portZone: null,
  plannedTime: null,
  estimatedTime: null,
  actualTime: null,
  delayHours: 30,
  openTime: Date.UTC(2026, 2, 1, 8),
  dueTime: Date.UTC(2026, 2, 2, 8),
  closeTime: null,
  resolution: null,
  ownerName: null,
  valueList: [
    {
      field: 'stage',
      fieldName: '阶段',
      fieldNameEn: 'Stage',
      fieldType: 'stage',
      unit: null,
      zone: null,
      value: 'delivered',
      said: null,
    },
    {
      field: 'weight',
      fieldName: '毛重',
      fieldNameEn: 'Weight',
      fieldType: 'number',
      unit: 'kg',
      zone: null,
      value: 12,
      said: { source: '子午线', time: Date.UTC(2026, 2, 1) },
    },
    {
      field: 'eta',
      fieldName: '预计到港',
      fieldNameEn: 'ETA',
      fieldType: 'time',
      unit: null,
      zone: 'Europe/Amsterdam',
      value: Date.UTC(2026, 2, 1),
      said: null,
    },
    {
      field: 'note',
      fieldName: '说明',
      fieldNameEn: 'Note',
      fieldType: 'text',
      unit: null,
      zone: null,
      value: null,
      said: null,
    },
  ],
  said: {},
  noteList: [
    { time: Date.UTC(2026, 2, 2), kind: 'comment', actorName: '安娜', text: '已联系船公司', reason: null },
    { time: Date.UTC(2026, 2, 1), kind: 'opened', actorName: 'system', text: null, reason: null },
  ],
  exceptionList: [{ exceptionId: '91', typeName: '预计晚到', severity: 'medium' }],
};

beforeEach(resetSharedState);
const server = callServer({
  allDict: () => [],
  allStatuses: () => [],
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian', operatorNameCn: '子午远洋' }],
  tenants: () => [{ wlTenantId: '11', tenantCode: 'HF', tenantName: '海帆' }],
  'eventItemType.getAll': () => [],
  'eventItem.getAll': () => [],
  'shipmentEvent.list': () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  shipmentEventGet: () => event,
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const openDrawer = async () => {
  const page = await openPage(eventsPage);
  await user.dblClick(await rowOf('MERI123456'));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('触发时取到的值');
  return { page, drawer };
};
const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '备注' });

test('a row names what was found where, in the time of its place, and says that it is overdue', async () => {
  await openPage(eventsPage);
  const cells = within(await rowOf('MERI123456'));
  for (const message of [
    '到港延误',
    '延误',
    'JADE STAR / 101W',
    '洛杉矶 USLAX',
    '上海 CNSHA',
    '在途',
    '海运',
    '已逾期',
  ])
    expect(cells.getAllByText(message)).not.toEqual([]);
  expect(await cells.findByText('子午远洋')).toBeDefined();
  expect(cells.getByText(/03-10 01:00/)).toBeDefined();
  await setLang('en');
  const english = within(await rowOf('Late arrival'));
  for (const message of ['Los Angeles USLAX', 'Under way', 'Delays', 'Overdue'])
    expect(english.getByText(message)).toBeDefined();
  await setLang('zh');
});

test('filters of a link are requested; a row leads to its tracking and to its exceptions', async () => {
  const page = await openPage(eventsPage, '/event-index?open=1&stage=underWay&itemId=21&carrierCode=MERI');
  await user.click(within(await rowOf('MERI123456')).getByRole('link', { name: 'MERI123456' }));
  expect(server.asked('shipmentEvent.list').at(-1)).toMatchObject({
    open: 1,
    stage: ['underWay'],
    itemId: ['21'],
    carrierCode: ['MERI'],
  });
  await chooseAct('MERI123456', '查看异常');
  await chooseAct('MERI123456', '查看跟踪');
  expect(page.left).toEqual([
    '/trace-detail?obmBkId=41',
    '/exception-manage?obmTkSubscribeId=31',
    '/trace-detail?obmBkId=41',
  ]);
});

test('without a booking a row leads to no tracking', async () => {
  server.answer({
    'shipmentEvent.list': () => ({ records: [{ ...row, bkId: null }], totalPage: 1, totalRecord: 1 }),
  });
  const page = await openPage(eventsPage);
  expect(within(await rowOf('MERI123456')).queryByRole('link')).toBeNull();
  await chooseAct('MERI123456', '查看跟踪');
  expect(page.left).toEqual([]);
});

test('the drawer says what the event saw and what became of it; its links lead by the mode of the goods', async () => {
  const { page, drawer } = await openDrawer();
  const inside = within(drawer);
  for (const message of [
    '上海 CNSHA → —',
    '30 小时',
    '已提货',
    '12 千克',
    '2026-03-01 01:00',
    'CET +1',
    '已逾期',
    '已联系船公司',
    '安娜',
  ])
    expect(inside.getByText(message)).toBeDefined();
  expect(inside.getByText(/来源：子午线，获知于 2026-03-01/)).toBeDefined();
  expect(inside.queryByText('system')).toBeNull();
  expect(inside.queryByText('关闭时间')).toBeNull();
  await user.click(inside.getByRole('link', { name: 'MERI123456' }));
  await user.click(inside.getByRole('link', { name: '预计晚到' }));
  expect(page.left).toEqual(['/air-trace-detail?obmBkId=41', '/exception-manage?obmAutotestResultId=91']);
});

test('an act is sent with its comment and the version that was read; list and event are asked again', async () => {
  server.answer({
    shipmentEventAct: () => {
      server.answer({ shipmentEventGet: () => ({ ...event, state: 'confirmed', acts: ['close', 'comment'] }) });
      return new Success({ shipmentEventId: '7', recordVersion: 4 }, '事件已确认');
    },
  });
  const { drawer } = await openDrawer();
  await user.type(comment(), '我来处理');
  await press('确认', drawer);
  await screen.findByText('事件已确认');
  expect(server.asked('shipmentEventAct')).toEqual([
    { shipmentEventId: '7', recordVersion: 3, act: 'confirm', comment: '我来处理' },
  ]);
  expect(comment().value).toBe('');
  await within(drawer).findByText('已确认');
  await waitFor(() => expect(server.asked('shipmentEvent.list')).toHaveLength(2));
  expect(within(drawer).queryByRole('button', { name: /^确\s?认/ })).toBeNull();
});

test('an act that is pressed twice is sent once', async () => {
  server.answer({
    shipmentEventAct: () => {
      server.answer({ shipmentEventGet: () => ({ ...event, recordVersion: 4, state: 'confirmed', acts: ['close'] }) });
      return new Success({ shipmentEventId: '7', recordVersion: 4 }, '事件已确认');
    },
  });
  const { drawer } = await openDrawer();
  await user.dblClick(within(drawer).getByRole('button', { name: buttonOf('确认') }));
  await screen.findByText('事件已确认');
  await within(drawer).findByText('已确认');
  expect(server.asked('shipmentEventAct')).toHaveLength(1);
});

test('a refused act keeps the comment', async () => {
  server.answer({ shipmentEventAct: () => new Refusal('事件已被他人修改') });
  const { drawer } = await openDrawer();
  await user.type(comment(), '关了吧');
  await press('关闭', drawer);
  await screen.findByText('事件已被他人修改');
  expect(comment().value).toBe('关了吧');
});

test('an event that cannot be read is requested again', async () => {
  server.answer({ shipmentEventGet: () => new Refusal('事件暂时取不到', { httpStatus: 500 }) });
  await openPage(eventsPage);
  await user.dblClick(await rowOf('MERI123456'));
  await screen.findByText('事件暂时取不到');
  server.answer({ shipmentEventGet: () => event });
  await press('重试');
  expect(await screen.findByText('触发时取到的值')).toBeDefined();
});

test('an empty list says where events come from', async () => {
  server.answer({ 'shipmentEvent.list': () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
  await openPage(eventsPage);
  expect(await screen.findByText(/启用事件项后，符合条件的票会在一分钟内出现在这里/)).toBeDefined();
});
