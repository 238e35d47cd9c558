import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { type OpenPage, openPage } from '#testing/open-page.tsx';
import { press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { ediManagerPage } from './page.ts';

type Detail = CallData<'ediGet'>;
type Event = Detail['events'][number];

const message: Detail['message'] = {
  id: '7',
  receivedTime: Date.UTC(2026, 2, 1, 1, 2, 3),
  state: 'partly',
  messageType: 'COARRI',
  reasons: [{ code: 'noPort', text: '港口代码未知' }],
  partnerName: '宁波码头',
  documentNo: 'D-1',
  events: 2,
  applied: 1,
  waiting: 1,
  refusedEvents: 0,
  controlRef: 'C-1',
  messageRef: 'M-1',
  sender: 'TERMINAL',
  receiver: null,
  direction: 'in',
  way: 'upload',
  fileName: 'coarri.edi',
  tenantName: null,
  messageVersion: 'D:95B',
  partnerCode: 'NBCT',
  problemCount: 2,
  duplicateOf: null,
};
const event: Event = {
  serial: 1,
  segment: 2,
  kind: 'equipment',
  code: 'LOAD',
  classifier: 'ACT',
  containerNo: 'CSQU3054383',
  references: ['BOOK1'],
  portCode: 'CNNGB',
  portName: '宁波',
  place: 'Ningbo',
  zone: 'Asia/Shanghai',
  time: Date.UTC(2026, 2, 1, 4),
  vesselName: 'AMBER TIDE',
  voyage: '101W',
  empty: 'LADEN',
  sealNo: 'S1',
  grossWeightKg: 24_000,
  damage: null,
  statusText: null,
  withdrawn: false,
  subscriptionIds: ['5', '6'],
};
const loose: Event = {
  ...event,
  serial: 2,
  code: 'XYZ',
  classifier: 'EST',
  containerNo: null,
  portName: null,
  place: 'Depot 4',
  zone: null,
  vesselName: null,
  voyage: null,
  empty: null,
  sealNo: null,
  grossWeightKg: null,
  damage: '凹陷',
  withdrawn: true,
  subscriptionIds: [],
};
const problem = {
  code: 'noPort',
  severity: 'event',
  segment: 2,
  line: 2,
  tag: 'LOC',
  value: 'XXXXX',
  text: '港口代码未知',
} as const;
const detail: Detail = {
  message,
  segments: [
    { number: 1, line: 1, tag: 'UNH', text: 'UNH+1+COARRI', elements: [['1'], ['COARRI']] },
    { number: 2, line: 2, tag: 'LOC', text: 'LOC+9+XXXXX', elements: [['9'], ['XXXXX']] },
    { number: 3, line: 3, tag: 'ZZZ', text: 'ZZZ+1', elements: [['1']] },
  ],
  cut: true,
  charset: 'UNOA',
  problems: [problem, { ...problem, segment: null, severity: 'refusal', value: '', text: '交换头重复' }],
  events: [event, loose],
  shipments: [
    { subscriptionId: '5', billNo: 'MERI1', containerNo: null, carrierCode: 'MERI', events: 1, shipmentId: '8' },
    { subscriptionId: '6', billNo: null, containerNo: 'CSQU3054383', carrierCode: 'MERI', events: 1, shipmentId: null },
  ],
};
const server = callServer({
  'ediPartner.getAll': () => [],
  ediQuery: () => ({ records: [message], totalPage: 1, totalRecord: 1 }),
  ediStats: () => new Refusal('没有统计'),
  ediGet: () => detail,
});
const notify = liveStream();
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const drawerOf = (name: RegExp = /^COARRI D-1/): Promise<HTMLElement> => screen.findByRole('dialog', { name });
/** Opens the message of the list. */
async function openMessage(): Promise<OpenPage> {
  const page = await openPage(ediManagerPage);
  await userEvent.dblClick(within(await rowOf('coarri.edi')).getByText('D-1'));
  return page;
}
const cellsOf = (row: HTMLElement | undefined): (string | null)[] =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);

