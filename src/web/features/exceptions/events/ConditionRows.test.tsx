import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ConditionRows } from './ConditionRows.tsx';
import { type RuleField, type RuleForm, toForm } from './rule-form.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['events']);
});
afterEach(cleanup);

const fields: readonly RuleField[] = [
  { fieldCode: 'DELAY', fieldName: '到港延误', fieldNameEn: 'Delay', fieldType: 'number', unit: 'hours', enabled: 1 },
  { fieldCode: 'STAGE', fieldName: '当前阶段', fieldNameEn: 'Stage', fieldType: 'stage', unit: null, enabled: 1 },
  { fieldCode: 'OFF', fieldName: '停用字段', fieldNameEn: 'Off', fieldType: 'text', unit: null, enabled: 0 },
];

function show(): { form: () => RuleForm } {
  let latest = toForm(null);
  function Held() {
    const [form, setForm] = useState(latest);
    latest = form;
    return <ConditionRows form={form} fields={fields} disabled={false} onChange={setForm} />;
  }
  renderInApp(<Held />);
  return { form: () => latest };
}

const choose = async (box: string, name: string): Promise<void> => {
  await userEvent.click(screen.getByRole('combobox', { name: box }));
  const options = await screen.findAllByText(name, { selector: '.ant-select-item-option-content' });
  await userEvent.click(options.at(-1) as HTMLElement);
};

test('a condition is entered by field, comparison, number and unit', async () => {
  const { form } = show();
  await choose('字段 1', '到港延误');
  await choose('比较方式 1', '大于等于');
  await userEvent.type(screen.getByRole('spinbutton', { name: '比较值 1' }), '2');
  await choose('单位 1', '天');
  expect(form()).toEqual({
    match: 'all',
    conditions: [{ field: 'DELAY', operator: 'ge', values: [2], unit: 'days' }],
  });
});

test('a stage is chosen by its name; fields that are switched off are not offered', async () => {
  const { form } = show();
  await userEvent.click(screen.getByRole('combobox', { name: '字段 1' }));
  expect(screen.queryByText('停用字段')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await choose('字段 1', '当前阶段');
  await choose('比较值 1', '在途');
  expect(form().conditions).toEqual([{ field: 'STAGE', operator: 'is', values: ['underWay'] }]);
});

test('conditions are added and removed; one stays', async () => {
  const { form } = show();
  const remove = () => screen.getByRole('button', { name: '删除条件 1' }) as HTMLButtonElement;
  expect(remove().disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: /添加条件/ }));
  expect(form().conditions).toHaveLength(2);
  await userEvent.click(within(document.body).getByRole('radio', { name: '满足任一条件' }));
  await userEvent.click(remove());
  expect(form()).toMatchObject({ match: 'any', conditions: [{ field: '' }] });
});
