import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CauseRecord, HandlingDetail } from '#contract/exceptions/handling.ts';
import { callServer, Refusal } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { exceptionOf } from '#testing/subscription-row.ts';
import { answerDialog, press, takeChoice } from '#testing/screen-acts.ts';
import { loadTexts, setLang } from '#web/i18n/index.ts';
import { renderInApp } from '#web/kit/test-dom.tsx';
import { AlsoWarnedSection } from '#web/why/AlsoWarned.tsx';
import { resetSharedState } from '#web/kit/test-state.ts';
import { exceptionHandlePage } from './page.ts';

const detail: HandlingDetail = {
  ...exceptionOf({
    obmAutotestResultId: '7',
    tenantCode: 'HF',
    blNo: 'MERI123456',
    errorRemark: '船名由 AMBER TIDE 改为 JADE STAR',
    createTime: Date.UTC(2026, 2, 1, 8),
    obmTkSubscribeId: '31',
    bkId: '41',
    evidence: [
      { path: 'leg[1].vesselName', value: 'JADE STAR', sourceCode: 'MERI_API', observedAt: Date.UTC(2026, 2, 1) },
    ],
    recordVersion: 4,
  }),
  testPurposeCode: 'ROLLED',
  exceptionTypeCode: 'ROLLED',
  exceptionSourceCode: 'AUTOTEST',
  bizSourceType: 'CARRIER',
  processType: null,
  systemNote: null,
  ruleText: '货物没有装上计划的船',
  sourceNames: { MERI_API: '子午线接口' },
  warnings: [
    {
      code: 'WDUMP',
      containerNo: 'MERU1234567',
      portCode: 'CNSHA',
      time: Date.UTC(2026, 0, 9, 21),
      zone: 'Asia/Shanghai',
      sourceName: '飞驼',
    },
  ],
  obmTkSubscribe: {
    obmTkSubscribeId: '31',
    tenantCode: 'HF',
    tenantName: '海帆',
    isBillNo: 1,
    blNo: 'MERI123456',
    ctnNo: null,
    carrierCode: 'MERI',
    vesselName: null,
    voyage: null,
    endFlag: 0,
    processType: 'SHIPPING_TRACKING',
    bizSourceType: 'CARRIER',
    inOutFlag: null,
    bkId: '41',
    subscribeStatus: 1,
    recordTime: null,
    remark: null,
    recordVersion: 1,
  },
  mayHandle: 1,
};
const cause: CauseRecord = {
  wlExceptionCauseId: '51',
  businessType: 'AUTOTEST_RESULT',
  sourceOrderId01: '7',
  appType: 'AUTOTEST',
  exceptionTypeCode: 'ROLLED',
  exceptionTypeName: '甩柜',
  remark: '舱位超售',
  createTime: Date.UTC(2026, 2, 1, 9),
  creatorName: '安娜',
  lastModifyTime: Date.UTC(2026, 2, 1, 9),
  lastModifierName: '安娜',
  recordVersion: 2,
  wlExceptionHandleStatusList: [
    {
      wlExceptionHandleStatusId: '61',
      wlExceptionCauseId: '51',
      exceptionHandleStatusCode: 'CALLED',
      exceptionHandleStatusName: '已致电船公司',
      createTime: Date.UTC(2026, 2, 1, 9),
      creatorName: '安娜',
      recordVersion: 1,
    },
  ],
};
const word = (codeType: string, codeValue: string, displayValueCn: string, displayValueEn: string) => ({
  codeType,
  codeValue,
  displayValueCn,
  displayValueEn,
});
const type = (exceptionTypeCode: string, exceptionTypeName: string, exceptionTypeNameEn: string) => ({
  exceptionTypeCode,
  exceptionTypeName,
  exceptionTypeNameEn,
  description: null,
  descriptionEn: null,
  severity: 'high',
});
const doable = (code: string, name: string, isDelete: 0 | 1 = 0) => ({
  mdExceptionHandleStatusId: code,
  exceptionHandleStatusCode: code,
  exceptionHandleStatusName: name,
  exceptionHandleStatusNameEn: code.toLowerCase(),
  isDelete,
  recordVersion: 1,
});

