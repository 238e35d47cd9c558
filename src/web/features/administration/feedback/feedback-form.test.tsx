import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { feedbackPage } from './page.ts';

type Row = CallData<'feedback.query'>['records'][number];

const row: Row = {
  wlFeedbackId: '7',
  feedbackName: '值班邮箱',
  tenantId: '3',
  tenantName: '海帆',
  feedbackType: 'EMAIL',
  triggerStatus: 'Faulted',
  triggerEvents: null,
  triggerMatchInfo: null,
  feedbackAddr: 'duty@haifan.example',
  feedbackAuth: true,
  feedbackSubject: '到港',
  feedbackContent: '提单到港',
  active: 1,
  recordVersion: 3,
};
const result: CallData<'feedbackTest'> = {
  ok: true,
  notificationId: null,
  feedbackType: 'EMAIL',
  address: 'duty@haifan.example',
  subject: '到港',
  content: '提单到港',
  sent: null,
  responseCode: 250,
  durationMs: 5,
  reasonText: null,
  detail: null,
};
const dict = (codeType: string, codeValue: string) => ({
  codeType,
  codeValue,
  displayValueCn: codeValue,
  displayValueEn: codeValue,
});
const server = callServer({
  allDict: () => [
    ...['EMAIL', 'WEBHOOK', 'SLACK', 'TEAMS', 'FEISHU'].map((type) => dict('WL_FEEDBACK_TYPE', type)),
    dict('WL_JOB_STATUS', 'Faulted'),
  ],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  'feedback.query': () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  'feedback.writers': () => [],
  feedbackTest: () => result,
});
afterEach(cleanup);

/** Opens the form of the saved definition. */
async function openForm(): Promise<HTMLElement> {
  await openPage(feedbackPage);
  await press('编辑', await rowOf('值班邮箱'));
  const dialog = await screen.findByRole('dialog', { name: '反馈定义更新' });
  await within(dialog).findByLabelText('反馈名称');
  return dialog;
}
const fieldOf = (dialog: HTMLElement, label: string): HTMLInputElement => within(dialog).getByLabelText(label);
const enter = (dialog: HTMLElement, label: string, value: string): boolean =>
  fireEvent.change(fieldOf(dialog, label), { target: { value } });

test('what is entered is tested without saving it, and says at its field what is wrong', async () => {
  const dialog = await openForm();
  enter(dialog, '反馈地址', 'nowhere');
  await press('按当前内容发送测试', dialog);
  expect(await within(dialog).findByText('反馈地址应为邮箱地址，多个以逗号分隔')).toBeDefined();
  expect(server.asked('feedbackTest')).toEqual([]);
  enter(dialog, '反馈地址', 'night@haifan.example');
  enter(dialog, '反馈名称', '夜班邮箱');
  server.answer({
    feedbackTest: () =>
      new Refusal('请检查填写的内容', { data: { fields: [{ field: 'feedbackAuth', message: '发信账号没有密码' }] } }),
  });
  await press('按当前内容发送测试', dialog);
  expect(await within(dialog).findByText('发信账号没有密码')).toBeDefined();
  expect(screen.getByText('请检查填写的内容')).toBeDefined();
  server.answer({ feedbackTest: () => result });
  await press('按当前内容发送测试', dialog);
  const message = within(await screen.findByRole('dialog', { name: '测试结果：夜班邮箱' }));
  expect(await message.findByText('已送达')).toBeDefined();
  // Nothing of it is kept, so that there is nothing to see in the outbox.
  expect(message.queryByRole('button', { name: '查看发件箱' })).toBeNull();
  expect(server.asked('feedbackTest').at(-1)).toEqual({
    wlFeedbackId: '7',
    feedback: {
      wlFeedbackId: '7',
      recordVersion: 3,
      feedbackName: '夜班邮箱',
      feedbackType: 'EMAIL',
      triggerStatus: 'Faulted',
      triggerEvents: '',
      triggerMatchInfo: '',
      feedbackAddr: 'night@haifan.example',
      feedbackSubject: '到港',
      feedbackContent: '提单到港',
      active: 1,
    },
  });
  server.answer({ feedbackTest: () => ({ ...result, responseCode: 421 }) });
  await userEvent.click(message.getByRole('button', { name: '再试一次' }));
  expect(await message.findByText('421')).toBeDefined();
  expect(server.asked('feedbackTest')).toHaveLength(3);
});

