import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DetectionRule, RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { resetSharedState } from '#web/kit/test-state.ts';
import { detectionRulesPage } from './page.ts';

const threshold: DetectionRule['thresholds'][number] = {
  name: 'lateHours',
  label: '晚到',
  unit: 'hours',
  min: 1,
  max: 240,
  step: 1,
  defaultValue: 24,
  main: 1,
};
const rule: DetectionRule = {
  ruleCode: 'ETA_LATE',
  nameCn: '预计晚到',
  nameEn: 'Late arrival',
  description: '预计到港晚于计划',
  severity: 'high',
  enabled: 1,
  values: { lateHours: 36, minDays: 1 },
  thresholds: [threshold, { ...threshold, name: 'minDays', label: '提前量', unit: 'days', defaultValue: 2, main: 0 }],
  settingCount: 1,
  replayable: 1,
  openNow: 1200,
  opened30: 12,
  resolved30: 3,
  confirmed: 1,
  dismissed: 2,
  inWork: 0,
  evidence: ['leg[1].eta'],
};
const quiet: DetectionRule = {
  ...rule,
  ruleCode: 'DUPLICATE',
  nameCn: '重复订阅',
  nameEn: 'Duplicate',
  description: null,
  enabled: 0,
  values: {},
  thresholds: [],
  openNow: 0,
  confirmed: 0,
  dismissed: 0,
  evidence: [],
};
const setting: RuleSetting = {
  ruleSettingId: '3',
  ruleCode: 'ETA_LATE',
  level: 'tenantCarrierLane',
  tenantId: '11',
  tenantName: '海帆',
  carrierCode: 'MERI',
  lane: 'CNSHA-NLRTM',
  enabled: null,
  values: { lateHours: 48 },
  writable: 1,
  recordVersion: 5,
};
const shared: RuleSetting = {
  ...setting,
  ruleSettingId: '2',
  level: 'default',
  tenantId: null,
  tenantName: null,
  carrierCode: null,
  lane: null,
  enabled: 0,
  values: {},
  writable: 0,
};
const changed = { setting, runId: null, shipments: 4 };

beforeEach(resetSharedState);
const server = callServer({
  allOperators: () => [],
  tenants: () => [{ wlTenantId: '11', tenantCode: 'HF', tenantName: '海帆' }],
  detectionRules: () => [rule, quiet],
  ruleSettings: () => [shared, setting],
});
afterEach(cleanup);

const user = userEvent.setup({ delay: null });
const open = (query = '', who = {}) => openPage(detectionRulesPage, `/detection-rules${query}`, { who });
const lateField = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: '晚到' });
const enter = async (value: string): Promise<void> => {
  const field = await lateField();
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^保\s?存$/ });

describe('the list', () => {
  test('a row says how a rule is set and what it found; its number of open ones leads to them', async () => {
    const page = await open();
    const row = within(await rowOf('预计晚到'));
    for (const message of ['预计到港晚于计划', '启用', '晚到 36 小时 · 提前量 1 天', '67%（2/3）'])
      expect(row.getByText(message)).toBeDefined();
    await user.click(row.getByRole('link', { name: '1,200' }));
    expect(page.left).toEqual(['/exception-manage?testPurpose=ETA_LATE&handleStatus=0%2C1%2C4']);
    const other = within(await rowOf('重复订阅'));
    for (const message of ['停用', '无阈值', '0', '—']) expect(other.getAllByText(message)).not.toEqual([]);
    expect(other.queryByRole('link')).toBeNull();
    await setLang('en');
    expect(within(await rowOf('Late arrival')).getByText('晚到 36 h · 提前量 1 day')).toBeDefined();
    await setLang('zh');
  });

  test('the filters stand in the address and can be taken away; a rule is found by its code', async () => {
    const page = await open('?off=1&keyword=late');
    await press('清空条件');
    expect(page.href()).toBe('/detection-rules');
    await rowOf('重复订阅');
    await user.type(screen.getByRole('searchbox', { name: '按名称或代码筛选' }), 'dupl');
    expect(page.href()).toBe('/detection-rules?keyword=dupl');
    await waitFor(() => expect(screen.queryByText('预计晚到')).toBeNull());
    await rowOf('重复订阅');
  });

  test('a list that cannot be read is requested again', async () => {
    server.answer({ detectionRules: () => new Refusal('规则暂时取不到', { httpStatus: 500 }) });
    await open();
    await screen.findByText('规则暂时取不到');
    server.answer({ detectionRules: () => [rule] });
    await press('重试');
    expect(await rowOf('预计晚到')).toBeDefined();
  });
});

