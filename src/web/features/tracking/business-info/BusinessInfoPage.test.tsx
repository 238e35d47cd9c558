import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TabKeyContext } from '#web/base/page-hooks.ts';
import { keepMenus, keepUser } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { BusinessInfoPage } from './BusinessInfoPage.tsx';

type Answer = { status: number; msg: string; data: unknown } | Promise<never>;
let answers: Record<string, Answer> = {};
let requested: string[] = [];
const good = (data: unknown): Answer => ({ status: 1, msg: '', data });

const booking = (obmBkId: string, more: object = {}) => ({
  obmBk: {
    obmBkId,
    obmTkSubscribeId: '1',
    tenantCode: 'T',
    tenantName: '海帆',
    blNo: `BILL${obmBkId}`,
    ctnNo: null,
    processType: 'SHIPPING_TRACKING',
    bizSourceType: 'RPA',
    unionFlag: 0,
    endFlag: 0,
    isBillNo: 1,
    carrierCode: 'X',
    carrierUrl: null,
    custVessel: 'JADE',
    custVoyage: '1E',
    ...more,
  },
  counts: { legs: 8, containers: 0, statuses: 0 },
});
const legsOf = (bkId: string) =>
  Array.from({ length: 8 }, (_, index) => ({
    obmMultiVesseId: `${bkId}-${index + 1}`,
    obmBkId: bkId,
    sequence: index + 1,
    vesselEn: `SHIP ${bkId}`,
    voyage: '1E',
  }));

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['businessInfo', 'columnFilter']);
});
beforeEach(() => {
  requested = [];
  answers = {};
  keepUser({ wlUserId: '1', userCode: 'u', tenantCode: 'T', tenantName: '海帆' } as never);
  keepMenus(['/exception-manage'], 1);
  useToasts.setState({ toasts: [] });
  globalThis.fetch = async (address) => {
    const name = String(address).split('?')[0]?.split('/').at(-1) ?? '';
    requested.push(String(address));
    const answer = await (answers[name] ?? good([]));
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  };
});
afterEach(cleanup);

function open(href: string): void {
  useTabs.setState({ tabs: [{ key: 'info', href } as never], active: 'info' });
  renderInApp(
    <TabKeyContext value="info">
      <BusinessInfoPage />
    </TabKeyContext>,
  );
}
const table = (name: string) => screen.findByRole('region', { name });
const toasts = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

test('without an id nothing is asked, and the page says what it needs', async () => {
  open('/exceptionBusinessInfo');
  expect(await screen.findByText('请输入业务数据编号或作业编号')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: /查\s*询/ }));
  expect(toasts()).toEqual(['请输入业务数据编号或作业编号']);
  expect(requested.filter((address) => address.includes('queryExceptionBusiness'))).toEqual([]);
});

test('while the answer is on its way it says so; a failure can be tried again', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  answers['queryExceptionBusiness'] = new Promise<never>((_, reject) => (refuse = reject));
  open('/exceptionBusinessInfo?bkId=1');
  expect(await screen.findByText('加载中…')).toBeDefined();
  refuse(new TypeError('cut'));
  const retry = await screen.findByRole('button', { name: /重\s*试/ });
  answers['queryExceptionBusiness'] = good([]);
  await userEvent.click(retry);
  expect(await screen.findByText('没有业务数据')).toBeDefined();
});

test('the booking of the address is picked, another one by a click; six legs are shown at most', async () => {
  answers['queryExceptionBusiness'] = good([booking('1', { processType: 'UNION', unionFlag: 1 }), booking('2')]);
  const data = (bkId: string) =>
    good({ obmBk: {}, obmMultiVessel: legsOf(bkId), obmDocActualContainerList: [], mdStatusRecordList: [] });
  answers['queryBusinessDataByBkId'] = data('2');
  open('/exceptionBusinessInfo?bkId=2');
  const legs = await table('船期');
  expect(await within(legs).findAllByText('SHIP 2')).toHaveLength(6);
  expect(screen.getByText(/另有 2 程未显示/)).toBeDefined();
  expect(screen.getByText('该订舱没有箱信息。')).toBeDefined();
  answers['queryBusinessDataByBkId'] = data('1');
  await userEvent.click(within(await table('订舱')).getByText('BILL1'));
  expect(await within(legs).findAllByText('SHIP 1')).toHaveLength(6);
});

