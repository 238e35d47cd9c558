import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { liveStream } from '#testing/live-stream.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf, takeChoice } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { robotAnswersPage } from './page.ts';

type Row = CallData<'rpaAnswerQuery'>['records'][number];
type Detail = CallData<'rpaAnswerGet'>;
type Key = CallData<'rpaKeyQuery'>[number];

const row: Row = {
  answerId: '77',
  receiveTime: Date.UTC(2026, 2, 1, 1, 2, 3),
  state: 'partly',
  carrierCode: 'MERI',
  carrierName: '海潮航运',
  subject: 'bill',
  subjectNo: 'MERI123',
  parserId: 'meri-html',
  parserVersion: 2,
  reasons: [
    { code: 'noTable', text: '没有动态表' },
    { code: 'badTime', text: '时间无法识别' },
  ],
  events: 1200,
  refusedEvents: 3,
  collectTime: Date.UTC(2026, 2, 1, 0, 2, 3),
  robotId: 'R-1',
  jobId: '41',
  contentType: 'html',
  sizeBytes: 4096,
};
const unread: Row = {
  ...row,
  answerId: '78',
  subjectNo: 'HALI9',
  carrierCode: 'HALI',
  carrierName: null,
  parserId: null,
};
const detail: Detail = {
  answer: row,
  job: { jobId: '41', processName: '查提单', jobStatus: 'Successful' },
  text: '<script>alert(1)</script><b>已装船</b>',
  cut: true,
  layout: null,
  problems: [
    { code: 'badTime', text: '时间无法识别', row: 4, field: null, value: null },
    { code: 'noTable', text: '没有动态表', row: null, field: null, value: null },
  ],
  shipments: [
    { subscriptionId: '5', shipmentId: '6', tenantName: '海帆', billNo: 'MERI123', containerNo: null, current: true },
    {
      subscriptionId: '7',
      shipmentId: null,
      tenantName: '远景',
      billNo: null,
      containerNo: 'CSQU3054383',
      current: false,
    },
  ],
};
const key: Key = {
  keyId: '3',
  name: '机房甲',
  tenantName: null,
  prefix: 'rk_1f',
  createTime: 0,
  creatorCode: 'wang',
  lastUsedTime: null,
  revokedTime: null,
};
const server = callServer({
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meri', operatorNameCn: '海潮航运' }],
  rpaParsers: () => ({ parsers: [], carriers: [], platform: true }),
  rpaSites: () => ({ sites: [], platform: true }),
  rpaAnswerQuery: () => ({ records: [row, unread], totalPage: 1, totalRecord: 2 }),
  rpaAnswerGet: () => detail,
  rpaKeyQuery: () => [key, { ...key, keyId: '4', name: '旧机房', tenantName: '海帆', lastUsedTime: 1, revokedTime: 1 }],
  tenants: () => [{ wlTenantId: '3', tenantCode: 'HAIFAN', tenantName: '海帆' }],
});
const notify = liveStream();
beforeEach(() => localStorage.setItem('portolan.zone', 'Asia/Shanghai'));
afterEach(cleanup);

describe('the list of pages', () => {
  test('says who brought what, which version read it, and why it did not', async () => {
    await openPage(robotAnswersPage);
    const own = within(await rowOf('MERI123'));
    for (const message of [
      '部分读取',
      '海潮航运',
      'meri-html v2',
      '没有动态表 · 时间无法识别',
      '1,200',
      'R-1',
      '4,096',
    ])
      expect(own.getByText(message)).toBeDefined();
    expect(own.getByText('2026-03-01 09:02:03').textContent).toBe('2026-03-01 09:02:03CST +8');
    expect(own.getByText('2026-03-01 08:02:03')).toBeDefined();
    const other = within(await rowOf('HALI9'));
    expect(other.getByText('HALI')).toBeDefined();
    expect(other.queryByText(/meri-html/)).toBeNull();
    server.answer({ rpaAnswerQuery: () => ({ records: [], totalPage: 0, totalRecord: 0 }) });
    await notify('rpa');
    expect(await screen.findByText(/^还没有机器人取回页面。/)).toBeDefined();
    await act(() => setLang('en'));
    expect(await screen.findByText(/^No pages from robots yet\./)).toBeDefined();
  });

  test('is filtered by its address, and what a link filters by can be dropped', async () => {
    const page = await openPage(
      robotAnswersPage,
      '/robot-answers?keyword=MERI&state=refused,partly&carrierCode=MERI&parserId=meri-html&answerId=77',
    );
    await rowOf('MERI123');
    expect(server.asked('rpaAnswerQuery')).toEqual([
      {
        keyword: 'MERI',
        state: ['refused', 'partly'],
        carrierCode: ['MERI'],
        parserId: ['meri-html'],
        answerId: '77',
        currentPage: 1,
        pageSize: 20,
      },
    ]);
    await press('移除条件 页面编号');
    await waitFor(() => expect(page.href()).not.toContain('answerId'));
  });
});

