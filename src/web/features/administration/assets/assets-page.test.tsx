import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { assetsPage } from './page.ts';

type Row = CallData<'asset.query'>['records'][number];

const row: Row = {
  wlAssetsId: '7',
  assetType: 'CARRIER_LOGIN',
  assetDesc: '船公司账号',
  valueType: 'TEXT',
  defaultValue: 'guest',
  recordVersion: 3,
};
const secret: Row = {
  ...row,
  wlAssetsId: '8',
  assetType: 'CARRIER_PASSWORD',
  assetDesc: '船公司密码',
  valueType: 'CREDENTIAL',
  defaultValue: '******',
};
const server = callServer({
  allDict: () => [
    { codeType: 'WL_ASSET_VALUE_TYPE', codeValue: 'TEXT', displayValueCn: '文本', displayValueEn: 'Text' },
    { codeType: 'WL_ASSET_VALUE_TYPE', codeValue: 'CREDENTIAL', displayValueCn: '凭据', displayValueEn: 'Credential' },
  ],
  'asset.query': () => ({ records: [row, secret], totalPage: 1, totalRecord: 2 }),
  'asset.writers': () => [],
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a definition is shown by its type of value in words, and requested by the filters of the address', async () => {
  await openPage(assetsPage, '/assets?keyword=CARRIER&valueType=TEXT,CREDENTIAL&sort=assetType.desc');
  const cells = within(await rowOf('船公司账号'));
  for (const message of ['CARRIER_LOGIN', '文本', 'guest']) expect(await cells.findByText(message)).toBeDefined();
  expect(within(await rowOf('船公司密码')).getByText('凭据')).toBeDefined();
  expect(server.asked('asset.query').at(-1)).toEqual({
    keyword: 'CARRIER',
    valueType: ['TEXT', 'CREDENTIAL'],
    currentPage: 1,
    pageSize: 10,
    sortRules: [{ columnName: 'assetType', sortType: 'desc' }],
  });
  await act(() => setLang('en'));
  expect(await cells.findByText('Text')).toBeDefined();
  expect(screen.getByRole('button', { name: /New$/ })).toBeDefined();
});

test('a copy is a new definition with the same values', async () => {
  server.answer({ 'asset.insert': () => new Success({ ...row, wlAssetsId: '9' }, '新增资产成功') });
  await openPage(assetsPage);
  await chooseAct('船公司账号', '复制');
  const dialog = within(await screen.findByRole('dialog', { name: '资产定义新增' }));
  const name = dialog.getByLabelText<HTMLInputElement>('资产类型');
  fireEvent.change(name, { target: { value: 'AIRLINE_LOGIN' } });
  await press('保存');
  expect(await screen.findByText('新增资产成功')).toBeDefined();
  const [sent] = server.asked('asset.insert');
  expect(sent).toMatchObject({ assetType: 'AIRLINE_LOGIN', assetDesc: '船公司账号', valueType: 'TEXT' });
  expect(sent).not.toHaveProperty('wlAssetsId', '7');
});

test('a credential is not shown, and stays as it is when nothing is typed', async () => {
  server.answer({ 'asset.update': () => new Success(secret, '更新资产成功') });
  await openPage(assetsPage);
  await userEvent.dblClick(within(await rowOf('船公司密码')).getByText('船公司密码'));
  const dialog = within(await screen.findByRole('dialog', { name: '资产定义更新' }));
  const value = dialog.getByLabelText<HTMLInputElement>('默认值');
  expect([value.type, value.value, value.placeholder]).toEqual(['password', '', '已设置，不填写则保持不变']);
  fireEvent.change(dialog.getByLabelText('资产描述'), { target: { value: '船公司登录密码' } });
  await press('保存');
  expect(await screen.findByText('更新资产成功')).toBeDefined();
  expect(server.asked('asset.update').at(-1)).toMatchObject({
    wlAssetsId: '8',
    assetDesc: '船公司登录密码',
    recordVersion: 3,
  });
  expect(JSON.stringify(server.asked('asset.update'))).toContain('"defaultValue":"******"');
});

test('what somebody else saved is shown beside the own values, and what was left unsaved is offered again', async () => {
  const current = { ...row, assetDesc: '航运账号', recordVersion: 4 };
  server.answer({
    'asset.update': () =>
      new Refusal('数据已被修改', { data: { stale: true, current, who: '王芳', time: Date.UTC(2026, 2, 1) } }),
  });
  await openPage(assetsPage);
  await userEvent.dblClick(within(await rowOf('船公司账号')).getByText('船公司账号'));
  const dialog = within(await screen.findByRole('dialog', { name: '资产定义更新' }));
  fireEvent.change(dialog.getByLabelText('资产描述'), { target: { value: '承运人账号' } });
  await press('保存');
  expect(await dialog.findAllByText(/航运账号/)).toBeDefined();
  expect(dialog.getByRole('button', { name: /采用所选内容$/ })).toBeDefined();
  cleanup();
  await openPage(assetsPage);
  await userEvent.dblClick(within(await rowOf('船公司账号')).getByText('船公司账号'));
  await press('继续填写', await screen.findByRole('dialog', { name: '资产定义更新' }));
  expect(await screen.findByDisplayValue('承运人账号')).toBeDefined();
});

test('who may not change what tenants share opens the history instead of the form', async () => {
  server.answer({
    'asset.history': () => [
      {
        auditId: '90',
        time: Date.UTC(2026, 2, 1),
        userCode: 'wang',
        userName: '王芳',
        origin: 'web',
        action: 'update',
        before: { assetDesc: '账号' },
        after: { assetDesc: '船公司账号' },
      },
    ],
  });
  await openPage(assetsPage, '/assets', { who: { writesShared: false } });
  await userEvent.dblClick(within(await rowOf('船公司账号')).getByText('船公司账号'));
  const drawer = within(await screen.findByRole('dialog', { name: /变更记录/ }));
  expect(await drawer.findByText(/王芳/)).toBeDefined();
  expect(drawer.getByText('账号')).toBeDefined();
  expect(drawer.queryByRole('button', { name: /撤销此变更$/ })).toBeNull();
  for (const name of [/新\s*增$/, /导\s*入$/]) expect(screen.queryByRole('button', { name })).toBeNull();
  await waitFor(() => expect(server.asked('asset.history')).toEqual([{ wlAssetsId: '7' }]));
});
