import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { baseCodePage } from './page.ts';

type Type = CallData<'code.query'>['records'][number];
type Value = CallData<'dict.query'>['records'][number];

const type: Type = {
  mdCodeTypeId: '1',
  codeType: 'CTN_SIZE',
  codeName: '箱型',
  codeNameEn: 'Container size',
  recordVersion: 1,
};
const other: Type = { ...type, mdCodeTypeId: '2', codeType: 'LANGUAGE', codeName: '语种', codeNameEn: null };
const value: Value = {
  mdCodeDictId: '11',
  mdCodeTypeId: '1',
  codeType: 'CTN_SIZE',
  codeValue: '40HQ',
  displayValueCn: '四十尺高箱',
  displayValueEn: null,
  sort: 10,
  recordVersion: 2,
};
const page = <R,>(...records: R[]) => ({ records, totalPage: 1, totalRecord: records.length });
const values: Record<string, Value> = {
  '1': value,
  '2': {
    ...value,
    mdCodeDictId: '21',
    mdCodeTypeId: '2',
    codeType: 'LANGUAGE',
    codeValue: 'zh',
    displayValueCn: '中文',
  },
};
const server = callServer({
  allDict: () => [],
  'code.getAll': () => [{ mdCodeTypeId: '1', codeType: 'CTN_SIZE' }],
  'code.query': () => page(type, other),
  'code.writers': () => [],
  'dict.query': ({ mdCodeTypeId }) => page(...[values[String(mdCodeTypeId)]].filter((one) => one !== undefined)),
  'dict.writers': () => [],
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('the values of the first type are shown, those of another one after a click, and of a found one after a search', async () => {
  await openPage(baseCodePage);
  expect(within(await rowOf('箱型')).getByText('Container size')).toBeDefined();
  expect(await screen.findByText('CTN_SIZE 的代码值')).toBeDefined();
  const cells = within(await rowOf('40HQ'));
  for (const message of ['四十尺高箱', '10']) expect(cells.getByText(message)).toBeDefined();
  await userEvent.click(within(await rowOf('语种')).getByText('LANGUAGE'));
  expect(await screen.findByText('LANGUAGE 的代码值')).toBeDefined();
  await rowOf('中文');
  expect(screen.queryByText('40HQ')).toBeNull();
  expect(server.asked('dict.query').map(({ mdCodeTypeId }) => mdCodeTypeId)).toEqual(['1', '2']);
  server.answer({ 'code.query': () => page(type) });
  fireEvent.change(screen.getByLabelText(/^关键字/), { target: { value: 'CTN' } });
  await press('查询');
  await rowOf('40HQ');
  expect(server.asked('code.query').at(-1)).toMatchObject({ keyword: 'CTN' });
  await act(() => setLang('en'));
  expect(await screen.findByText('Values of CTN_SIZE')).toBeDefined();
});

test('without any type one is instructed to choose; a failure can be tried again', async () => {
  server.answer({ 'code.query': () => new Refusal('数据库忙', { httpStatus: 500 }) });
  await openPage(baseCodePage);
  await screen.findByText('数据库忙');
  expect(screen.getByText('请先在左侧选择代码类型')).toBeDefined();
  server.answer({ 'code.query': () => page<Type>() });
  await press('重试');
  expect(await screen.findByText('还没有代码类型。点击“新增”添加第一条。')).toBeDefined();
  expect(server.asked('dict.query')).toEqual([]);
});

test('a new value belongs to the chosen type; a refused one says why at its field', async () => {
  server.answer({
    'dict.insert': () =>
      new Refusal('代码值已存在', { data: { fields: [{ field: 'codeValue', message: '“45HQ”已存在' }] } }),
  });
  await openPage(baseCodePage);
  const right = (await screen.findByText('CTN_SIZE 的代码值')).closest<HTMLElement>('.pt-list') as HTMLElement;
  await press('新增', right);
  const dialog = within(await screen.findByRole('dialog', { name: '代码值新增' }));
  await press('保存');
  expect(server.asked('dict.insert')).toEqual([]);
  fireEvent.change(dialog.getByLabelText('代码值'), { target: { value: '45HQ' } });
  fireEvent.change(dialog.getByLabelText('显示值'), { target: { value: '四十五尺高箱' } });
  await press('保存');
  expect(await dialog.findByText('“45HQ”已存在')).toBeDefined();
  expect(server.asked('dict.insert').at(-1)).toMatchObject({
    mdCodeTypeId: '1',
    codeValue: '45HQ',
    displayValueCn: '四十五尺高箱',
    sort: 0,
  });
  const requested = server.asked('dict.query').length;
  server.answer({ 'dict.insert': () => new Success({ ...value, mdCodeDictId: '12' }, '新增代码值成功') });
  await press('保存');
  expect(await screen.findByText('新增代码值成功')).toBeDefined();
  await waitFor(() => expect(server.asked('dict.query').length).toBeGreaterThan(requested));
});

test('a type that has values is removed with them only after a second question, and can be brought back', async () => {
  server.answer({
    'code.delete': (removal) =>
      'confirmed' in removal
        ? new Success(null, '删除代码类型成功')
        : new Refusal('代码类型有 1 个代码值，将一起删除', { data: { confirm: true } }),
    'code.history': () => [
      {
        auditId: '90',
        time: Date.UTC(2026, 2, 1),
        userCode: 'admin',
        userName: '管理员',
        origin: 'web',
        action: 'delete',
        before: {},
        after: null,
      },
    ],
    'code.restore': () => new Success(type, '已恢复代码类型'),
  });
  await openPage(baseCodePage);
  await chooseAct('箱型', '删除');
  expect(await answerDialog('删除代码类型？', '删除')).toContain('将删除“CTN_SIZE”');
  await screen.findByText('代码类型有 1 个代码值，将一起删除');
  await answerDialog('删除代码类型？', '删除');
  expect(await screen.findByText('删除代码类型成功：CTN_SIZE')).toBeDefined();
  expect(server.asked('code.delete')).toEqual([
    { mdCodeTypeId: '1', recordVersion: 1 },
    { mdCodeTypeId: '1', recordVersion: 1, confirmed: 1 },
  ]);
  await press('撤销');
  expect(await screen.findByText('已恢复代码类型')).toBeDefined();
  expect(server.asked('code.restore')).toEqual([{ auditId: '90' }]);
});

test('who may not change what tenants share reads both lists', async () => {
  await openPage(baseCodePage, '/base-code', { who: { writesShared: false } });
  await rowOf('40HQ');
  expect(screen.queryAllByRole('button', { name: /(新\s*增|导\s*入)$/ })).toEqual([]);
});
