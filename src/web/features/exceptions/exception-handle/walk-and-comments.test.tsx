import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HandlingDetail, HistoryEntry } from '#contract/exceptions/handling.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { exceptionOf } from '#testing/subscription-row.ts';
import { buttonOf, press } from '#testing/screen-acts.ts';
import { loadTexts, setLang } from '#web/i18n/index.ts';
import { keepWalk } from '#web/kit/list/list-walk.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { exceptionHandlePage } from './page.ts';

const detail: HandlingDetail = {
  ...exceptionOf({
    obmAutotestResultId: '7',
    testPurpose: 'NO_DATA',
    testPurposeName: '没有数据',
    tenantCode: 'HF',
    blNo: null,
    ctnNo: 'MERU1234567',
    errorRemark: '三天没有数据',
    createTime: Date.UTC(2026, 2, 1, 8),
    obmTkSubscribeId: '31',
    bkId: null,
    recordVersion: 4,
  }),
  testPurposeCode: 'NO_DATA',
  exceptionTypeCode: 'NO_DATA',
  exceptionSourceCode: 'AUTOTEST',
  bizSourceType: null,
  processType: null,
  systemNote: null,
  ruleText: '',
  sourceNames: {},
  obmTkSubscribe: null,
  mayHandle: 1,
};
const entry: HistoryEntry = {
  id: 'c1',
  kind: 'comment',
  time: Date.UTC(2026, 2, 2, 8),
  actorCode: 'admin',
  actorName: '管理员',
  note: null,
  changes: [],
  comment: {
    exceptionCommentId: '91',
    body: '请 @李雷(lei) 跟进，抄送 @韩梅',
    mentions: [{ userCode: 'lei', userName: '李雷(lei)' }],
    own: true,
  },
};

beforeEach(resetSharedState);
const server = callServer({
  allDict: () => [
    { codeType: 'HANDLE_STATUS', codeValue: '0', displayValueCn: '未处理', displayValueEn: 'Untreated' },
    { codeType: 'HANDLE_STATUS', codeValue: '1', displayValueCn: '处理中', displayValueEn: 'In progress' },
  ],
  allStatuses: () => [],
  exceptionTypes: () => [],
  allHandleStatuses: () => [],
  exceptionResultById: ({ obmAutotestResultId }) => ({
    ...detail,
    obmAutotestResultId: String(obmAutotestResultId),
    ctnNo: `MERU000000${obmAutotestResultId}`,
  }),
  exceptionCauses: () => [],
  exceptionHistory: () => [],
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const open = (id = '7') => openPage(exceptionHandlePage, `/exception-manage/handle?id=${id}`);
const remark = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '处理备注' });
const container = (id: string) => screen.findByText(`MERU000000${id}`);

/** The list that was left: the exceptions 7, 8 and 9 as the last three of ten. */
const openFromList = async (id: string) => {
  await open(id);
  keepWalk('exception-manage', {
    ids: ['7', '8', '9'],
    first: 7,
    total: 10,
    query: {},
    firstPage: 3,
    lastPage: 4,
    pageSize: 3,
  });
  return open(id);
};