describe('a page', () => {
  test('is shown as text with its problems, shipments and job, and leads to them', async () => {
    const page = await openPage(robotAnswersPage);
    await userEvent.click(within(await rowOf('MERI123')).getByText('R-1'));
    await userEvent.keyboard('v');
    const drawer = within(await screen.findByRole('dialog', { name: /海潮航运 MERI123/ }));
    const source = await drawer.findByText(detail.text);
    expect(source.tagName).toBe('PRE');
    expect(server.asked('rpaAnswerGet')).toEqual([{ answerId: '77' }]);
    expect(drawer.getByText('部分读取')).toBeDefined();
    expect(drawer.getByText('没有动态表 · 时间无法识别')).toBeDefined();
    expect(drawer.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '第 4 行 时间无法识别',
      '没有动态表',
      'MERI123 · 海帆 当前数据来自此页',
      'CSQU3054383 · 远景 ',
    ]);
    expect(drawer.getByText('原文过长，仅显示前一部分。')).toBeDefined();
    expect(drawer.queryByRole('link', { name: 'CSQU3054383' })).toBeNull();
    await userEvent.click(drawer.getByRole('link', { name: 'MERI123' }));
    await userEvent.click(drawer.getByRole('link', { name: '#41 查提单' }));
    expect(page.left).toEqual(['/trace-detail?obmBkId=6', '/job/detail?jobId=41']);
  });

  test('leads to no job for who may not see jobs, and says that nothing uses it', async () => {
    server.answer({ rpaAnswerGet: () => new Refusal('暂时无法读取', { httpStatus: 500 }) });
    await openPage(robotAnswersPage, '/robot-answers', { who: { userType: 'user' } });
    await userEvent.dblClick(await screen.findByText('MERI123'));
    const drawer = within(await screen.findByRole('dialog', { name: '取回的页面' }));
    expect(await drawer.findByText('暂时无法读取')).toBeDefined();
    const plain: Detail = { ...detail, answer: { ...row, reasons: [] }, cut: false, problems: [], shipments: [] };
    server.answer({ rpaAnswerGet: () => plain });
    await press('重试');
    expect(await drawer.findByText('没有订阅使用此页。')).toBeDefined();
    expect(drawer.queryByRole('link')).toBeNull();
    expect(drawer.getByText('41')).toBeDefined();
    expect(drawer.queryByRole('heading', { name: '问题' })).toBeNull();
    expect(drawer.queryByText(/^原文过长/)).toBeNull();
  });
});

describe('the keys of robots', () => {
  /** Opens the dialog of the keys. */
  async function openKeys(): Promise<HTMLElement> {
    await openPage(robotAnswersPage);
    await press('机器人密钥');
    const dialog = await screen.findByRole('dialog', { name: '机器人密钥' });
    await within(dialog).findByRole('table');
    return dialog;
  }

  test('say whose they are and whether they count; one is ended after a question', async () => {
    const dialog = await openKeys();
    const texts = (): (string | null)[] =>
      within(dialog)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    expect(texts()).toEqual([
      '名称所属租户密钥前缀最近使用状态操作',
      '机房甲平台rk_1f—使用中停 用',
      '旧机房海帆rk_1f1970-01-01 08:00:00CST +8已停用',
    ]);
    await press('停用', dialog);
    await answerDialog('停用密钥“机房甲”？', '取消');
    expect(server.asked('rpaKeyRevoke')).toEqual([]);
    server.answer({ rpaKeyRevoke: () => new Refusal('密钥不存在') });
    await press('停用', dialog);
    expect(await answerDialog('停用密钥“机房甲”？', '停用')).toContain('停用立即生效');
    expect(await screen.findByText('密钥不存在')).toBeDefined();
    server.answer({ rpaKeyRevoke: () => new Success(null, '密钥已停用'), rpaKeyQuery: () => [] });
    await press('停用', dialog);
    await answerDialog('停用密钥“机房甲”？', '停用');
    expect(await screen.findByText('密钥已停用')).toBeDefined();
    expect(server.asked('rpaKeyRevoke')).toEqual([{ keyId: '3' }, { keyId: '3' }]);
    expect(await within(dialog).findByText('还没有机器人密钥。')).toBeDefined();
  });

  test('are made with a name, for the platform unless a tenant is chosen, and shown this once', async () => {
    const user = userEvent.setup({ delay: null });
    server.answer({ rpaKeyInsert: () => new Refusal('名称已存在') });
    const dialog = await openKeys();
    const name = (): HTMLInputElement => within(dialog).getByRole<HTMLInputElement>('textbox', { name: '名称' });
    await user.type(name(), ' ');
    await press('新建密钥', dialog);
    expect(await within(dialog).findByText('请填写密钥名称')).toBeDefined();
    await user.type(name(), '机房乙');
    await press('新建密钥', dialog);
    expect(await screen.findByText('名称已存在')).toBeDefined();
    expect(name().value).toBe(' 机房乙');
    server.answer({ rpaKeyInsert: () => ({ keyId: '5', key: 'rk_secret' }) });
    await takeChoice(within(dialog).getByRole('combobox', { name: '所属租户' }), '海帆');
    await press('新建密钥', dialog);
    expect(await within(dialog).findByText('rk_secret')).toBeDefined();
    expect(server.asked('rpaKeyInsert')).toEqual([{ name: ' 机房乙' }, { name: ' 机房乙', tenantId: '3' }]);
    expect(name().value).toBe('');
    await waitFor(() => expect(server.asked('rpaKeyQuery')).toHaveLength(2));
    await user.keyboard('{Escape}');
    expect(screen.getByText('rk_secret')).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('机器人密钥');
    await screen.findByText('机房甲');
    expect(screen.queryByText('rk_secret')).toBeNull();
  });
});
