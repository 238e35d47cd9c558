import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { keepMenus } from '#web/base/session.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { BusinessDialog } from './BusinessDialog.tsx';
import { airFixture, businessFixture } from './business-fixture.ts';

const entry = {
  wlDataCombineDisableId: '9',
  isDelete: 1,
  path: 'booking.voyage',
  newValue: '1W',
  value: '1W',
  automaticValue: '0W',
  zone: null,
  creatorName: '钱专家',
  createTime: Date.UTC(2026, 2, 9),
};
let sent: Record<string, unknown>[] = [];
let toggled: unknown[] = [];
let stale = false;
let shown = businessFixture();
const voyageEntry = { obm_bk: [entry] };
let entries: Record<string, unknown> = voyageEntry;
const rotterdam = {
  portCode: 'NLRTM',
  portName: 'Rotterdam',
  portNameCn: '鹿特丹',
  portNameDesc: null,
  latitude: 51.9,
  longitude: 4.4,
  portTimeZone: 'Europe/Amsterdam',
};
const loaded = {
  statusCode: 'LOBD',
  statusNameCn: '装船',
  statusNameEn: 'Loaded',
  stageName: '起运港',
  stageNameEn: 'Loading port',
  stageSequence: 30,
  statusSequence: 20,
};
const realFetch = globalThis.fetch;

beforeAll(async () => {
  keepMenus(['/exception-subscribe'], 1);
  const answer = (data: unknown, status = 1, msg = '') => Promise.resolve(Response.json({ status, msg, data }));
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    if (path.includes('saveOrUpdateBusinessData')) {
      sent.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      if (stale) {
        stale = false;
        const current = businessFixture({ custVoyage: '2W', recordVersion: 4 });
        return answer({ stale: true, current, who: '吴同事', time: null }, 0, '数据已被修改');
      }
      return answer(businessFixture({ recordVersion: 5 }), 1, '保存成功');
    }
    if (path.includes('insertOrUpdateWlDataCombineDisableByVo')) {
      toggled.push(JSON.parse(String(init?.body)));
      return answer({ ...entry, isDelete: 0 }, 1, '已恢复自动值');
    }
    if (path.includes('queryUpdateLogDataByBkId'))
      return answer({
        obm_bk: [],
        obm_multi_vessel: [],
        obm_doc_actual_container: [],
        md_status_record: [],
        ...entries,
      });
    if (path.includes('queryBusinessDataByBkId')) return answer(shown);
    if (path.includes('queryAllOperator')) return answer([]);
    if (path.includes('queryAllStatus'))
      return answer([loaded, { ...loaded, statusCode: 'NFD', statusNameCn: '已通知提货' }]);
    if (path.includes('/port/') || path.includes('Port'))
      return answer({ records: [rotterdam], totalPage: 1, totalRecord: 1 });
    return answer({ records: [], totalPage: 0, totalRecord: 0 });
  };
  await prepareDom();
  await loadTexts(['business', 'input']);
});
beforeEach(() => {
  sent = [];
  toggled = [];
  entries = voyageEntry;
  shown = businessFixture();
  localStorage.clear();
});
afterEach(cleanup);
afterAll(() => {
  globalThis.fetch = realFetch;
});

const open = (props: { disabled?: boolean } = {}) =>
  renderInApp(<BusinessDialog open bkId="7" {...props} onClose={() => undefined} onSaved={() => undefined} />);
const voyage = () => screen.findByRole('textbox', { name: '航次' });
const saveButton = () => screen.getByRole('button', { name: /保\s*存/ });

test('what breaks a rule is shown at its field and not sent', async () => {
  const user = userEvent.setup();
  open();
  await user.clear(await screen.findByRole('textbox', { name: '提单号' }));
  await user.click(saveButton());
  await screen.findByText('提单号不能为空');
  expect(sent).toEqual([]);
});