describe('going through the list', () => {
  test('the page knows its place; J and K show the neighbours, at the end there is no next one', async () => {
    const page = await openFromList('8');
    await container('8');
    expect(screen.getByText('9 / 10')).toBeDefined();
    await user.keyboard('j');
    await container('9');
    expect(page.href()).toBe('/exception-manage/handle?id=9');
    expect(screen.getByText('10 / 10')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一条' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: '保存并下一条' })).toBeNull();
    await user.keyboard('k');
    await container('8');
    expect(screen.getByText('9 / 10')).toBeDefined();
  });

  test('before the first that is known, the page of the list before it is requested', async () => {
    server.answer({ queryExceptions: () => new Refusal('列表暂时取不到') });
    const page = await openFromList('7');
    await container('7');
    await press('上一条');
    expect(await screen.findByText('列表暂时取不到')).toBeDefined();
    expect(server.asked('queryExceptions')).toEqual([{ currentPage: 2, pageSize: 3 }]);
    expect(page.href()).toBe('/exception-manage/handle?id=7');
  });

  test('saving and going on shows the next one only when everything was saved', async () => {
    server.answer({ updateException: () => new Refusal('无权处理') });
    const page = await openFromList('7');
    await container('7');
    const saveNext = screen.getByRole<HTMLButtonElement>('button', { name: '保存并下一条' });
    expect(saveNext.disabled).toBe(true);
    await user.type(await remark(), '查过了');
    await press('保存并下一条');
    expect(await screen.findByText('无权处理')).toBeDefined();
    expect(page.href()).toBe('/exception-manage/handle?id=7');
    server.answer({
      updateException: () => {
        server.answer({ exceptionResultById: () => ({ ...detail, ctnNo: 'MERU0000008' }) });
        return null;
      },
    });
    await press('保存并下一条');
    await container('8');
    expect(page.href()).toBe('/exception-manage/handle?id=8');
  });

  test('what was saved counts as saved before it is read again, so that its tab makes room', async () => {
    server.answer({ updateException: () => null });
    const page = await openFromList('7');
    await container('7');
    await user.type(await remark(), '查过了');
    // The record is answered after everything else that is read again.
    let answerHistory: () => void = () => undefined;
    const historyRead = new Promise<void>((resolve) => {
      answerHistory = resolve;
    });
    server.answer({
      exceptionHistory: () => {
        answerHistory();
        return [];
      },
      exceptionResultById: async ({ obmAutotestResultId }) => {
        await historyRead;
        const record = { ...detail, handleRemark: '查过了', recordVersion: 5 };
        return { ...record, ctnNo: `MERU000000${obmAutotestResultId}` };
      },
    });
    await press('保存并下一条');
    await container('8');
    expect(page.href()).toBe('/exception-manage/handle?id=8');
    expect(screen.queryByText(/未保存/)).toBeNull();
  });

  test('what is typed while the rest is saved stays, is no conflict with it, and is saved by the new version', async () => {
    const first = Promise.withResolvers<null>();
    server.answer({ updateException: () => first.promise });
    await open();
    await container('7');
    await user.type(await remark(), '查过了');
    await user.keyboard('{Control>}s{/Control}');
    await user.type(await remark(), '，没有问题');
    server.answer({
      updateException: () => null,
      exceptionResultById: () => ({ ...detail, ctnNo: 'MERU0000007', handleRemark: '查过了', recordVersion: 5 }),
    });
    first.resolve(null);
    await screen.findByText('保存成功');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: buttonOf('保存') }).className).not.toMatch(/loading/),
    );
    expect((await remark()).value).toBe('查过了，没有问题');
    expect(screen.queryByText(/其他人保存了新的内容/)).toBeNull();
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(server.asked('updateException')).toHaveLength(2));
    expect(server.asked('updateException')[1]).toMatchObject({ recordVersion: 5, handleRemark: '查过了，没有问题' });
  });

  test('who came by a link has no neighbours', async () => {
    await open();
    await container('7');
    expect(screen.queryByRole('button', { name: '下一条' })).toBeNull();
  });
});

describe('keys that handle at once', () => {
  test('a number sets the status, M assigns, Z takes back; not while something is unsaved', async () => {
    server.answer({ updateException: () => null, assignExceptions: () => '', undoHandling: () => null });
    await open('5');
    await screen.findAllByText('未处理');
    await user.keyboard('2');
    await screen.findByText('MERU0000005 没有数据 · 处理中');
    expect(server.asked('updateException')).toEqual([
      { obmAutotestResultId: '5', recordVersion: 4, handleStatus: '1', handleRemark: '' },
    ]);
    await user.keyboard('m');
    await screen.findByText('MERU0000005 没有数据 · 已分配给我');
    expect(server.asked('assignExceptions')).toEqual([{ ids: ['5'], chargeCode: 'admin', chargeName: '管理员' }]);
    await user.keyboard('z');
    await screen.findByText('已撤销：MERU0000005 没有数据');
    expect(server.asked('undoHandling')).toEqual([{ obmAutotestResultId: '5' }]);
    await user.keyboard('t');
    expect(await screen.findByText('没有订舱数据，无法查看跟踪')).toBeDefined();
    await user.type(await remark(), '草稿');
    await user.click(screen.getByText('没有数据'));
    await user.keyboard('2');
    expect(await screen.findByText('请先保存修改，再用按键处理')).toBeDefined();
    expect(server.asked('updateException')).toHaveLength(1);
  });

  test('? lists the keys that work here', async () => {
    await open();
    await container('7');
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog'));
    for (const message of ['设为“处理中”', '分配给我', '撤销刚才的操作', '查看跟踪', '保存'])
      expect(help.getByText(message)).toBeDefined();
  });
});