test('a new definition is tested by what is entered alone', async () => {
  await openPage(feedbackPage);
  await press('新增');
  const dialog = await screen.findByRole('dialog', { name: '反馈定义新增' });
  await within(dialog).findByLabelText('反馈名称');
  await press('按当前内容发送测试', dialog);
  expect((await within(dialog).findAllByRole('alert')).length).toBeGreaterThan(1);
  expect(server.asked('feedbackTest')).toEqual([]);
});

test('placeholders are put where the cursor is, in the field entered last, and the message is shown as it would arrive', async () => {
  const dialog = await openForm();
  const content = fieldOf(dialog, '内容');
  const subject = fieldOf(dialog, '主题');
  content.setSelectionRange(0, 2);
  await press('提单号', dialog);
  expect(content.value).toBe('{{billNo}}到港');
  await waitFor(() => expect(document.activeElement).toBe(content));
  expect(content.selectionStart).toBe('{{billNo}}'.length);
  subject.focus();
  subject.setSelectionRange(2, 2);
  await press('船名', dialog);
  expect(subject.value).toBe('到港{{vessel}}');
  await waitFor(() => expect(subject.selectionStart).toBe('到港{{vessel}}'.length));
  const preview = (): string | null | undefined =>
    within(dialog).queryByText('预览（以示例数据填充）')?.parentElement?.textContent;
  expect(preview()).toBe('预览（以示例数据填充）到港MERIDIAN STARMERI123456789到港');
  enter(dialog, '内容', '{{boat}}');
  await press('保存', dialog);
  expect(await within(dialog).findByText(/^没有占位符“boat”/)).toBeDefined();
  enter(dialog, '内容', '{{process}}');
  await act(() => setLang('en'));
  expect(await within(dialog).findByText('Arrival delay')).toBeDefined();
  enter(dialog, 'Content', '');
  enter(dialog, 'Subject', '');
  expect(within(dialog).queryByText('Preview with sample values')).toBeNull();
});

test.each([
  ['SLACK', 'https://hooks.slack.com/', '此方式没有认证信息，请留空。', /^Slack 的地址形如/],
  ['TEAMS', 'https://flow.example/x', '此方式没有认证信息，请留空。', /sig，请完整复制/],
  ['FEISHU', 'https://open.feishu.cn/hook', /签名校验/, /^飞书机器人的地址形如/],
])(
  '%s: the form says what address and credential are, and refuses another address',
  async (type, address, secret, wrong) => {
    server.answer({
      'feedback.query': () => ({
        records: [{ ...row, feedbackType: type, feedbackAddr: address }],
        totalPage: 1,
        totalRecord: 1,
      }),
    });
    const dialog = await openForm();
    const help = within(within(dialog).getByRole('region', { name: '所选方式的地址和认证信息' }));
    expect(help.getByText(secret)).toBeDefined();
    expect(help.getByText(/按各聊天软件的格式发送/)).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: '生成网络回调密钥' })).toBeNull();
    await press('按当前内容发送测试', dialog);
    expect(await within(dialog).findByText(wrong)).toBeDefined();
    expect(server.asked('feedbackTest')).toEqual([]);
  },
);

test('a secret for webhooks is made here, another one each time, and copied', async () => {
  const user = userEvent.setup({ delay: null });
  server.answer({
    'feedback.query': () => ({
      records: [{ ...row, feedbackType: 'WEBHOOK', feedbackAddr: 'https://haifan.example/hook' }],
      totalPage: 1,
      totalRecord: 1,
    }),
  });
  const dialog = await openForm();
  const make = async (): Promise<string> => {
    await press('生成网络回调密钥', dialog);
    return within(dialog).getByText(/^whsec_/).textContent ?? '';
  };
  const first = await make();
  const secret = await make();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(secret).not.toBe(first);
  await user.click(within(dialog).getByRole('button', { name: `复制 ${secret}` }));
  expect(await within(dialog).findByRole('button', { name: '已复制' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(secret);
  // It is copied by hand: nothing is entered for the person.
  expect(fieldOf(dialog, '认证信息').value).toBe('');
});