test('a second save hears what the other changed, and the choice is sent on their version', async () => {
  const user = userEvent.setup();
  stale = true;
  open();
  await user.clear(await voyage());
  await user.type(await voyage(), '3W');
  await user.click(saveButton());
  await screen.findByText(/吴同事 已修改这些数据/);
  expect(saveButton().hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('radio', { name: '航次: 我的' }));
  await user.click(screen.getByRole('button', { name: '按所选继续' }));
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ obmBk: { custVoyage: '3W', recordVersion: 4 } });
});

test('a switch stands only beside a field with an expert value, and turns it off', async () => {
  const user = userEvent.setup();
  open();
  const box = await screen.findByRole('checkbox', { name: '航次: 采用专家值' });
  expect(screen.getAllByRole('checkbox', { name: /采用专家值/ })).toHaveLength(1);
  await user.click(box);
  await waitFor(() => expect(toggled).toEqual([{ wlDataCombineDisableId: '9', isDelete: 0 }]));
});

test('containers and milestones have their switches, with both values and who entered it', async () => {
  const user = userEvent.setup();
  entries = {
    obm_doc_actual_container: [
      {
        ...entry,
        wlDataCombineDisableId: '10',
        path: 'container[MERU1234567].grossWeightKg',
        newValue: '12.5',
        value: 12.5,
        automaticValue: 11,
      },
    ],
    md_status_record: [
      {
        ...entry,
        wlDataCombineDisableId: '11',
        isDelete: 0,
        path: 'event[MERU1234567|LOBD|CNSHA|1].actual',
        newValue: '2026-01-09 09:00:00',
        value: Date.UTC(2026, 0, 9, 1),
        automaticValue: Date.UTC(2026, 0, 9),
        zone: 'Asia/Shanghai',
      },
    ],
  };
  open();
  await user.click(await screen.findByRole('tab', { name: '箱信息' }));
  const weight = await screen.findByRole<HTMLInputElement>('checkbox', { name: '第1行 毛重(kg): 采用专家值' });
  const time = screen.getByRole<HTMLInputElement>('checkbox', { name: '第1行 实际时间: 采用专家值' });
  expect([weight.checked, time.checked]).toEqual([true, false]);
  await user.hover(time);
  const hint = await screen.findByRole('tooltip', {}, { timeout: 3000 });
  for (const part of ['自动值：2026-01-09 08:00:00 CST +8', '专家值：2026-01-09 09:00:00', '钱专家'])
    expect(hint.textContent).toContain(part);
  await user.click(weight);
  await waitFor(() => expect(toggled).toEqual([{ wlDataCombineDisableId: '10', isDelete: 0 }]));
});

test('a milestone shows its stage and order; a port brings its place and zone, and takes them along', async () => {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('tab', { name: '箱信息' }));
  const table = await screen.findByRole('region', { name: '状态信息表' });
  const [, first] = within(table).getAllByRole('row');
  await waitFor(() => expect(first?.textContent).toContain('起运港30 / 20'));
  const place = within(table).getByRole<HTMLInputElement>('textbox', { name: '第1行 地点' });
  await user.click(within(table).getByRole('combobox', { name: '第1行 港口' }));
  await user.keyboard('rott');
  const option = () =>
    document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
  await waitFor(() => expect(option()?.textContent).toMatch(/NLRTM.*鹿特丹/));
  await user.click(option() as Element);
  await waitFor(() => expect(place.value).toBe('Rotterdam'));
  expect(table.textContent).toContain('Europe/Amsterdam');
});

