import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { exceptionManagePage } from './page.ts';

type Incident = CallData<'queryIncidents'>['records'][number];
type Done = CallData<'actOnIncident'>;

const noon = Date.UTC(2026, 1, 1, 12);
const incident: Incident = {
  incidentId: '3',
  kind: 'vessel',
  text: 'MERIDIAN PINE 晚到 30 小时',
  tenantCode: 'HAIFAN',
  tenantName: '海帆',
  state: 'onHold',
  severity: 'high',
  firstTime: noon,
  lastTime: noon,
  open: 6000,
  untreated: 0,
  total: 7000,
  shipments: 0,
  bookings: 2,
  moneyAtRisk: 0,
  allBookings: 3,
  hours: 30,
  types: [],
  people: [],
  tenants: 0,
  parts: [],
};
const done: Done = { changed: 5000, unchanged: 0, left: 0, results: [] };
const server = callServer({
  allDict: () => [
    { codeType: 'HANDLE_STATUS', codeValue: '0', displayValueCn: '未处理', displayValueEn: null },
    { codeType: 'HANDLE_STATUS', codeValue: '2', displayValueCn: '已处理', displayValueEn: null },
  ],
  exceptionTypes: () => [],
  allOperators: () => [],
  tenants: () => [],
  sources: () => [],
  queryIncidents: () => ({ records: [incident], totalPage: 1, totalRecord: 1, asOf: noon }),
});
afterEach(cleanup);

async function choose(act: string): Promise<void> {
  await openPage(exceptionManagePage, '/exception-manage?group=incident');
  await rowOf('MERIDIAN PINE');
  await chooseAct('MERIDIAN PINE', act);
}
const lists = (): number => server.asked('queryIncidents').length;

test('a very large incident is taken part by part, as it was seen, until nothing is left', async () => {
  let left = 1000;
  server.answer({
    actOnIncident: () => {
      const answer = new Success({ ...done, left }, `已接手，剩余 ${left}`);
      left = 0;
      return answer;
    },
  });
  await choose('分配给我');
  expect(await screen.findByText('已接手，剩余 0')).toBeDefined();
  expect(screen.getByText('还有 1,000 条，继续处理')).toBeDefined();
  const taken = { incidentId: '3', action: 'take', seenAt: noon };
  expect(server.asked('actOnIncident')).toEqual([taken, taken]);
});

test('a part that changes nothing more is the last one; members left alone make it a warning', async () => {
  server.answer({
    actOnIncident: () =>
      new Success(
        { ...done, changed: 0, left: 5, results: [{ id: '8', ok: false, msg: '已更新' }] },
        '1 条已被他人更新',
      ),
  });
  await choose('分配给我');
  const message = await screen.findByText('1 条已被他人更新');
  expect(message.parentElement?.className).toContain('warn');
  expect(server.asked('actOnIncident')).toHaveLength(1);
});

test('handling says how many exceptions it concerns, and wants a status', async () => {
  server.answer({ actOnIncident: () => new Success(done, '已更新 5,000 条') });
  await choose('更新状态');
  const dialog = await screen.findByRole('dialog', { name: '更新整组异常的处理状态' });
  for (const message of ['MERIDIAN PINE 晚到 30 小时', '作用于该组全部 6,000 条未关闭异常'])
    expect(dialog.textContent).toContain(message);
  await press('确定', dialog);
  expect(await within(dialog).findAllByText('请选择处理状态')).toHaveLength(2);
  expect(server.asked('actOnIncident')).toEqual([]);
  fireEvent.keyDown(within(dialog).getByRole('combobox', { name: '处理状态' }), { key: '2' });
  const before = lists();
  await press('确定', dialog);
  expect(await screen.findByText('已更新 5,000 条')).toBeDefined();
  expect(server.asked('actOnIncident')).toEqual([
    { incidentId: '3', action: 'handle', handleStatus: '2', handleRemark: '', seenAt: noon },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lists()).toBeGreaterThan(before);
});

test('a comment that is sent again after a failure has the same key, so that it is written once', async () => {
  server.answer({ actOnIncident: () => new Refusal('服务器忙') });
  await choose('评论');
  const dialog = await screen.findByRole('dialog', { name: '评论整组异常' });
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: '评论内容' });
  fireEvent.change(field, { target: { value: '  ' } });
  await press('确定', dialog);
  expect(await within(dialog).findByText('请填写评论内容')).toBeDefined();
  fireEvent.change(field, { target: { value: ' 已联系船公司 ' } });
  await press('确定', dialog);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  expect(field.value).toBe(' 已联系船公司 ');
  server.answer({ actOnIncident: () => new Success(done, '已评论') });
  await press('确定', dialog);
  expect(await screen.findByText('已评论')).toBeDefined();
  const [first, second] = server.asked('actOnIncident');
  expect(first).toMatchObject({ incidentId: '3', action: 'comment', comment: '已联系船公司' });
  expect(first?.requestKey).toMatch(/\S+/);
  expect(second).toEqual(first);
});

test('deferring ends when it gets worse, or after a time that counts from when the list was read', async () => {
  server.answer({ actOnIncident: () => new Refusal('服务器忙') });
  await choose('搁置');
  const dialog = await screen.findByRole('dialog', { name: '搁置整组异常' });
  expect(dialog.textContent).toContain('异常恶化时会提前恢复为未处理');
  await press('确定', dialog);
  expect(await screen.findByText('服务器忙')).toBeDefined();
  await takeChoice(within(dialog).getByRole('combobox', { name: '最长搁置' }), '3 天');
  server.answer({ actOnIncident: () => new Success(done, '已搁置') });
  await press('确定', dialog);
  expect(await screen.findByText('已搁置')).toBeDefined();
  const extra = { incidentId: '3', action: 'snooze', seenAt: noon };
  expect(server.asked('actOnIncident')).toEqual([extra, { ...extra, snoozeForMs: 72 * 3_600_000 }]);
});