test('events have names, the times of their places, and lead to their shipments', async () => {
  const page = await openMessage();
  const events = within(await within(await drawerOf()).findByRole('group', { name: '事件' }));
  const [, first, second] = events.getAllByRole('row');
  expect(cellsOf(first)).toEqual([
    '装船 重箱',
    'CSQU3054383',
    // The place that only repeats the name of the port is left out.
    '宁波 CNNGBNingbo',
    '实际2026-03-01 12:00CST +8',
    'AMBER TIDE / 101W',
    'S1 · 24000 kg',
    'MERI1CSQU3054383',
  ]);
  expect(cellsOf(second)).toEqual([
    'XYZ （已撤销）',
    'BOOK1',
    'CNNGB Depot 4',
    '预计2026-03-01 12:00北京时间',
    '',
    '凹陷',
    '无订阅',
  ]);
  expect(server.asked('ediGet')).toEqual([{ id: '7' }]);
  expect(events.queryByRole('link', { name: 'CSQU3054383' })).toBeNull();
  await userEvent.click(events.getByRole('link', { name: 'MERI1' }));
  expect(page.left).toEqual(['/trace-detail?obmBkId=8&dataSource=EDI']);
  server.answer({ ediGet: () => ({ ...detail, events: [{ ...event, portName: 'Ningbo' }] }) });
  await act(() => setLang('en'));
  const inEnglish = await screen.findByText('Loaded');
  const row = inEnglish.closest('tr') ?? undefined;
  expect(cellsOf(row).slice(0, 4)).toEqual([
    'Loaded full',
    'CSQU3054383',
    'Ningbo CNNGB',
    'Actual2026-03-01 12:00CST +8',
  ]);
});

test('segments say what they mean and what is wrong with them; other problems stand above', async () => {
  await openMessage();
  const drawer = within(await drawerOf());
  const segments = within(await drawer.findByRole('group', { name: '报文内容' }));
  const lines = segments.getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '1UNH+1+COARRI报文头',
    '2LOC+9+XXXXX地点 · 装货港未采用 港口代码未知XXXXX',
    '3ZZZ+1其他信息',
  ]);
  expect(lines.map(({ dataset }) => dataset['problem'])).toEqual([undefined, 'event', undefined]);
  expect(segments.getByText('报文很长，仅显示开头部分。')).toBeDefined();
  expect(drawer.getByText('交换头重复').textContent).toBe('拒绝 交换头重复');
});

test('the facts name sender, way and owner; what is not known is a dash', async () => {
  await openMessage();
  const drawer = within(await drawerOf());
  await drawer.findByText('报文信息');
  const factOf = (label: string): string | null | undefined =>
    drawer.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
  expect(factOf('发送方')).toBe('TERMINAL · 宁波码头');
  expect(factOf('接收方')).toBe('—');
  expect(factOf('途径')).toBe('上传');
  expect(factOf('租户')).toBe('平台');
  expect(factOf('字符集')).toBe('UNOA');
  expect(factOf('时间')).toBe('2026-03-01 09:02:03CST +8');
  expect(drawer.getByText('部分处理')).toBeDefined();
});

test('a message is read again from here, one that was sent is not; the drawer follows what happens', async () => {
  server.answer({ ediReprocess: () => new Success({ done: 1, messages: [] }, '已重新处理 1 份报文') });
  await openMessage();
  await within(await drawerOf()).findByText('报文信息');
  server.answer({ ediGet: () => ({ ...detail, message: { ...message, state: 'parsed', reasons: [] } }) });
  await press('重新处理', await drawerOf());
  expect(await within(await drawerOf()).findByText('已处理')).toBeDefined();
  expect(server.asked('ediReprocess')).toEqual([{ ids: ['7'] }]);
  const empty: Detail = { ...detail, segments: [], events: [], problems: [] };
  server.answer({ ediGet: () => ({ ...empty, message: { ...message, messageType: null, direction: 'out' } }) });
  await notify('edi');
  const drawer = within(await drawerOf(/^无法识别的文件 D-1/));
  for (const output of ['没有可用的事件', '没有可显示的段']) expect(drawer.getByText(output)).toBeDefined();
  expect(drawer.queryByRole('button', { name: /重新处理/ })).toBeNull();
});

test('a message that could not be requested can be requested again', async () => {
  server.answer({ ediGet: () => new Refusal('暂时无法读取', { httpStatus: 500 }) });
  await openMessage();
  const drawer = await drawerOf(/^EDI 报文$/);
  expect(await within(drawer).findByText('暂时无法读取')).toBeDefined();
  server.answer({ ediGet: () => detail });
  await press('重试', drawer);
  await waitFor(() => expect(within(drawer).getByText('报文信息')).toBeDefined());
});