describe('settings per level', () => {
  test('levels are shown by names; only own ones can be changed; the evidence is named', async () => {
    await open('?rule=ETA_LATE');
    const drawer = within(await screen.findByRole('dialog'));
    const own = within(await rowOf('海帆 · MERI · CNSHA-NLRTM'));
    for (const message of ['租户 + 船公司 + 航线', '沿用上级', '晚到 48 小时', '修改', '删除'])
      expect(own.getByText(new RegExp(`^${[...message].join(' ?').replaceAll('+', String.raw`\+`)}$`))).toBeDefined();
    const wide = drawer.getAllByRole('row').find(({ textContent }) => textContent?.startsWith('所有租户所有租户停用'));
    expect(within(wide as HTMLElement).queryByRole('button')).toBeNull();
    expect(drawer.getByText('启用 · 晚到 36 小时 · 提前量 1 天')).toBeDefined();
    expect(drawer.getByText(/ETA|预计到港/, { selector: '.pt-rule-evidence li' })).toBeDefined();
  });

  test('a change is sent with its version, the editor goes, and list and levels are asked again', async () => {
    server.answer({ ruleSettingUpdate: () => new Refusal('晚到不能低于 6 小时') });
    await open('?rule=ETA_LATE');
    await press('修改', await rowOf('海帆 · MERI'));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: '租户' }).disabled).toBe(true);
    expect(screen.getByText('默认 24 小时')).toBeDefined();
    await enter('5');
    fireEvent.click(screen.getByRole('radio', { name: '停用' }));
    await press('保存');
    await screen.findByText('晚到不能低于 6 小时');
    expect((await lateField()).value).toBe('5');
    server.answer({ ruleSettingUpdate: () => new Success(changed, '已保存，重新检测 4 票') });
    await press('保存');
    await screen.findByText('已保存，重新检测 4 票');
    expect(server.asked('ruleSettingUpdate').at(-1)).toEqual({
      ruleSettingId: '3',
      recordVersion: 5,
      values: { lateHours: 5 },
      enabled: 0,
    });
    await waitFor(() => expect(screen.queryByRole('spinbutton', { name: '晚到' })).toBeNull());
    await waitFor(() => expect(server.asked('ruleSettings')).toHaveLength(2));
    expect(server.asked('detectionRules')).toHaveLength(2);
  });

  test('a new level needs something that is set; who may not set for everyone sets for the own tenant', async () => {
    server.answer({ ruleSettingInsert: () => new Success(changed, '已新增'), ruleSettings: () => [] });
    await open('?rule=ETA_LATE', { writesShared: false });
    await screen.findByText('各层级均为默认值');
    await press('新增层级设置');
    expect(saveButton().disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '航线' }).disabled).toBe(true);
    await enter('12');
    expect(saveButton().disabled).toBe(false);
    const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    expect(choice('沿用上级').checked).toBe(true);
    fireEvent.click(choice('启用'));
    expect(choice('沿用上级').checked).toBe(false);
    fireEvent.click(choice('沿用上级'));
    expect(choice('沿用上级').checked).toBe(true);
    await press('保存');
    await screen.findByText('已新增');
    expect(server.asked('ruleSettingInsert')).toEqual([
      {
        ruleCode: 'ETA_LATE',
        tenantId: '11',
        carrierCode: null,
        lane: '',
        values: { lateHours: 12 },
        enabled: null,
      },
    ]);
  });

  test('settings are removed after a question', async () => {
    server.answer({ ruleSettingDelete: () => new Success(changed, '已删除') });
    await open('?rule=ETA_LATE');
    await press('删除', await rowOf('海帆 · MERI'));
    await answerDialog('删除这一层级的设置？', '取消');
    expect(server.asked('ruleSettingDelete')).toEqual([]);
    await press('删除', await rowOf('海帆 · MERI'));
    expect(await answerDialog('删除这一层级的设置？', '删除')).toContain('相关货物将按上级设置重新检测。');
    await screen.findByText('已删除');
    expect(server.asked('ruleSettingDelete')).toEqual([{ ruleSettingId: '3', recordVersion: 5 }]);
  });

  test('what was entered and not saved is offered when the level is opened again', async () => {
    await open('?rule=ETA_LATE');
    await press('修改', await rowOf('海帆 · MERI'));
    await enter('60');
    cleanup();
    await open('?rule=ETA_LATE');
    await press('修改', await rowOf('海帆 · MERI'));
    await screen.findByText(/填写的内容还没有保存/);
    expect((await lateField()).value).toBe('48');
    expect(saveButton().disabled).toBe(true);
    await press('继续填写');
    expect((await lateField()).value).toBe('60');
    expect(saveButton().disabled).toBe(false);
  });

  test('another version that comes meanwhile has to be decided about before saving', async () => {
    const mine = { ...setting, ruleSettingId: '4', carrierCode: 'OTHER', lane: null, level: 'tenantCarrier' as const };
    server.answer({
      ruleSettings: () => [setting, mine],
      ruleSettingDelete: () => new Success(changed, '已删除'),
      ruleSettingUpdate: () => new Success(changed, '已保存'),
    });
    await open('?rule=ETA_LATE');
    await press('修改', await rowOf('海帆 · MERI'));
    await enter('60');
    server.answer({ ruleSettings: () => [{ ...setting, values: { lateHours: 72 }, recordVersion: 6 }] });
    await press('删除', await rowOf('OTHER'));
    await answerDialog('删除这一层级的设置？', '删除');
    await screen.findByText(/其他人保存了新的内容/);
    expect(saveButton().disabled).toBe(true);
    await press('保留我的修改');
    await press('保存');
    await screen.findByText('已保存');
    expect(server.asked('ruleSettingUpdate')).toEqual([
      { ruleSettingId: '3', recordVersion: 6, values: { lateHours: 60 }, enabled: null },
    ]);
  });
});
