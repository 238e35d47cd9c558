import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { eventPages } from './pages.ts';

const itemsPage = eventPages[3];
type Rule = CallData<'eventRule'>;

const late = { match: 'all', conditions: [{ field: 'delay', operator: 'gt', values: [24], unit: 'hours' }] };
const run: NonNullable<Rule['run']> = {
  runId: '91',
  state: 'done',
  total: 200,
  done: 200,
  days: 30,
  actorName: '安娜',
  startTime: 1,
  finishTime: 2,
  events: 12,
  shipments: 11,
  open: 3,
  failures: 2,
  dayList: [
    { day: '2026-03-01', events: 5 },
    { day: '2026-03-02', events: 7 },
  ],
  current: 0,
  exampleList: [
    { obmTkSubscribeId: '31', bkId: '41', referenceNo: 'MERI1', firstTime: 1, goneTime: null, delayHours: 30 },
    { obmTkSubscribeId: '32', bkId: null, referenceNo: 'MERI2', firstTime: 1, goneTime: 2, delayHours: null },
  ],
};
const rule: Rule = {
  eventItemId: '21',
  recordVersion: 3,
  itemCode: 'LATE',
  itemName: '到港延误',
  itemNameEn: 'Late arrival',
  enabled: 0,
  rule: JSON.stringify(late),
  fieldList: [
    { fieldCode: 'delay', fieldName: '延误', fieldNameEn: 'Delay', fieldType: 'number', unit: 'hours', enabled: 1 },
  ],
  run: null,
};
const item: CallData<'eventItem.query'>['records'][number] = {
  eventItemId: '21',
  tenantId: '11',
  tenantName: '海帆',
  itemCode: 'LATE',
  itemName: '到港延误',
  itemNameEn: 'Late arrival',
  typeId: '5',
  typeCode: 'DELAY',
  typeName: '延误',
  typeNameEn: 'Delays',
  severity: 'high',
  enabled: 0,
  modes: null,
  carrierCodes: null,
  polCodes: null,
  podCodes: null,
  validFrom: null,
  validTo: null,
  dueHours: 24,
  notifyUsers: null,
  notifyNames: null,
  remark: null,
  recordVersion: 3,
};

beforeEach(resetSharedState);
const server = callServer({
  allDict: () => [],
  allStatuses: () => [],
  allOperators: () => [],
  tenants: () => [],
  'eventItemType.getAll': () => [],
  'eventItem.writers': () => [],
  'eventItem.query': () => ({ records: [item], totalPage: 1, totalRecord: 1 }),
  eventRule: () => rule,
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const openRule = async () => {
  const page = await openPage(itemsPage);
  await press('规则', await rowOf('LATE'));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('满足全部条件');
  return { page, drawer, inside: within(drawer) };
};
const value = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: '比较值 1' });
const enter = async (text: string): Promise<void> => {
  fireEvent.change(await value(), { target: { value: text } });
  fireEvent.blur(await value());
};
const isOff = (name: RegExp): boolean => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
const ruleWith = (hours: number): string =>
  JSON.stringify({ match: 'all', conditions: [{ field: 'delay', operator: 'gt', values: [hours], unit: 'hours' }] });

test('a changed rule is saved with its version before it can be tried or switched on; a refused one stays', async () => {
  server.answer({ eventRuleSave: () => new Refusal('字段已停用') });
  const { drawer } = await openRule();
  expect(isOff(/^保存规则/)).toBe(true);
  expect(isOff(/^试\s?运\s?行/)).toBe(false);
  await enter('48');
  expect(isOff(/^试\s?运\s?行/)).toBe(true);
  expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: /^启\s?用/ }).disabled).toBe(true);
  expect(screen.getByText('请先保存规则')).toBeDefined();
  await press('保存规则', drawer);
  await screen.findByText('字段已停用');
  expect((await value()).value).toBe('48');
  server.answer({
    eventRuleSave: () => {
      server.answer({ eventRule: () => ({ ...rule, recordVersion: 4, rule: ruleWith(48) }) });
      return new Success({ eventItemId: '21', recordVersion: 4 }, '规则已保存');
    },
  });
  await press('保存规则', drawer);
  await screen.findByText('规则已保存');
  expect(server.asked('eventRuleSave').at(-1)).toEqual({ eventItemId: '21', recordVersion: 3, rule: ruleWith(48) });
  await waitFor(() => expect(isOff(/^保存规则/)).toBe(true));
  await waitFor(() => expect(server.asked('eventItem.query')).toHaveLength(3));
});

test('a rule that is saved by a double click is sent once, and can be switched on by its new version', async () => {
  server.answer({
    eventRuleSave: () => {
      server.answer({ eventRule: () => ({ ...rule, recordVersion: 4, rule: ruleWith(48) }) });
      return new Success({ eventItemId: '21', recordVersion: 4 }, '规则已保存');
    },
    eventItemEnable: () => new Success({ eventItemId: '21', recordVersion: 5 }, '已启用'),
  });
  const { drawer } = await openRule();
  await enter('48');
  await user.dblClick(within(drawer).getByRole('button', { name: /^保存规则/ }));
  await screen.findByText('规则已保存');
  await waitFor(() => expect(isOff(/^保存规则/)).toBe(true));
  expect(server.asked('eventRuleSave')).toHaveLength(1);
  await user.dblClick(within(drawer).getByRole('button', { name: /^启\s?用/ }));
  await screen.findByText('已启用');
  expect(server.asked('eventItemEnable')).toEqual([{ eventItemId: '21', recordVersion: 4, enabled: 1 }]);
});

