import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { handOverPage } from './page.ts';

type HandOver = CallData<'handOverGet'>;
const hour = 3_600_000;
const from = Date.UTC(2026, 2, 1, 0);
const item: HandOver['open']['items'][number] = {
  exceptionId: '11',
  referenceNo: 'MERI1',
  typeName: '船期延误',
  severity: 'high',
  text: '比承诺晚 3 天',
  assigneeName: '李明',
  moneyUsd: 1234.5,
};
const bare = { ...item, exceptionId: '12', referenceNo: '', assigneeName: null, moneyUsd: 0, text: '没有箱号' };
const handOver: HandOver = {
  from,
  now: from + 8 * hour,
  byName: null,
  open: { total: 9, high: 1, unassigned: 4, moneyUsd: 45_000, items: [item, bare] },
  changed: {
    opened: 1,
    resolved: 2,
    handled: 3,
    items: [{ ...item, change: 'resolved', time: from + hour }],
  },
  due: [
    { kind: 'snoozed', id: '11', referenceNo: 'MERI1', time: from + 9 * hour, zone: null },
    { kind: 'event', id: '3', referenceNo: 'EVENT3', time: from + 10 * hour, zone: null },
    { kind: 'arrival', id: '6', referenceNo: 'MERI6', time: from + 11 * hour, zone: 'Europe/Amsterdam' },
    { kind: 'order', id: '4', referenceNo: 'PO-4', time: from + 12 * hour, zone: null },
  ],
  text: '交接班：未完结 9 条',
};
const server = callServer({
  handOverGet: () => handOver,
  users: () => ({
    wlUsers: [{ wlUserId: '5', userCode: 'li', userNameCn: '李明', tenantName: '海帆' }],
    totalPage: 1,
    totalRecord: 1,
  }),
});
const notify = liveStream();
let actor: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  actor = userEvent.setup({ delay: null });
});
afterEach(cleanup);

const part = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });
const clipboard = (): Promise<string> => navigator.clipboard.readText();

describe('what the next person reads', () => {
  test('what is open, with who has it and what it may cost', async () => {
    const page = await openPage(handOverPage);
    const open = await part('未完结');
    expect(within(open).getByText('共 9 条，严重 1 条，无责任人 4 条，可能损失 USD 45,000.00')).toBeDefined();
    const [first, second] = within(open).getAllByRole('listitem');
    for (const message of ['李明', 'USD 1,234.50', 'MERI1', '比承诺晚 3 天'])
      expect(first?.textContent).toContain(message);
    expect(second?.textContent).toContain('无责任人');
    expect(second?.textContent).not.toContain('USD');
    // Without a number of its own it is named by what it is.
    await actor.click(within(open).getByRole('link', { name: '船期延误' }));
    expect(page.left).toEqual(['/exception-manage/handle?id=12']);
  });

  test('what changed, and what is due, each leading to where it is handled', async () => {
    const page = await openPage(handOverPage);
    const changed = await part('班内变化');
    expect(within(changed).getByText('新增 1 条，消除 2 条，处理 3 条')).toBeDefined();
    const row = within(changed).getByRole('listitem');
    expect(row.textContent).toContain('消除');
    expect(row.querySelector('time')?.dateTime).toBe('2026-03-01T01:00:00.000Z');
    const due = await part('24 小时内到期');
    expect(within(due).getAllByRole('listitem')).toHaveLength(4);
    for (const [kind, reference] of [
      ['暂缓到期', 'MERI1'],
      ['事件处理时限', 'EVENT3'],
      ['预计到港', 'MERI6'],
      ['订单承诺交付', 'PO-4'],
    ] as const) {
      const line = within(due).getByText(kind).closest('li');
      expect(line?.textContent).toContain(reference);
      await actor.click(within(due).getByRole('link', { name: reference }));
    }
    expect(page.left).toEqual([
      '/exception-manage/handle?id=11',
      '/event-index',
      '/trace-detail?obmBkId=6',
      '/oms-movement-detail?orderId=4',
    ]);
  });

  test('nothing is shown to be nothing, in either language', async () => {
    server.answer({
      handOverGet: () => ({
        ...handOver,
        open: { total: 0, high: 0, unassigned: 0, moneyUsd: 0, items: [] },
        changed: { opened: 0, resolved: 0, handled: 0, items: [] },
        due: [],
      }),
    });
    await openPage(handOverPage);
    for (const name of ['未完结', '班内变化', '24 小时内到期'])
      expect(within(await part(name)).getByText('没有')).toBeDefined();
    await setLang('en');
    try {
      const open = await part('Open');
      expect(open.textContent).toContain('0 in total, 0 of high severity, 0 unassigned, USD 0.00 at risk');
      expect(screen.getAllByText('Nothing')).toHaveLength(3);
      expect(screen.getByText('8 hours ago')).toBeDefined();
    } finally {
      await setLang('zh');
    }
  });
});

