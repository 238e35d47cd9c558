import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { buttonOf, chooseAct, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { mailImportPage } from './page.ts';

type Settings = CallData<'mailImportGet'>;
type Detail = CallData<'receivedMailGet'>;

const settings: Settings = {
  domain: 'inbound.example',
  address: 'haifan-7k3q9xab@inbound.example',
  active: 1,
  senders: ['@supplier.example'],
  users: ['li@haifan.example'],
  needsProof: 0,
  userName: '王主管',
  recordVersion: 3,
  mayChange: 1,
  mappings: [],
};
const mail: Detail['mail'] = {
  mailId: '7',
  receivedTime: Date.UTC(2026, 4, 10, 4),
  state: 'unmapped',
  sender: 'erp@haifan.example',
  subject: '五月订单',
  reason: null,
  sheets: 1,
  taken: 0,
  unchanged: 0,
  refused: 0,
  answer: 'none',
  tenantName: '海帆货代',
};
const sheet: Detail['sheets'][number] = {
  sheetId: '9',
  name: 'orders.xlsx',
  sizeBytes: 12_345,
  state: 'unmapped',
  reason: null,
  kind: null,
  userName: null,
  rows: 2,
  taken: 0,
  unchanged: 0,
  refused: 0,
  refusals: [],
  mayMap: 1,
};
const detail: Detail = {
  mail,
  senderName: 'ERP',
  envelopeFrom: 'bounce@haifan.example',
  address: 'haifan-7k3q9xab@inbound.example',
  ip: '192.0.2.1',
  encrypted: 1,
  sizeBytes: 20_000,
  proof: '发件人已证实',
  checks: [{ name: 'SPF', domain: 'haifan.example', result: '通过' }],
  decidedBy: null,
  answerText: null,
  answerReason: null,
  answeredTime: null,
  acts: ['reject'],
  sheets: [sheet],
};
const preview: CallData<'mailSheetPreview'> = {
  sheetId: '9',
  fileName: 'orders.xlsx',
  headings: ['提单', 'Box', '备注'],
  rows: [['MERI123456789', 'CSQU3054383', 'x']],
  rowCount: 2,
  guess: 'references',
  kinds: [
    {
      kind: 'references',
      mayTake: 1,
      fields: [
        { name: 'blNo', label: '提单号', required: 0 },
        { name: 'ctnNo', label: '箱号', required: 0 },
      ],
      columns: [{ name: 'ctnNo', place: 1, by: 'content' }],
    },
    {
      kind: 'orders',
      mayTake: 0,
      fields: [{ name: 'orderNo', label: '订单号', required: 1 }],
      columns: [],
    },
  ],
};
const server = callServer({
  mailImportGet: () => settings,
  'receivedMail.list': () => ({ records: [mail], totalPage: 1, totalRecord: 1 }),
  receivedMailGet: () => detail,
  mailSheetPreview: () => preview,
  mailSheetMap: () => new Success({ sheets: 1 }, '列对应已保存'),
});
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

test('a sheet that waits is mapped from its mail, with what was found already chosen', async () => {
  await openPage(mailImportPage);
  expect(await screen.findByText('haifan-7k3q9xab@inbound.example')).toBeDefined();
  await chooseAct('五月订单', '查看');
  const drawer = await screen.findByRole('dialog', { name: /五月订单/ });
  expect(within(drawer).getByText(/发件人已证实/)).toBeDefined();
  await press('对应列', drawer);
  const dialog = await screen.findByRole('dialog', { name: /对应列：orders.xlsx/ });
  expect(await within(dialog).findByText('MERI123456789')).toBeDefined();
  await takeChoice(within(dialog).getByRole('combobox', { name: '提单号' }), '提单（如 MERI123456789）');
  await press('保存并导入', dialog);
  expect(await screen.findByText('列对应已保存')).toBeDefined();
  expect(server.asked('mailSheetMap')).toEqual([
    {
      sheetId: '9',
      kind: 'references',
      columns: [
        { name: 'ctnNo', place: 1 },
        { name: 'blNo', place: 0 },
      ],
    },
  ]);
});

test('what the server refuses keeps the mapping open; a kind that one may not import cannot be saved', async () => {
  server.answer({ mailSheetMap: () => new Refusal('请为以下字段选择列：箱号') });
  await openPage(mailImportPage);
  await chooseAct('五月订单', '查看');
  await press('对应列', await screen.findByRole('dialog', { name: /五月订单/ }));
  const dialog = await screen.findByRole('dialog', { name: /对应列：orders.xlsx/ });
  await within(dialog).findByText('MERI123456789');
  await press('保存并导入', dialog);
  expect(await screen.findByText('请为以下字段选择列：箱号')).toBeDefined();
  await userEvent.click(within(dialog).getByText('订单'));
  expect(await within(dialog).findByText('您没有导入这类数据的权限。')).toBeDefined();
  expect(within(dialog).getByRole('button', { name: '保存并导入' }).hasAttribute('disabled')).toBe(true);
});

test('refused rows, the answer and the act that is left are shown, also in English', async () => {
  server.answer({
    receivedMailGet: () => ({
      ...detail,
      mail: { ...mail, state: 'partly', taken: 1, refused: 1, answer: 'sent' },
      answerText: '导入 1 行',
      answeredTime: Date.UTC(2026, 4, 10, 5),
      acts: ['again'],
      sheets: [
        {
          ...sheet,
          state: 'done',
          kind: 'references',
          userName: '李操作',
          taken: 1,
          refused: 1,
          refusals: [{ row: 3, field: 'ctnNo', reason: '箱号有误' }],
        },
      ],
    }),
    receivedMailAct: () => detail,
  });
  await openPage(mailImportPage);
  await chooseAct('五月订单', '查看');
  const drawer = await screen.findByRole('dialog', { name: /五月订单/ });
  expect(within(await rowOf('箱号有误')).getByText('3')).toBeDefined();
  expect(within(drawer).getByText('导入 1 行')).toBeDefined();
  expect(within(drawer).getByText(/共 2 行：导入 1，无变化 0，被拒 1/)).toBeDefined();
  await press('重新导入', drawer);
  expect(server.asked('receivedMailAct')).toEqual([{ mailId: '7', act: 'again' }]);
  await act(() => setLang('en'));
  expect(await within(drawer).findByText('Refused rows', { exact: false, selector: 'caption, *' })).toBeDefined();
});

test('an administrator says who may send; without a mail server the page says so', async () => {
  server.answer({ mailImportSave: () => new Success<Settings>({ ...settings, needsProof: 1 }, '邮件导入设置已保存') });
  await openPage(mailImportPage);
  await press('设置');
  const dialog = await screen.findByRole('dialog', { name: '邮件导入设置' });
  const senders = within(dialog).getByRole('textbox', { name: '其他允许的发件人' });
  await userEvent.type(senders, '\nerp@x.example');
  await userEvent.click(within(dialog).getByRole('switch', { name: /身份已证实/ }));
  await press('确定', dialog);
  expect(await screen.findByText('邮件导入设置已保存')).toBeDefined();
  expect(server.asked('mailImportSave')).toEqual([
    { active: 1, senders: ['@supplier.example', 'erp@x.example'], needsProof: 1, newAddress: 0, recordVersion: 3 },
  ]);
  cleanup();
  server.answer({ mailImportGet: () => ({ ...settings, domain: null, address: null }) });
  await openPage(mailImportPage);
  expect(await screen.findByText(/尚未开启邮件接收/)).toBeDefined();
});

test('while the next mail loads, nothing of the one before it is shown or can be done', async () => {
  const next = Promise.withResolvers<Detail>();
  server.answer({
    'receivedMail.list': () => ({
      records: [mail, { ...mail, mailId: '8', subject: '六月订单' }],
      totalPage: 1,
      totalRecord: 2,
    }),
    receivedMailGet: ({ mailId }) => (mailId === '7' ? detail : next.promise),
  });
  await openPage(mailImportPage);
  await chooseAct('五月订单', '查看');
  const drawer = await screen.findByRole('dialog', { name: /五月订单/ });
  expect(within(drawer).getByRole('button', { name: buttonOf('拒绝') })).toBeDefined();
  await press('Close', drawer);
  await chooseAct('六月订单', '查看');
  expect(screen.queryByRole('dialog', { name: /五月订单/ })).toBeNull();
  expect(screen.queryByRole('button', { name: buttonOf('拒绝') })).toBeNull();
  next.resolve({ ...detail, mail: { ...mail, mailId: '8', subject: '六月订单' } });
  await press('拒绝', await screen.findByRole('dialog', { name: /六月订单/ }));
});