test('all tables can be hidden, and the page says so', async () => {
  answers['queryExceptionBusiness'] = good([booking('1')]);
  open('/exceptionBusinessInfo?bkId=1&hidden=bookings,legs,containers,statuses');
  expect(await screen.findByText('四张表都已隐藏')).toBeDefined();
});

test('the arrival wants one ticked booking that a robot read; deleting wants a tick', async () => {
  answers['queryExceptionBusiness'] = good([booking('1', { ata: 1_000 }), booking('2', { bizSourceType: 'CARRIER' })]);
  open('/exceptionBusinessInfo?bkId=1&mode=vesselVoyage');
  const bookings = await table('订舱');
  const arrival = screen.getByRole('button', { name: /批量同航次 ATA/ });
  await userEvent.click(arrival);
  expect(toasts()).toEqual(['请选择一条非自助RPA的OBM_BK记录']);
  const containers = within(bookings).getAllByRole('checkbox', { name: '选择此行' });
  await userEvent.click(containers[1] as HTMLElement);
  await userEvent.click(arrival);
  expect(toasts()).toEqual(['请选择一条非自助RPA的OBM_BK记录']);
  await userEvent.click(containers[1] as HTMLElement);
  await userEvent.click(screen.getAllByRole('button', { name: /删\s*除$/ })[0] as HTMLElement);
  expect(toasts()).toContain('请勾选要删除的记录');
});

test('who may only read sees no way to change anything', async () => {
  keepMenus(['/trace-index'], 1);
  answers['queryExceptionBusiness'] = good([booking('1')]);
  open('/exceptionBusinessInfo?bkId=1&mode=vesselVoyage');
  await table('订舱');
  expect(screen.queryByRole('button', { name: /删\s*除/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /批量同航次/ })).toBeNull();
});

test('fields are changed by saving only; a table without fields is refused; without a rule it is shown', async () => {
  answers['queryExceptionBusiness'] = good([booking('1')]);
  open('/exceptionBusinessInfo?bkId=1&hidden=bookings,containers,statuses');
  const legs = await table('船期');
  await userEvent.click(screen.getByRole('button', { name: /字段/ }));
  const drawer = await screen.findByRole('dialog');
  expect(within(drawer).getByText(/租户“海帆”尚未设置字段规则/)).toBeDefined();
  for (const container of within(drawer).getAllByRole('checkbox', { checked: true })) await userEvent.click(container);
  expect(within(drawer).getByText('表格没有显示任何字段')).toBeDefined();
  await userEvent.click(within(drawer).getByRole('button', { name: /保\s*存$/ }));
  expect(toasts()).toEqual(['表格没有显示任何字段']);
  await userEvent.click(within(drawer).getByRole('checkbox', { name: '航次' }));
  expect(within(legs).getAllByText('船名').length).toBeGreaterThan(0);
  await userEvent.click(within(drawer).getByRole('button', { name: /保\s*存$/ }));
  expect(within(legs).queryAllByText('船名')).toEqual([]);
  expect(within(legs).getAllByText('航次').length).toBeGreaterThan(0);
});

test.each([
  ['air', '航空公司', '按航班号', '货物批次', '始发机场'],
  ['rail', '铁路经营人', '按车次', '箱/车', '发站'],
] as const)('goods by %s are shown in its words', async (mode, carrier, by, units, origin) => {
  const rows = [booking('1', { mode, processType: 'UNION' }), booking('2', { mode, bizSourceType: 'CARRIER' })];
  answers['queryExceptionBusiness'] = good(rows);
  open('/exceptionBusinessInfo?bkId=1');
  const bookings = await table('订舱');
  expect(await within(bookings).findAllByText(origin)).not.toEqual([]);
  expect(within(bookings).getAllByText(carrier).length).toBeGreaterThan(1);
  for (const word of ['船公司', '船名', '起运港', '驳船船名', '开港时间'])
    expect(within(bookings).queryAllByText(word)).toEqual([]);
  expect(await table('运程')).toBeDefined();
  expect(await table(units)).toBeDefined();
  expect(screen.getByText(by)).toBeDefined();
});