describe('history and comments', () => {
  test('entries say who did what; names that a comment mentions stand out', async () => {
    const handled: HistoryEntry = {
      ...entry,
      id: 'h1',
      kind: 'handled',
      actorName: null,
      comment: null,
      note: '数据中已经没有这个问题',
      changes: [
        { field: 'handleStatus', before: '未处理', after: '已处理' },
        { field: 'handleRemark', before: '旧备注', after: null },
        { field: 'cause', before: '甩柜', after: null },
      ],
    };
    server.answer({ exceptionHistory: () => [entry, handled, { ...handled, id: 'h2', kind: 'unheardOf' }] });
    await open();
    const items = await within(await screen.findByRole('region', { name: '历史与评论' })).findAllByRole('listitem');
    const message = (text: string): HTMLElement =>
      items.find(({ textContent }) => textContent?.includes(text)) as HTMLElement;
    expect(within(message('管理员')).getByText('@李雷(lei)').className).toBe('pt-handle-mention');
    expect(within(message('管理员')).queryByText('@韩梅')).toBeNull();
    const second = within(message('系统更新处理'));
    for (const text of ['数据中已经没有这个问题', '已处理', '原为 未处理', '（空）', '原为 旧备注'])
      expect(second.getByText(text)).toBeDefined();
    expect(second.getByText('甩柜').tagName).toBe('DEL');
    expect(message('系统变化')).toBeDefined();
    expect(screen.getAllByRole('button', { name: '删除评论' })).toHaveLength(1);
    await loadTexts(['exceptionHandle', 'quickActs', 'why']);
    await setLang('en');
    expect(await screen.findAllByText('was 未处理')).toHaveLength(2);
    await setLang('zh');
  });

  test('a comment names whom it mentions by code; a refused one stays to be sent again', async () => {
    const known = (userCode: string) => ({ wlUserId: userCode, userCode, userNameCn: '李雷', tenantName: '海帆' });
    server.answer({
      users: () => ({ wlUsers: [known('lei'), known('lei2')], totalPage: 1, totalRecord: 2 }),
      addExceptionComment: () => new Refusal('评论过长'),
    });
    await open();
    await container('7');
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '评论' });
    const send = screen.getByRole<HTMLButtonElement>('button', { name: /发\s*送/ });
    expect(send.disabled).toBe(true);
    await user.type(field, '  请看 @');
    await user.click(await screen.findByText('李雷(lei2) lei2'));
    await user.click(send);
    expect(await screen.findByText('评论过长')).toBeDefined();
    server.answer({ addExceptionComment: () => new Success({ exceptionCommentId: '92' }, '评论已发送') });
    await user.type(field, '{Control>}{Enter}{/Control}');
    expect(await screen.findByText('评论已发送')).toBeDefined();
    expect(server.asked('addExceptionComment').at(-1)).toEqual({
      obmAutotestResultId: '7',
      body: '请看 @李雷(lei2)',
      mentions: ['lei2'],
    });
    expect(field.value).toBe('');
    await waitFor(() => expect(server.asked('exceptionHistory')).toHaveLength(2));
  });

  test('an own comment is taken back at once and can be restored', async () => {
    server.answer({ exceptionHistory: () => [entry], removeExceptionComment: () => new Success(null, '评论已恢复') });
    await open();
    await user.click(await screen.findByRole('button', { name: '删除评论' }));
    await screen.findByText('评论已删除');
    await press('撤销');
    await screen.findByText('评论已恢复');
    expect(server.asked('removeExceptionComment')).toEqual([
      { exceptionCommentId: '91', isDelete: 1 },
      { exceptionCommentId: '91', isDelete: 0 },
    ]);
    await waitFor(() => expect(server.asked('exceptionHistory')).toHaveLength(3));
  });

  test('a history that cannot be read leaves the form usable, and is requested again', async () => {
    server.answer({ exceptionHistory: () => new Refusal('历史暂时取不到', { httpStatus: 500 }) });
    await open();
    await screen.findByText('历史暂时取不到');
    expect((await remark()).disabled).toBe(false);
    server.answer({ exceptionHistory: () => [entry] });
    await press('重试');
    expect(await screen.findByRole('button', { name: '删除评论' })).toBeDefined();
  });
});