describe('which shift it is', () => {
  test('the last eight hours unless another length is chosen', async () => {
    await openPage(handOverPage);
    await part('未完结');
    expect(server.asked('handOverGet')).toEqual([{ hours: '8' }]);
    await takeChoice(screen.getByRole('combobox', { name: '班次开始于' }), '12 小时前');
    await waitFor(() => expect(server.asked('handOverGet').at(-1)).toEqual({ hours: '12' }));
  });

  test('a link names its moment and person; from there one can go back to the usual hours', async () => {
    server.answer({ handOverGet: () => ({ ...handOver, byName: '王芳' }) });
    const page = await openPage(handOverPage, `/hand-over?from=${from}&by=wang`);
    expect(await screen.findByText('班次负责人：王芳')).toBeDefined();
    expect(screen.getByText(timeAsText(from).slice(0, 19))).toBeDefined();
    expect(server.asked('handOverGet')).toEqual([{ from: String(from), by: 'wang' }]);
    await takeChoice(screen.getByRole('combobox', { name: '班次开始于' }), '8 小时前');
    await waitFor(() => expect(server.asked('handOverGet').at(-1)).toEqual({ hours: '8', by: 'wang' }));
    expect(page.href()).toBe('/hand-over?by=wang');
  });

  test('a moment that is none is left out', async () => {
    await openPage(handOverPage, '/hand-over?from=yesterday');
    await part('未完结');
    expect(server.asked('handOverGet')).toEqual([{ hours: '8' }]);
  });

  test('it follows what happens; a failure at first can be tried again', async () => {
    server.answer({ handOverGet: () => new Refusal('服务器忙', { httpStatus: 500 }) });
    await openPage(handOverPage);
    expect(await screen.findByText('服务器忙')).toBeDefined();
    server.answer({ handOverGet: () => handOver });
    await press('重试');
    await part('未完结');
    server.answer({ handOverGet: () => ({ ...handOver, open: { ...handOver.open, total: 10 } }) });
    await notify('exception');
    expect(await screen.findByText(/^共 10 条/)).toBeDefined();
  });
});

describe('handing it over', () => {
  test('by link, which keeps the moment, or as text', async () => {
    await openPage(handOverPage, '/hand-over?by=wang');
    await press('复制链接');
    expect(await screen.findByText('已复制')).toBeDefined();
    const link = new URL(await clipboard());
    expect(link.pathname + link.search).toBe(`/hand-over?from=${from}&by=wang`);
    expect(link.origin).toBe(globalThis.location.origin);
    await press('复制为文本');
    await waitFor(async () => expect(await clipboard()).toBe('交接班：未完结 9 条'));
  });

  test('what could not be copied is not stated to be', async () => {
    const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    document.execCommand = () => false;
    try {
      await openPage(handOverPage);
      await press('复制为文本');
      expect(await screen.findByText('复制失败，请手动选择文本')).toBeDefined();
      expect(screen.queryByText('已复制')).toBeNull();
    } finally {
      refused.mockRestore();
    }
  });

  test('to chosen people with a note; a refusal keeps both', async () => {
    server.answer({ handOverSend: () => new Refusal('用户已停用') });
    await openPage(handOverPage, '/hand-over?by=wang');
    await press('发送给接班人');
    const dialog = await screen.findByRole('dialog', { name: '发送给接班人' });
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: '发送给接班人' });
    expect(send.disabled).toBe(true);
    await takeChoice(within(dialog).getByRole('combobox'), '李明');
    await actor.type(within(dialog).getByLabelText('备注'), '先看 MERI1');
    await actor.click(send);
    expect(await screen.findByText('用户已停用')).toBeDefined();
    expect(within(dialog).getByText('先看 MERI1')).toBeDefined();
    server.answer({ handOverSend: () => ({ told: 1 }) });
    await actor.click(send);
    expect(await screen.findByText('已发送')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.asked('handOverSend').at(-1)).toEqual({ from, by: 'wang', userCodes: ['li'], note: '先看 MERI1' });
    // Opened again, it starts anew.
    await press('发送给接班人');
    const again = await screen.findByRole('dialog', { name: '发送给接班人' });
    expect(within(again).queryByText('李明')).toBeNull();
    expect(within(again).getByLabelText<HTMLTextAreaElement>('备注').value).toBe('');
  });
});