test('to be read only, no field can be typed into and nothing can be saved', async () => {
  open({ disabled: true });
  expect((await voyage()).hasAttribute('disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull();
});

test('a wrong time is shown at its field when it is left, 下午 is read', async () => {
  const user = userEvent.setup();
  open();
  const atd = await screen.findByRole<HTMLInputElement>('textbox', { name: '实际离港 ATD' });
  // The dialog gives the focus to its first field once it is open.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('提单号'));
  await user.type(atd, '2026-01-09 24:30');
  await user.tab();
  expect((await screen.findByRole('alert')).textContent).toBe('输入的时间格式不正确');
  expect(atd.getAttribute('aria-invalid')).toBe('true');
  await user.clear(atd);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(atd, '2026/1/9 下午12:30');
  await user.tab();
  await waitFor(() => expect(atd.value).toBe('2026-01-09 12:30:00'));
});

test('a booking by air has the words, fields and milestones of air, and sends no containers', async () => {
  const user = userEvent.setup();
  shown = airFixture();
  entries = {};
  open();
  const flight = (await screen.findAllByRole<HTMLInputElement>('textbox', { name: '航班号' }))[0] as HTMLInputElement;
  expect(flight.value).toBe('CZ461');
  for (const name of ['空运单号', '航班日期', '预计起飞 ETD'])
    expect(screen.queryAllByRole('textbox', { name })).not.toEqual([]);
  for (const name of ['提单号', '船名', '航次', '订舱号', '开港时间', '驳船船名', '箱号'])
    expect(screen.queryAllByRole('textbox', { name })).toEqual([]);
  for (const name of ['航空公司', '始发机场', '目的机场'])
    expect(screen.queryAllByRole('combobox', { name })).not.toEqual([]);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['路径信息', '中转信息', '状态信息']);
  expect(document.body.textContent).toContain('PVG 上海浦东');
  await user.click(screen.getByRole('tab', { name: '状态信息' }));
  const table = await screen.findByRole('region', { name: '状态信息表' });
  expect(table.textContent).toContain('CZ461/09MAR/PVG');
  expect(screen.queryByRole('region', { name: '箱信息表' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /新\s*增/ }));
  const rows = within(table).getAllByRole('row');
  expect(rows.at(-1)?.textContent).toContain('整票货物');
  await user.click(within(table).getByRole('combobox', { name: '第2行 状态' }));
  const options = [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['NFD 已通知提货']);
  await user.click(document.querySelector('.ant-select-item-option') as Element);
  await user.clear(flight);
  await user.type(flight, 'CZ463');
  await user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty('obmDocActualContainerList');
  expect(sent[0]).toMatchObject({
    obmBk: { custVessel: 'CZ463', blNo: '784-12345675' },
    mdStatusRecordList: [{ statusCode: 'DEP' }, { containerNo: '', statusCode: 'NFD' }],
  });
});

test('missing fields of an air booking are named in terms of air freight', async () => {
  const user = userEvent.setup();
  shown = airFixture();
  open();
  await user.clear(await screen.findByRole('textbox', { name: '空运单号' }));
  await user.click(saveButton());
  await screen.findByText('运单号不能为空');
  expect(sent).toEqual([]);
});

test('the name of a vessel loses the blanks around it when it is left', async () => {
  const user = userEvent.setup();
  open();
  const vessel = await screen.findByRole<HTMLInputElement>('combobox', { name: '船名' });
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('提单号'));
  await user.clear(vessel);
  await user.type(vessel, '  MOON ');
  await user.tab();
  await waitFor(() => expect(vessel.value).toBe('MOON'));
});

test.each([
  ['rail', ['铁路经营人', '车次', '发站', '到站', '预计发车 ETD']],
  ['road', ['承运商', '车牌号', '装货地', '卸货地', '预计到达 ETA']],
  ['courier', ['快递单号', '快递公司', '寄件地', '收件地', '预计发出 ETD']],
])('a booking by %s is named in its own words', async (mode, names) => {
  shown = businessFixture({ mode });
  entries = {};
  open();
  for (const name of names) expect(await screen.findAllByRole('textbox', { name })).not.toEqual([]);
  for (const name of ['船公司', '船名', '起运港', '车次/车牌'])
    expect(screen.queryAllByRole('textbox', { name })).toEqual([]);
});
