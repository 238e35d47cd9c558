import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, FileAnswer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { savedFiles } from '#testing/saved-files.ts';
import { chooseAct, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { ediManagerPage } from './page.ts';

type Row = CallData<'ediQuery'>['records'][number];
type Stats = CallData<'ediStats'>;
type Taken = CallData<'ediUpload'>;

const row: Row = {
  id: '7',
  receivedTime: Date.UTC(2026, 2, 1, 1, 2, 3),
  state: 'partly',
  messageType: 'COARRI',
  reasons: [
    { code: 'noPort', text: '港口代码未知' },
    { code: 'badTime', text: '时间无法识别' },
  ],
  partnerName: null,
  documentNo: 'D-1',
  events: 1200,
  applied: 3,
  waiting: 2,
  refusedEvents: 1,
  controlRef: 'C-1',
  messageRef: 'M-1',
  sender: 'TERMINAL',
  receiver: 'PORTOLAN',
  direction: 'in',
  way: 'folder',
  fileName: 'coarri.edi',
  tenantName: null,
  messageVersion: 'D:95B',
  partnerCode: null,
  problemCount: 2,
  duplicateOf: null,
};
const stats: Stats = {
  states: [
    { state: 'parsed', count: 5 },
    { state: 'refused', count: 2 },
  ],
  types: [],
  reasons: ['noPort', 'badTime', 'noBox', 'repeated', 'tooOld'].map((code, index) => ({
    code,
    text: `原因${code}`,
    count: 9 - index,
  })),
  events: 40,
  applied: 30,
  waiting: 6,
  sent: 0,
  setAside: 0,
  refusedEvents: 4,
  folder: true,
};
const taken: Taken = {
  fileId: '1',
  fileName: 'a.edi',
  sizeBytes: 10,
  done: true,
  messages: [{ ...row, state: 'parsed' }],
};
const server = callServer({
  'ediPartner.getAll': () => [{ ediPartnerId: '2', partnerCode: 'NBCT', partnerName: '宁波码头' }],
  ediQuery: () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  ediStats: () => stats,
  ediGet: () => new Refusal('报文已删除'),
});
const notify = liveStream();
const saved = savedFiles();
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

const statsLine = async (): Promise<string> => (await screen.findByText(/^24 小时内/)).textContent ?? '';
const fileOf = (name: string): File => new File(['UNB'], name);
/** Gives files to the button, as choosing them does. */
const choose = (...names: string[]): Promise<void> =>
  userEvent.upload(screen.getByLabelText('上传文件', { selector: 'input' }), names.map(fileOf));

describe('the list of messages', () => {
  test('says what came from whom and what became of it', async () => {
    await openPage(ediManagerPage);
    const cells = within(await rowOf('coarri.edi'));
    for (const message of [
      '部分处理',
      'COARRI',
      '港口代码未知 · 时间无法识别',
      'D-1',
      '1,200',
      '接收',
      '目录',
      '2026-03-01 09:02:03',
    ])
      expect(cells.getByText(message)).toBeDefined();
    // Without a known partner the message names its sender.
    expect(cells.getAllByText('TERMINAL')).toHaveLength(2);
    server.answer({
      ediQuery: () => ({ records: [{ ...row, partnerName: '宁波码头' }], totalPage: 1, totalRecord: 1 }),
    });
    await notify('edi');
    expect(await screen.findByText('宁波码头')).toBeDefined();
    await act(() => setLang('en'));
    expect(await screen.findByText('Partly done')).toBeDefined();
    expect(screen.getByText(/^Within 24 hours: messages 7, events 40/)).toBeDefined();
  });

  test('is filtered by its address; days are those of the reader', async () => {
    await openPage(
      ediManagerPage,
      '/edi-manager?keyword=CSQU&state=refused&messageType=IFTSTA&direction=in&partner=NBCT&receivedFrom=2026-03-01&receivedTo=2026-03-01',
    );
    await rowOf('coarri.edi');
    expect(server.asked('ediQuery').at(-1)).toEqual({
      keyword: 'CSQU',
      state: ['refused'],
      messageType: ['IFTSTA'],
      direction: ['in'],
      partner: ['NBCT'],
      from: Date.UTC(2026, 1, 28, 16),
      to: Date.UTC(2026, 2, 1, 16),
      currentPage: 1,
      pageSize: 20,
    });
    for (const message of [/报文类型.*IFTSTA 运输状态/, /伙伴.*NBCT 宁波码头/])
      expect(await screen.findByText(message)).toBeDefined();
  });

  test('counts the last day above, and leads from the most frequent reasons to their messages', async () => {
    const page = await openPage(ediManagerPage, '/edi-manager?page=2');
    expect(await statsLine()).toBe('24 小时内：报文 7，事件 40，已使用 30，无订阅 6，未采用 4');
    expect(screen.queryByRole('button', { name: /tooOld/ })).toBeNull();
    server.answer({ ediStats: () => ({ ...stats, setAside: 3, sent: 2 }) });
    await notify('edi');
    await waitFor(async () => expect(await statsLine()).toMatch(/，报文暂停或重复 3，发出 2$/));
    await userEvent.click(screen.getByRole('button', { name: '原因badTime 8' }));
    await waitFor(() => expect(page.href()).toBe('/edi-manager?reason=badTime'));
    await waitFor(() => expect(server.asked('ediQuery').at(-1)).toMatchObject({ reason: ['badTime'], currentPage: 1 }));
    expect(await screen.findByText(/原因.*原因badTime/)).toBeDefined();
  });
});

describe('a message', () => {
  test('is read again by its key or its menu, and the list is asked again', async () => {
    server.answer({ ediReprocess: () => new Success({ done: 1, messages: [] }, '已重新处理 1 份报文') });
    await openPage(ediManagerPage);
    await userEvent.click(within(await rowOf('coarri.edi')).getByText('D-1'));
    const requested = server.asked('ediQuery').length;
    await userEvent.keyboard('r');
    expect(await screen.findByText('已重新处理 1 份报文')).toBeDefined();
    expect(server.asked('ediReprocess')).toEqual([{ ids: ['7'] }]);
    await waitFor(() => expect(server.asked('ediQuery').length).toBeGreaterThan(requested));
    server.answer({ ediReprocess: () => ({ done: 0, messages: [] }) });
    await chooseAct('coarri.edi', '重新处理');
    expect(await screen.findByText('没有可以重新处理的内容')).toBeDefined();
    server.answer({ ediReprocess: () => new Refusal('报文正在处理') });
    await chooseAct('coarri.edi', '重新处理');
    expect(await screen.findByText('报文正在处理')).toBeDefined();
  });

  test('is downloaded as it came, or it is shown why not', async () => {
    server.answer({ ediDownload: () => new FileAnswer('UNB+UNOA', 'C-1.edi') });
    await openPage(ediManagerPage);
    await userEvent.click(within(await rowOf('coarri.edi')).getByText('D-1'));
    await userEvent.keyboard('f');
    await waitFor(async () => expect(await saved()).toEqual([{ name: 'C-1.edi', text: 'UNB+UNOA' }]));
    expect(server.asked('ediDownload')).toEqual([{ id: '7' }]);
    server.answer({ ediDownload: () => new Refusal('原文已清理') });
    await chooseAct('coarri.edi', '下载原文');
    expect(await screen.findByText('原文已清理')).toBeDefined();
  });
});

describe('files', () => {
  test('are uploaded one after the other, and each says what became of it', async () => {
    const messages = (...states: Row['state'][]): Row[] =>
      states.map((state, id) => ({ ...row, id: String(id), state }));
    const answers: Record<string, Taken | Refusal> = {
      'good.edi': { ...taken, fileName: 'good.edi', messages: messages('parsed', 'parsed') },
      'partly.edi': { ...taken, fileName: 'partly.edi', messages: messages('parsed', 'refused') },
      'bad.edi': { ...taken, fileName: 'bad.edi', messages: messages('refused', 'refused') },
      'big.edi': { ...taken, fileName: 'big.edi', done: false, messages: [] },
    };
    server.answer({ ediUpload: (input) => answers[input.fileName ?? ''] ?? new Refusal('文件不是 EDIFACT') });
    await openPage(ediManagerPage);
    await rowOf('coarri.edi');
    const requested = server.asked('ediStats').length;
    await choose('good.edi', 'partly.edi', 'bad.edi', 'big.edi');
    for (const message of [
      'good.edi：2 份报文，6 个事件已用于货物',
      'partly.edi：2 份报文，其中 1 份被拒绝',
      'bad.edi 未能处理，请查看原因',
      'big.edi 已接收，正在后台处理',
    ])
      expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(server.asked('ediStats').length).toBeGreaterThan(requested));
    expect(server.asked('ediUpload').map(({ fileName }) => fileName)).toEqual(Object.keys(answers));
    expect(screen.queryByRole('dialog')).toBeNull();
    await choose('else.txt');
    expect(await screen.findByText('文件不是 EDIFACT')).toBeDefined();
    server.answer({ ediUpload: () => new Refusal('', { httpStatus: 413 }) });
    await choose('huge.edi');
    expect(await screen.findByText(/^huge.edi 上传失败：.*413/)).toBeDefined();
  });

  test('can be dropped on the page; the only message of one is shown', async () => {
    let take: (taken: Taken) => void = () => undefined;
    server.answer({ ediUpload: () => new Promise((resolve) => (take = resolve)) });
    await openPage(ediManagerPage);
    const place = await rowOf('coarri.edi');
    fireEvent.dragEnter(place, { dataTransfer: { types: ['text/plain'], files: [] } });
    expect(screen.queryByText('松开鼠标上传文件')).toBeNull();
    const dataTransfer = { types: ['Files'], files: [fileOf('a.edi')] };
    fireEvent.dragEnter(place, { dataTransfer });
    fireEvent.dragEnter(place, { dataTransfer });
    fireEvent.dragLeave(place, { dataTransfer });
    expect(screen.getByText('松开鼠标上传文件')).toBeDefined();
    fireEvent.dragLeave(place, { dataTransfer });
    expect(screen.queryByText('松开鼠标上传文件')).toBeNull();
    fireEvent.dragEnter(place, { dataTransfer });
    fireEvent.drop(place, { dataTransfer });
    expect(screen.queryByText('松开鼠标上传文件')).toBeNull();
    expect(await screen.findByRole('button', { name: /正在上传 1 个文件$/ })).toBeDefined();
    await waitFor(() => expect(server.asked('ediUpload')).toEqual([{ fileName: 'a.edi' }]));
    take(taken);
    expect(await screen.findByText('报文已删除')).toBeDefined();
    expect(server.asked('ediGet')).toEqual([{ id: '7' }]);
    expect(screen.getByRole('button', { name: /上传文件$/, hidden: true })).toBeDefined();
  });
});

