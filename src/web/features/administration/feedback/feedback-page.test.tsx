import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { feedbackPage } from './page.ts';

type Row = CallData<'feedback.query'>['records'][number];
type Result = CallData<'feedbackTest'>;

const row: Row = {
  wlFeedbackId: '7',
  feedbackName: '客户回调',
  tenantId: '3',
  tenantName: '海帆',
  feedbackType: 'WEBHOOK',
  triggerStatus: 'Successful,Faulted',
  triggerEvents: null,
  triggerMatchInfo: null,
  feedbackAddr: 'https://receiver.example/hook',
  feedbackAuth: true,
  feedbackSubject: '{{process}}',
  feedbackContent: '{{billNo}} 已到港',
  active: 1,
  recordVersion: 3,
};
const second: Row = { ...row, wlFeedbackId: '8', feedbackName: '值班邮箱', feedbackType: 'EMAIL', active: 0 };
const result: Result = {
  ok: true,
  notificationId: '90',
  feedbackType: 'WEBHOOK',
  address: 'https://receiver.example/hook',
  subject: '到港延误',
  content: 'MERI1 已到港',
  sent: '{"text":"MERI1 已到港"}',
  responseCode: 202,
  durationMs: 41,
  reasonText: null,
  detail: 'queued',
};
const dict = (codeType: string, codeValue: string, displayValueCn: string) => ({
  codeType,
  codeValue,
  displayValueCn,
  displayValueEn: `${codeValue} (en)`,
});
const server = callServer({
  allDict: () => [
    dict('WL_FEEDBACK_TYPE', 'WEBHOOK', '网络回调'),
    dict('WL_FEEDBACK_TYPE', 'EMAIL', '邮件'),
    dict('WL_JOB_STATUS', 'Successful', '成功'),
    dict('WL_JOB_STATUS', 'Faulted', '失败'),
  ],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  'feedback.query': () => ({ records: [row, second], totalPage: 1, totalRecord: 2 }),
  'feedback.writers': () => [],
  feedbackTest: () => result,
});
afterEach(cleanup);

const resultOf = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name: `测试结果：${name}` });

test('a definition is shown by what people know it by, with names for codes', async () => {
  await openPage(feedbackPage, '/feedback?keyword=回调&feedbackType=WEBHOOK&triggerStatus=Faulted&active=1');
  const cells = within(await rowOf('客户回调'));
  for (const message of [
    '网络回调',
    '成功，失败',
    'https://receiver.example/hook',
    '{{process}}',
    '{{billNo}} 已到港',
    '是',
  ])
    expect(await cells.findByText(message)).toBeDefined();
  const heads = [...document.querySelectorAll('.pt-th-title')].map(({ textContent }) => textContent);
  expect(heads.slice(1, 7)).toEqual(['反馈名称', '反馈方式', '触发状态', '反馈地址', '主题', '内容']);
  expect(heads).not.toContain('认证信息');
  expect(server.asked('feedback.query').at(-1)).toEqual({
    keyword: '回调',
    feedbackType: ['WEBHOOK'],
    triggerStatus: ['Faulted'],
    active: '1',
    currentPage: 1,
    pageSize: 10,
  });
  await act(() => setLang('en'));
  expect(await cells.findByText('Successful (en), Faulted (en)')).toBeDefined();
});

test('a test by a saved definition says what was sent where and what the receiver answered', async () => {
  let arrive: (result: Result) => void = () => undefined;
  server.answer({ feedbackTest: () => new Promise((resolve) => (arrive = resolve)) });
  const page = await openPage(feedbackPage);
  await userEvent.click(within(await rowOf('客户回调')).getByText('客户回调'));
  await userEvent.keyboard('r');
  const dialog = await resultOf('客户回调');
  expect(within(dialog).getByText('加载中…')).toBeDefined();
  const again = within(dialog).getByRole<HTMLButtonElement>('button', { name: '再试一次' });
  expect(again.disabled).toBe(true);
  await waitFor(() => expect(server.asked('feedbackTest')).toEqual([{ wlFeedbackId: '7' }]));
  arrive(result);
  expect((await within(dialog).findByText('已送达')).parentElement?.textContent).toBe('已送达');
  for (const message of ['https://receiver.example/hook', '202 queued', '41 毫秒', '到港延误'])
    expect(within(dialog).getByText(message)).toBeDefined();
  expect(within(dialog).getByRole('group', { name: '通知内容' }).textContent).toBe('MERI1 已到港');
  expect(within(dialog).getByRole('group', { name: '实际发送的内容' }).textContent).toBe(
    '{\n  "text": "MERI1 已到港"\n}',
  );
  server.answer({
    feedbackTest: () => ({
      ...result,
      ok: false,
      responseCode: null,
      detail: '',
      reasonText: '连接被拒绝',
      sent: null,
    }),
  });
  await userEvent.click(again);
  expect((await within(dialog).findByText('未送达')).parentElement?.textContent).toBe('未送达连接被拒绝');
  for (const message of ['无应答', '没有发出任何内容']) expect(within(dialog).getByText(message)).toBeDefined();
  server.answer({ feedbackTest: () => ({ ...result, sent: result.content }) });
  await userEvent.click(again);
  await within(dialog).findByText('已送达');
  for (const message of ['没有发出任何内容', '实际发送的内容']) expect(within(dialog).queryByText(message)).toBeNull();
  await press('查看发件箱', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.left).toEqual(['/outbox?wlFeedbackId=7']);
});

test('only the newest test is shown, whichever answers last', async () => {
  let arriveFirst: (result: Result) => void = () => undefined;
  server.answer({
    feedbackTest: ({ wlFeedbackId }) =>
      wlFeedbackId === '7' ? new Promise((resolve) => (arriveFirst = resolve)) : { ...result, content: '给值班邮箱' },
  });
  await openPage(feedbackPage);
  await chooseAct('客户回调', '发送测试');
  await press('关闭', await resultOf('客户回调'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseAct('值班邮箱', '发送测试');
  await within(await resultOf('值班邮箱')).findByText('给值班邮箱');
  await act(async () => arriveFirst({ ...result, content: '给客户回调' }));
  expect(within(await resultOf('值班邮箱')).getByText('给值班邮箱')).toBeDefined();
  expect(screen.queryByText('给客户回调')).toBeNull();
});

test('a test that could not be made says why and shows no result; a row leads to what it sent', async () => {
  server.answer({ feedbackTest: () => new Refusal('租户已停用') });
  const page = await openPage(feedbackPage);
  await chooseAct('客户回调', '发送测试');
  expect(await screen.findByText('租户已停用')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  server.answer({ feedbackTest: () => new Refusal('超时', { httpStatus: 500 }) });
  await chooseAct('值班邮箱', '发送测试');
  expect(await screen.findByText('测试通知发送失败：超时')).toBeDefined();
  await userEvent.click(within(await rowOf('值班邮箱')).getByText('值班邮箱'));
  await userEvent.keyboard('o');
  expect(page.left).toEqual(['/outbox?wlFeedbackId=8']);
});