beforeEach(resetSharedState);
const server = callServer({
  allDict: () => [
    word('HANDLE_STATUS', '0', '未处理', 'Untreated'),
    word('HANDLE_STATUS', '1', '处理中', 'In progress'),
    word('EXCEPTION_SOURCE', 'AUTOTEST', '自动检测', 'Detection'),
    word('BIZ_SOURCE_TYPE', 'CARRIER', '船公司', 'Carrier'),
  ],
  allStatuses: () => [],
  exceptionTypes: () => [type('ROLLED', '甩柜', 'Rolled'), type('NO_DATA', '没有数据', 'No data')],
  allHandleStatuses: () => [
    doable('CALLED', '已致电船公司'),
    doable('REBOOKED', '已改订'),
    doable('FAXED', '已发传真', 1),
  ],
  exceptionResultById: () => detail,
  exceptionCauses: () => [cause],
  exceptionHistory: () => [],
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const open = (who = {}, menus: readonly string[] = ['/exception-manage']) =>
  openPage(exceptionHandlePage, '/exception-manage/handle?id=7', { who, menus });
const remark = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '处理备注' });
const part = (name: string) => within(screen.getByRole('region', { name }));

describe('what the page says', () => {
  test('facts and evidence by their names; its links lead to tracking, list and where the booking is mended', async () => {
    const page = await open();
    const facts = within(await screen.findByRole('region', { name: '基本信息' }));
    for (const message of ['自动检测 · 船公司', '海帆', 'MERI123456', '31', '未分配'])
      expect(await facts.findByText(message)).toBeDefined();
    const why = part('产生原因');
    expect(why.getByText(/新发现，还没有人处理：船名由 AMBER TIDE 改为 JADE STAR/)).toBeDefined();
    expect(why.getByText('规则：货物没有装上计划的船')).toBeDefined();
    expect(why.getByRole('row', { name: /第 1 程.*JADE STAR.*子午线接口/ })).toBeDefined();
    await user.click(why.getByRole('link', { name: '查看跟踪' }));
    await press('返回异常列表');
    expect(page.left).toEqual(['/trace-detail?obmBkId=41&dataSource=CARRIER', '/exception-manage']);
    expect(screen.getByText('还没有记录。')).toBeDefined();
    await loadTexts(['exceptionHandle', 'quickActs', 'why']);
    await setLang('en');
    expect(await screen.findByText('Detection · Carrier')).toBeDefined();
    expect(await screen.findByText('Cause 1: Rolled')).toBeDefined();
    await setLang('zh');
  });

  test('what a source also warns of stands beside it, and in the drawer, with its source and its time at the port', async () => {
    const warned = /^飞驼也提示：甩柜.*MERU1234567 · CNSHA.*2026-01-10 05:00/;
    await open();
    await screen.findByRole('region', { name: '基本信息' });
    const name = '数据源的提示（不是本系统的规则判断）';
    expect(part('产生原因').getByRole('list', { name }).textContent).toMatch(warned);
    cleanup();
    renderInApp(<AlsoWarnedSection exceptionId="7" />);
    expect((await screen.findByRole('list', { name })).textContent).toMatch(warned);
  });

  test('the trace is offered to people who may open it only', async () => {
    await open({ userType: 'user' }, ['/exception-manage/handle']);
    const why = within(await screen.findByRole('region', { name: '产生原因' }));
    expect(why.queryByRole('link', { name: '查看跟踪' })).toBeNull();
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog'));
    expect(help.queryByText('查看跟踪')).toBeNull();
  });

  test('without an id, and for an exception that is not there, it says so and shows the way out', async () => {
    const page = await openPage(exceptionHandlePage, '/exception-manage/handle', {
      who: { userType: 'user' },
      menus: [],
    });
    expect(await screen.findByText('没有指定异常')).toBeDefined();
    await press('返回首页');
    expect(page.left).toEqual(['/index']);
    expect(server.asked('exceptionResultById')).toEqual([]);
    server.answer({ exceptionResultById: () => new Refusal('异常不存在') });
    const gone = await open();
    expect(await screen.findByText('没有编号为 7 的异常，或者您无权查看。')).toBeDefined();
    await press('返回异常列表');
    expect(gone.left).toEqual(['/exception-manage']);
  });

  test('a failure can be tried again', async () => {
    server.answer({ exceptionResultById: () => new Refusal('数据库忙', { httpStatus: 500 }) });
    await open();
    expect(await screen.findByText('数据库忙')).toBeDefined();
    server.answer({ exceptionResultById: () => detail });
    await press('重试');
    expect(await remark()).toBeDefined();
  });

  test.each([
    ['the right to handle', { mayHandle: 0 as const }, '您没有处理异常的权限，可以查看和评论。'],
    ['a subscription', { obmTkSubscribeId: null }, '无订阅ID，无法记录异常处理'],
  ])('without %s everything can be read and nothing changed', async (_, more, note) => {
    server.answer({ exceptionResultById: () => ({ ...detail, ...more }) });
    await open();
    expect(await screen.findByText(note)).toBeDefined();
    expect((await remark()).disabled).toBe(true);
    for (const name of [/^保\s?存$/, /新增原因/, /删除原因/, /新增处理/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByDisplayValue<HTMLInputElement>('舱位超售').disabled).toBe(true);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '评论' }).disabled).toBe(false);
    await user.keyboard('2');
    expect(server.asked('updateException')).toEqual([]);
  });
});

