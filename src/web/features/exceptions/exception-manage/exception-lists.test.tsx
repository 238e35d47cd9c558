import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { exceptionOf, subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionManagePage } from './page.ts';

type Row = CallData<'queryExceptions'>['records'][number];
type Incident = CallData<'queryIncidents'>['records'][number];

const noon = Date.UTC(2026, 1, 1, 12);
const row: Row = {
  ...subscriptionRow({ obmTkSubscribeId: '7', recordTime: noon }),
  obmAutotestResult: exceptionOf({
    obmAutotestResultId: '5',
    createTime: noon,
    lastModifyTime: noon,
    chargeCode: 'lili',
    obmTkSubscribeId: '7',
    recordTime: noon,
    vesselName: 'MERIDIAN PINE',
    voyage: '101W',
    open: 0,
    regressions: 2,
    reason: 'regressed',
    moneyAtRisk: 1_200,
    moneyReason: '三天滞期费',
  }),
};
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
  open: 4,
  untreated: 0,
  total: 6,
  shipments: 0,
  bookings: 2,
  moneyAtRisk: 0,
  allBookings: 3,
  hours: 30,
  types: ['甩柜', '预计到港推迟', '离港延误'].map((name, index) => ({
    testPurpose: `T${index}`,
    testPurposeName: name,
    open: 1,
    total: 2,
  })),
  people: [{ chargeCode: 'lili', chargeName: '李丽' }],
  tenants: 0,
  parts: [],
};
const pageOf = <T,>(records: T[]) => ({ records, totalPage: 1, totalRecord: records.length });
const server = callServer({
  allDict: () => [],
  exceptionTypes: () => [],
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian', operatorNameCn: '子午航运' }],
  tenants: () => [{ wlTenantId: '1', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  sources: () => [],
  queryExceptions: () => pageOf([row]),
  queryIncidents: () => ({ ...pageOf([incident]), asOf: noon }),
});
afterEach(cleanup);

const columns =
  '提单号 异常类型 严重程度 可能损失 异常明细 处理状态 责任人 创建时间 箱号 船公司 ' +
  '租户 船名 航次 处理备注 处理时间 提单订阅 订阅时间 是否结束 处理类型';
const causeColumns =
  '原因 租户↕ 严重程度↕ 状态↕ 受影响票数 可能损失↕ 未关闭异常↕ 累计异常↕ ' +
  '异常类型 责任人 原因类型↕ 首次发现↕ 最近变化↕';
const titles = (): (string | null)[] => screen.getAllByRole('columnheader').map((head) => head.textContent);

describe('exceptions', () => {
  test('the columns stand in their order, and all but the detail can be sorted by', async () => {
    await openPage(exceptionManagePage);
    await screen.findByRole('row', { name: /MERI1/ });
    expect(titles().map((title) => title?.replace(/[↕↑↓\d]+$/, ''))).toEqual(['', ...columns.split(' '), '操作']);
    expect(titles().filter((title) => /[↕↑↓]/.test(title ?? ''))).toHaveLength(18);
  });

  test('what they open on is requested before they are on screen and by them alike', async () => {
    await openPage(exceptionManagePage);
    await screen.findByRole('row', { name: /MERI1/ });
    const opening = {
      parts: [],
      handleStatus: ['0', '1', '4'],
      endFlag: 0,
      currentPage: 1,
      pageSize: 10,
      sortRules: [
        { columnName: 'severity', sortType: 'desc' },
        { columnName: 'createTime', sortType: 'desc' },
      ],
    };
    // Pages of tests keep answers of their own, so both ask.
    expect(server.asked('queryExceptions')).toEqual([opening, opening]);
  });

  test('a row says in names what is wrong with what, how bad it is and who has it', async () => {
    await openPage(exceptionManagePage, '/exception-manage?all=1');
    const cells = within(await screen.findByRole('row', { name: /MERI1/ }));
    const message = ['MERI1', '甩柜', '严重', 'USD 1,200', '子午航运', '海帆', '提单', '否', 'lili', '复发'];
    for (const text of message) expect(cells.getByText(text)).toBeDefined();
    expect(cells.getByText('USD 1,200').title).toBe('三天滞期费');
    expect(cells.getByText('自动关闭').title).toMatch(/^系统自动关闭/);
  });

  test('filters of a link are requested, and shown by their names', async () => {
    const link = '/exception-manage?testPurpose=ROLLED&reason=escalating&chargeCode=-&incidentId=3&endFlag=1';
    server.answer({
      exceptionTypes: () => [
        {
          exceptionTypeCode: 'ROLLED',
          exceptionTypeName: '甩柜',
          exceptionTypeNameEn: 'Rolled',
          severity: 'high',
          description: null,
          descriptionEn: null,
          handle: [],
        },
      ],
    });
    await openPage(exceptionManagePage, link);
    await screen.findByRole('row', { name: /MERI1/ });
    const requested = {
      testPurpose: ['ROLLED'],
      reason: ['escalating'],
      chargeCode: ['-'],
      incidentId: '3',
      endFlag: 1,
    };
    expect(server.asked('queryExceptions').at(-1)).toEqual({ parts: [], ...requested, currentPage: 1, pageSize: 10 });
    const tags = ['异常类型: 甩柜', '出现原因: 正在恶化', '责任人: 无责任人', '异常组: 3', '已结束跟踪: 是'];
    for (const tag of tags) expect(await screen.findByText(tag)).toBeDefined();
  });

  test('a person who was found by name keeps it as a filter', async () => {
    server.answer({
      users: () => ({
        wlUsers: [{ wlUserId: '4', userCode: 'lili', userNameCn: '李丽', tenantName: '海帆' }],
        totalPage: 1,
        totalRecord: 1,
      }),
    });
    await openPage(exceptionManagePage, '/exception-manage?all=1');
    await userEvent.click(await screen.findByRole('combobox', { name: '责任人' }));
    await userEvent.click(await screen.findByTitle('李丽'));
    await userEvent.click(screen.getByRole('button', { name: /^查\s*询$/ }));
    expect(await screen.findByText('责任人: 李丽')).toBeDefined();
    expect(server.asked('queryExceptions').at(-1)).toEqual({
      parts: [],
      chargeCode: ['lili'],
      currentPage: 1,
      pageSize: 10,
    });
  });

  test('are grouped by their cause: what was filtered by stays, what the list opened on does not', async () => {
    const page = await openPage(exceptionManagePage, '/exception-manage?blNo=MERI1');
    await screen.findByRole('row', { name: /MERI1/ });
    await userEvent.click(screen.getByRole('button', { name: /按原因/ }));
    await screen.findByRole('row', { name: /MERIDIAN PINE/ });
    expect(page.href()).toBe('/exception-manage?blNo=MERI1&group=incident');
    expect(server.asked('queryIncidents')).toEqual([{ blNo: ['MERI1'], currentPage: 1, pageSize: 10 }]);
  });
});

describe('incidents', () => {
  test('the columns stand in their order, the cause first', async () => {
    await openPage(exceptionManagePage, '/exception-manage?group=incident');
    const cells = within(await screen.findByRole('row', { name: /MERIDIAN PINE/ }));
    expect(titles()).toEqual([expect.any(String), ...causeColumns.split(' '), '操作']);
    for (const text of ['海帆', '严重', '已搁置', '4', '6', '李丽', '船舶'])
      expect(cells.getByText(text)).toBeDefined();
    expect(cells.getByText('甩柜 · 预计到港推迟 · 等 3 类')).toBeDefined();
    const everything = { currentPage: 1, pageSize: 10 };
    expect(server.asked('queryIncidents')).toEqual([everything, everything]);
  });

  test('are filtered by what is theirs and by their exceptions', async () => {
    const link = '/exception-manage?group=incident&state=onHold&incidentSeverity=high&tenantCode=HAIFAN';
    await openPage(exceptionManagePage, link);
    await screen.findByRole('row', { name: /MERIDIAN PINE/ });
    const requested = { state: ['onHold'], incidentSeverity: ['high'], tenantCode: ['HAIFAN'] };
    expect(server.asked('queryIncidents').at(-1)).toEqual({ ...requested, currentPage: 1, pageSize: 10 });
    for (const tag of ['异常组状态: 已搁置', '异常组严重程度: 严重', '租户: 海帆'])
      expect(screen.getByText(tag)).toBeDefined();
  });

  test('one of the platform is one row that opens to the numbers of each tenant, and those to their exceptions', async () => {
    const part = (incidentId: string, tenantName: string, shipments: number) =>
      ({
        ...incident,
        incidentId,
        tenantCode: tenantName,
        tenantName,
        open: 1,
        total: 2,
        shipments,
        bookings: 0,
      }) as const;
    const parts = [part('31', '海帆', 12), part('32', '远航', 30)];
    const text = '数据源 SHARED 请求失败';
    const whole = { ...incident, kind: 'source', text, tenantCode: '', tenantName: '平台（2 个租户）' };
    const outage: Incident = { ...whole, bookings: 0, shipments: 42, tenants: 2, parts };
    server.answer({
      queryIncidents: () => ({ ...pageOf([outage]), asOf: noon }),
      incidentById: ({ incidentId }) => ({
        ...(parts.find((one) => one.incidentId === incidentId) ?? outage),
        asOf: noon,
      }),
      incidentMembers: () => pageOf([]),
    });
    await openPage(exceptionManagePage, '/exception-manage?group=incident');
    const first = await screen.findByRole('row', { name: /SHARED/ });
    expect(within(first).getByText('平台（2 个租户）')).toBeDefined();
    expect(within(first).getByText('42')).toBeDefined();
    await userEvent.click(within(first).getByRole('button', { name: text }));
    const drawer = await screen.findByRole('dialog');
    const table = within(await within(drawer).findByRole('table', { name: '各租户' }));
    const message = table
      .getAllByRole('row')
      .map((one) => [...one.querySelectorAll('td')].map((cell) => cell.textContent));
    expect(message.slice(1)).toEqual([
      ['海帆', '严重', '已搁置', '未关闭 1，累计 2', '12', '0'],
      ['远航', '严重', '已搁置', '未关闭 1，累计 2', '30', '0'],
    ]);
    await userEvent.click(table.getByRole('button', { name: '远航' }));
    await waitFor(() => expect(server.asked('incidentMembers').at(-1)).toEqual({ incidentId: '32', pageSize: 100 }));
    expect(within(drawer).queryByRole('table', { name: '各租户' })).toBeNull();
  });
});