test('what is entered while a rule is saved stays', async () => {
  const saved = Promise.withResolvers<void>();
  server.answer({
    eventRuleSave: () =>
      saved.promise.then(() => {
        server.answer({ eventRule: () => ({ ...rule, recordVersion: 4, rule: ruleWith(48) }) });
        return new Success({ eventItemId: '21', recordVersion: 4 }, '规则已保存');
      }),
  });
  const { drawer } = await openRule();
  await enter('48');
  await press('保存规则', drawer);
  await enter('72');
  saved.resolve();
  await screen.findByText('规则已保存');
  await waitFor(() => expect(isOff(/^保存规则/)).toBe(false));
  expect((await value()).value).toBe('72');
});

test('an event item in use is switched off before its conditions can be changed', async () => {
  server.answer({
    eventRule: () => ({ ...rule, enabled: 1 }),
    eventItemEnable: () => {
      server.answer({ eventRule: () => ({ ...rule, recordVersion: 4 }) });
      return new Success({ eventItemId: '21', recordVersion: 4 }, '已停用');
    },
  });
  const { drawer, inside } = await openRule();
  expect(inside.getByText('事件项启用中。停用后可修改条件。')).toBeDefined();
  expect((await value()).closest('[inert]')).not.toBeNull();
  expect(inside.queryByRole('button', { name: /保存规则/ })).toBeNull();
  await press('停用', drawer);
  await screen.findByText('已停用');
  expect(server.asked('eventItemEnable')).toEqual([{ eventItemId: '21', recordVersion: 3, enabled: 0 }]);
  await waitFor(async () => expect((await value()).closest('[inert]')).toBeNull());
});

test('conditions are tested on a shipment as they are entered, and say what they see', async () => {
  server.answer({
    eventRuleTest: () => ({
      referenceNo: 'MERI1',
      bkId: '41',
      found: 0,
      inScope: 0,
      ended: 1,
      conditionList: [
        { field: 'delay', value: 30, met: 0, zone: null },
        { field: 'gone', value: null, met: 1, zone: null },
      ],
    }),
  });
  const { inside } = await openRule();
  await enter('72');
  expect(isOff(/^测\s?试/)).toBe(true);
  await user.type(inside.getByRole('textbox', { name: '提单号或箱号' }), 'MERI1{Enter}');
  await inside.findByText('现在不会产生事件');
  expect(server.asked('eventRuleTest')).toEqual([{ eventItemId: '21', rule: ruleWith(72), referenceNo: 'MERI1' }]);
  expect(inside.getByText(/这票不在事件项的范围或有效期内.*这票的跟踪已结束/)).toBeDefined();
  const seen = inside.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(seen).toEqual(['不满足 延误 · 取到：30 小时', '满足 gone · 取到：无值']);
  server.answer({ eventRuleTest: () => new Refusal('没有这票货') });
  await press('测试');
  await screen.findByText('没有这票货');
  expect(inside.queryByText('现在不会产生事件')).toBeNull();
});

test('a trial says what the rule would have found, and that it is of an older rule; examples lead to tracking', async () => {
  server.answer({
    eventRuleTry: () => {
      server.answer({ eventRule: () => ({ ...rule, run }) });
      return new Success({ runId: '91' }, '试运行已开始');
    },
  });
  const { page, drawer, inside } = await openRule();
  await press('试运行', drawer);
  await screen.findByText('试运行已开始');
  expect(server.asked('eventRuleTry')).toEqual([{ eventItemId: '21', days: 30 }]);
  const message = await inside.findByText(/最近 30 天：12 个事件，涉及 11 票，其中 3 个仍然存在/);
  expect(message.textContent).toContain('2 票无法判断');
  expect(inside.getByText('规则或范围已修改，请重新试运行')).toBeDefined();
  await user.click(inside.getByRole('link', { name: 'MERI1' }));
  expect(page.left).toEqual(['/trace-detail?obmBkId=41']);
  expect(within(await rowOf('MERI1')).getByText('仍然满足')).toBeDefined();
  expect(within(await rowOf('MERI2')).queryByRole('link')).toBeNull();
  await setLang('en');
  await screen.findByText(/Late arrival/, { selector: '.ant-drawer-title' });
  await setLang('zh');
});

test('conditions that were entered and not saved are offered again', async () => {
  await openRule();
  await enter('48');
  cleanup();
  await openRule();
  await screen.findByText(/填写的内容还没有保存/);
  expect((await value()).value).toBe('24');
  expect(isOff(/^保存规则/)).toBe(true);
  await press('继续填写');
  expect((await value()).value).toBe('48');
});