describe('recording what was done', () => {
  test('status and remark are saved with the version that was read, by Ctrl+S; nothing changed is not sent', async () => {
    server.answer({
      updateException: ({ handleStatus, handleRemark }) => {
        server.answer({
          exceptionResultById: () => ({
            ...detail,
            handleStatus: String(handleStatus),
            handleRemark: handleRemark ?? null,
            recordVersion: 5,
          }),
        });
        return null;
      },
    });
    await open();
    await user.type(await remark(), ' 已联系订舱代理 ');
    await takeChoice(screen.getByRole('combobox', { name: '处理状态' }), '处理中');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('保存成功')).toBeDefined();
    expect(server.asked('updateException')).toEqual([
      { obmAutotestResultId: '7', recordVersion: 4, handleStatus: '1', handleRemark: '已联系订舱代理' },
    ]);
    expect(server.asked('saveExceptionCauses')).toEqual([]);
    await waitFor(() => expect(server.asked('exceptionHistory')).toHaveLength(2));
    expect((await remark()).value).toBe('已联系订舱代理');
    await press('保存');
    expect(await screen.findByText('没有需要保存的修改')).toBeDefined();
    expect(server.asked('updateException')).toHaveLength(1);
  });

  test('a new cause wants its type; what was done about it is chosen among what is in use and not taken yet', async () => {
    server.answer({ saveExceptionCauses: () => [] });
    await open();
    await remark();
    await press('新增原因');
    await press('保存');
    expect(await screen.findByText('第 2 条原因：异常类型不能为空')).toBeDefined();
    const chosen = screen.getByRole('combobox', { name: '异常类型 2' });
    expect(chosen.getAttribute('aria-invalid')).toBe('true');
    expect(server.asked('saveExceptionCauses')).toEqual([]);
    await takeChoice(chosen, '没有数据');
    await user.type(screen.getByRole('textbox', { name: '备注 2' }), '接口停机');
    expect(part('异常处理状态').getByText('原因 2：没有数据')).toBeDefined();
    await press('新增处理');
    await user.click(screen.getByRole('combobox', { name: '处理措施 1' }));
    const choices = await screen.findAllByText(/已/, { selector: '.ant-select-item-option-content' });
    expect(choices.map(({ textContent }) => textContent)).toEqual(['已致电船公司', '已改订']);
    await user.click(choices[1] as HTMLElement);
    expect(part('异常处理状态').getByText('未保存')).toBeDefined();
    await press('保存');
    await screen.findByText('保存成功');
    expect(server.asked('updateException')).toEqual([]);
    const known = {
      wlExceptionCauseId: '51',
      sourceOrderId01: '7',
      exceptionTypeCode: 'ROLLED',
      remark: '舱位超售',
      wlExceptionHandleStatusList: [{ wlExceptionHandleStatusId: '61', exceptionHandleStatusCode: 'CALLED' }],
    };
    const added = {
      wlExceptionCauseId: null,
      sourceOrderId01: '7',
      exceptionTypeCode: 'NO_DATA',
      remark: '接口停机',
      wlExceptionHandleStatusList: [{ wlExceptionHandleStatusId: null, exceptionHandleStatusCode: 'REBOOKED' }],
    };
    expect(server.asked('saveExceptionCauses')).toEqual([
      {
        businessType: 'AUTOTEST_RESULT',
        sourceOrderId01: '7',
        baseline: [{ wlExceptionCauseId: '51', recordVersion: 2 }],
        wlExceptionCauseList: [known, added],
      },
    ]);
  });

  test('causes are deleted after a tick and a question, come back by undo, and are gone on the server once saved', async () => {
    server.answer({ saveExceptionCauses: () => [] });
    await open();
    await remark();
    await press('删除原因');
    expect(await screen.findByText('请勾选要删除的记录')).toBeDefined();
    const remove = async (): Promise<string> => {
      await user.click(part('异常原因').getByRole('checkbox', { name: '勾选第 1 行' }));
      await press('删除原因');
      return answerDialog('删除勾选的 1 条记录？', '删除');
    };
    expect(await remove()).toContain('针对这些原因的处理记录也会一并删除');
    expect(await screen.findByText('还没有记录原因。')).toBeDefined();
    expect(screen.getByText('先新增或选中一条异常原因。')).toBeDefined();
    await press('撤销');
    expect(screen.getByDisplayValue('舱位超售')).toBeDefined();
    await remove();
    server.answer({ exceptionCauses: () => [] });
    await press('保存');
    await screen.findByText('保存成功');
    expect(server.asked('saveExceptionCauses')).toMatchObject([
      { wlExceptionCauseList: [], baseline: [{ wlExceptionCauseId: '51', recordVersion: 2 }] },
    ]);
  });
});

