import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { keepMenus, keepUser } from '#web/base/session.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ToastHost } from '#web/kit/toast/ToastHost.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { RawDialog } from './RawDialog.tsx';
import { ShareDialog } from './ShareDialog.tsx';

const now = Date.UTC(2026, 4, 10, 4);
const share: CallData<'traceShareQuery'>[number] = {
  shareId: '3',
  note: '收货人 张先生',
  token: 'secret',
  createTime: now,
  creatorCode: 'lilei',
  expireTime: now + 86_400_000,
  revokedTime: null,
  views: 4,
  lastViewTime: null,
};
const message: CallData<'traceSource'> = {
  sourceCode: 'rpa:MERI',
  received: { time: now, via: 'pull', bytes: 2048, format: 'json', text: '{"eta": 1}', truncated: true },
  page: { answerId: '21', jobId: '7', robotId: 'robot-1' },
  observedTime: now,
  values: [
    { path: 'booking.eta', value: now, fused: now + 3_600_000, differs: true, zone: 'Asia/Shanghai' },
    { path: 'booking.billNo', value: 'MERI0001', fused: 'MERI0001', differs: false, zone: null },
    { path: 'booking.carrierCode', value: null, fused: 'MERI', differs: true, zone: null },
  ],
};
const server = callServer({
  allDict: () => [],
  allStatuses: () => [],
  traceShareQuery: () => [share],
  traceSource: () => message,
});
const user = userEvent.setup({ delay: null });
let left: string[];
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['traceDetail', 'traceSharing', 'expert']);
});
beforeEach(() => {
  useToasts.setState({ toasts: [] });
  left = [];
  setNavigator((href) => left.push(href));
  keepMenus(['/robot-answers', '/job'], 1);
});
afterEach(cleanup);

const show = (part: React.ReactNode) =>
  renderInApp(
    <>
      {part}
      <ConfirmHost />
      <ToastHost />
    </>,
  );

test('links of a shipment say for whom, until when and whether they still open it', async () => {
  server.answer({
    traceShareQuery: () => [
      share,
      { ...share, shareId: '4', note: '', token: null },
      { ...share, shareId: '5', note: '报关行', token: null, revokedTime: now },
    ],
  });
  show(<ShareDialog open bkId="61" onClose={() => undefined} />);
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/收货人 张先生.*有效至 2026-05-11.*查看 4 次 · lilei 创建于/);
  expect(rows[1]?.textContent).toMatch(/^未注明对象 已过期/);
  expect(rows[2]?.textContent).toMatch(/^报关行 已停用/);
  expect(within(rows[0] as HTMLElement).getAllByRole('button')).toHaveLength(2);
  expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
  expect(server.asked('traceShareQuery')).toEqual([{ obmBkId: '61' }]);
});

test('a new link is made for two weeks unless chosen, copied and listed; a refusal keeps what was typed', async () => {
  server.answer({ traceShareQuery: () => [], traceShareInsert: () => new Refusal('链接已达上限') });
  show(<ShareDialog open bkId="61" onClose={() => undefined} />);
  expect(await screen.findByText('还没有链接。')).toBeDefined();
  const note = screen.getByRole<HTMLInputElement>('textbox', { name: '给谁（仅自己可见）' });
  await user.type(note, ' 张先生 ');
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('链接已达上限')).toBeDefined();
  expect(note.value).toBe(' 张先生 ');
  server.answer({
    traceShareQuery: () => [share],
    traceShareInsert: () => ({ shareId: '3', token: 'secret', expireTime: now }),
  });
  await user.click(screen.getByRole('button', { name: '创建链接' }));
  expect(await screen.findByText('链接已复制')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/shared-trace#share=secret`);
  expect(screen.getByText('收货人 张先生')).toBeDefined();
  expect(note.value).toBe('');
  expect(server.asked('traceShareInsert').at(-1)).toEqual({ obmBkId: '61', days: 14, note: '张先生' });
});

test('a link ends after a question', async () => {
  server.answer({
    traceShareRevoke: () => {
      server.answer({ traceShareQuery: () => [{ ...share, token: null, revokedTime: now }] });
      return new Success(null, '链接已停用');
    },
  });
  show(<ShareDialog open bkId="61" onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: /停\s*用/ }));
  const question = await screen.findByRole('dialog', { name: '停用这个链接？' });
  expect(server.asked('traceShareRevoke')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: /停\s*用/ }));
  expect(await screen.findByText('链接已停用')).toBeDefined();
  expect(server.asked('traceShareRevoke')).toEqual([{ shareId: '3' }]);
  expect(await screen.findByText('已停用')).toBeDefined();
  expect(screen.queryByRole('button', { name: '复制链接' })).toBeNull();
});

const showRaw = () =>
  show(<RawDialog open bkId="61" sourceCode="rpa:MERI" sourceName="墨里官网" onClose={() => undefined} />);

test('what a source stated stands beside what was made of all, in the time of the place', async () => {
  showRaw();
  const dialog = within(await screen.findByRole('dialog', { name: '墨里官网 的原文与解析' }));
  expect(await dialog.findByText('与融合结果不同 2 项，共 3 项')).toBeDefined();
  const rows = dialog.getAllByRole('row').slice(1);
  expect(rows[0]?.textContent).toMatch(/2026-05-10 12:00.*2026-05-10 13:00.*不同$/);
  expect(rows[1]?.textContent).toMatch(/MERI0001MERI0001 $/);
  expect(rows[2]?.textContent).toMatch(/—MERI 不同$/);
  expect(server.asked('traceSource')).toEqual([{ obmBkId: '61', sourceCode: 'rpa:MERI' }]);
  await user.click(dialog.getByRole('tab', { name: '收到的原文' }));
  expect(dialog.getByRole('region', { name: '收到的原文' }).textContent).toBe('{"eta": 1}');
  expect(dialog.getByText(/查询获得 · 2.00 KB · 内容过长，只显示开头部分/)).toBeDefined();
  await user.click(dialog.getByRole('link', { name: '查看页面' }));
  await user.click(dialog.getByRole('link', { name: '查看作业 #7' }));
  expect(left).toEqual(['/robot-answers?answerId=21', '/job/detail?jobId=7']);
});

test('without record, answer or rights it says so; a failure can be tried again', async () => {
  keepMenus([], 1);
  keepUser({ userType: 'user' } as never);
  server.answer({ traceSource: () => new Refusal('来源忙') });
  showRaw();
  expect(await screen.findByText('来源忙')).toBeDefined();
  server.answer({ traceSource: () => ({ ...message, values: [], received: null }) });
  await user.click(screen.getByRole('button', { name: /重\s*试/ }));
  expect(await screen.findByText('这个来源还没有可用的记录。')).toBeDefined();
  await user.click(screen.getByRole('tab', { name: '收到的原文' }));
  expect(await screen.findByText('没有保存这个来源的原文。')).toBeDefined();
  cleanup();
  server.answer({ traceSource: () => message });
  showRaw();
  await user.click(await screen.findByRole('tab', { name: '收到的原文' }));
  expect(await screen.findByText(/由机器人 robot-1 采集/)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});