describe('sending', () => {
  const sent: Row = { ...row, id: '9', direction: 'out', state: 'sent', documentNo: 'OUT-1' };

  /** Opens the dialog of a message to send. */
  async function openSending(): Promise<HTMLElement> {
    await openPage(ediManagerPage);
    await press('发送 IFTSTA');
    return screen.findByRole('dialog', { name: '发送 IFTSTA' });
  }

  test('wants a number and a partner; what was refused can be corrected; what was sent is shown', async () => {
    server.answer({ ediSend: () => new Refusal('没有该单号的货物') });
    const order = { reference: 'MERI1', partnerCode: 'NBCT' };
    const dialog = await openSending();
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: '发 送' });
    const number = within(dialog).getByLabelText<HTMLInputElement>('提单号或箱号');
    fireEvent.change(number, { target: { value: 'MERI1' } });
    expect(send.disabled).toBe(true);
    await takeChoice(within(dialog).getByLabelText('接收伙伴'), 'NBCT 宁波码头');
    fireEvent.change(number, { target: { value: '  ' } });
    expect(send.disabled).toBe(true);
    fireEvent.change(number, { target: { value: 'MERI1' } });
    await userEvent.click(send);
    expect(await screen.findByText('没有该单号的货物')).toBeDefined();
    expect(number.value).toBe('MERI1');
    server.answer({ ediSend: () => new Success(sent, '已写入发送目录') });
    const requested = server.asked('ediQuery').length;
    await userEvent.click(send);
    expect(await screen.findByText('已写入发送目录')).toBeDefined();
    expect(server.asked('ediSend')).toEqual([order, order]);
    await waitFor(() => expect(server.asked('ediGet')).toEqual([{ id: '9' }]));
    expect(server.asked('ediQuery').length).toBeGreaterThan(requested);
    expect(screen.queryByRole('dialog', { name: '发送 IFTSTA' })).toBeNull();
  });

  test('asks before what was entered is lost, and begins anew', async () => {
    const dialog = await openSending();
    fireEvent.change(within(dialog).getByLabelText('提单号或箱号'), { target: { value: 'MERI1' } });
    await press('取消', dialog);
    await press('放弃', await screen.findByRole('dialog', { name: '放弃未保存的内容？' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('发送 IFTSTA');
    const again = within(await screen.findByRole('dialog', { name: '发送 IFTSTA' }));
    expect(again.getByLabelText<HTMLInputElement>('提单号或箱号').value).toBe('');
  });
});