describe('a save that was refused', () => {
  test('when only the first half was saved it says which, and the causes stay as they were entered', async () => {
    server.answer({
      updateException: () => null,
      exceptionResultById: () => ({ ...detail, handleRemark: '已催', recordVersion: 5 }),
      saveExceptionCauses: () => new Refusal('异常类型已停用'),
    });
    await open();
    await user.clear(await remark());
    await user.type(await remark(), '改订');
    await user.type(screen.getByDisplayValue('舱位超售'), '，已核实');
    await press('保存');
    expect(await screen.findByText('处理状态已保存，异常原因未保存：异常类型已停用')).toBeDefined();
    expect(screen.getByDisplayValue('舱位超售，已核实')).toBeDefined();
    expect(screen.queryByText('保存成功')).toBeNull();
  });

  test('somebody else was faster: the own input stays until one has chosen, and is then saved over theirs', async () => {
    server.answer({ updateException: () => new Refusal('数据已被他人修改') });
    await open();
    fireEvent.change(await remark(), { target: { value: '我的备注' } });
    server.answer({ exceptionResultById: () => ({ ...detail, handleRemark: '对方的备注', recordVersion: 9 }) });
    await press('保存');
    expect(await screen.findByText('数据已被他人修改')).toBeDefined();
    expect(await screen.findByText(/其他人保存了新的内容/)).toBeDefined();
    expect((await remark()).value).toBe('我的备注');
    await press('保留我的修改');
    expect(screen.queryByText(/其他人保存了新的内容/)).toBeNull();
    await press('保存');
    await waitFor(() =>
      expect(server.asked('updateException').at(-1)).toMatchObject({ recordVersion: 9, handleRemark: '我的备注' }),
    );
    server.answer({ exceptionResultById: () => ({ ...detail, handleRemark: '又改了', recordVersion: 10 }) });
    await press('保存');
    await press('载入最新内容');
    expect((await remark()).value).toBe('又改了');
  });
});
