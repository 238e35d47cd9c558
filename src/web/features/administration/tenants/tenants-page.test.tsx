import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { callServer, Refusal, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { setLang } from '#web/i18n/index.ts';
import { tenantsPage } from './page.ts';

type Row = CallData<'tenant.query'>['records'][number];

const row: Row = {
  wlTenantId: '3',
  tenantCode: 'HAIFAN',
  tenantName: '海帆',
  tenantNameEn: 'Sea Sail',
  zone: 'Asia/Shanghai',
  language: 'zh',
  freeDemurrageDays: 7,
  freeDetentionDays: 10,
  active: 1,
  recordVersion: 5,
};
const server = callServer({
  allDict: () => [
    { codeType: 'LANGUAGE', codeValue: 'zh', displayValueCn: '中文', displayValueEn: 'Chinese' },
    { codeType: 'LANGUAGE', codeValue: 'en', displayValueCn: '英文', displayValueEn: 'English' },
  ],
  'tenant.query': () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
  'tenant.writers': () => [],
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('a tenant is notified with its zone, language and free days; in English its English name comes first', async () => {
  await openPage(tenantsPage);
  const cells = within(await rowOf('海帆'));
  for (const message of ['HAIFAN', 'Asia/Shanghai', '中文', '7', '10', '是'])
    expect(await cells.findByText(message)).toBeDefined();
  const heads = (): (string | null)[] => [...document.querySelectorAll('.pt-th-title')].map((head) => head.textContent);
  expect(heads().indexOf('租户名称')).toBeLessThan(heads().indexOf('英文名称'));
  await act(() => setLang('en'));
  expect(await cells.findByText('Chinese')).toBeDefined();
  expect(heads().indexOf('English name')).toBeLessThan(heads().indexOf('Tenant name'));
});

test('a new tenant has a code and a zone that there is; it begins with the usual free days', async () => {
  server.answer({ 'tenant.insert': () => new Success({ ...row, wlTenantId: '4' }, '新增租户成功') });
  await openPage(tenantsPage);
  await press('新增');
  const dialog = within(await screen.findByRole('dialog', { name: '租户新增' }));
  fireEvent.change(dialog.getByLabelText('租户代码'), { target: { value: 'yuanyang' } });
  fireEvent.change(dialog.getByLabelText('租户名称'), { target: { value: '远洋' } });
  const days = dialog.getByLabelText<HTMLInputElement>('免滞期（天）');
  expect(days.value).toBe('7');
  fireEvent.change(days, { target: { value: '366' } });
  fireEvent.blur(days);
  await press('保存');
  await waitFor(() => expect(days.getAttribute('aria-invalid')).toBe('true'));
  expect(server.asked('tenant.insert')).toEqual([]);
  fireEvent.change(days, { target: { value: '14' } });
  await press('保存');
  expect(await screen.findByText('新增租户成功')).toBeDefined();
  const [sent] = server.asked('tenant.insert');
  expect(sent).toMatchObject({ tenantName: '远洋', zone: 'Asia/Shanghai', language: 'zh', active: 1 });
  expect(String(Object(sent)['freeDemurrageDays'])).toBe('14');
});

test('a tenant that is used is not removed, and the reason is shown', async () => {
  server.answer({ 'tenant.delete': () => new Refusal('租户正被使用：用户 wang') });
  await openPage(tenantsPage);
  await chooseAct('海帆', '删除');
  expect(await answerDialog('删除租户？', '删除')).toContain('将删除“海帆”。删除后可以撤销。');
  expect(await screen.findByText('租户正被使用：用户 wang')).toBeDefined();
  expect(server.asked('tenant.delete')).toEqual([{ wlTenantId: '3', recordVersion: 5 }]);
  expect(screen.getByText('HAIFAN')).toBeDefined();
});

test('a tenant is changed, never copied', async () => {
  await openPage(tenantsPage);
  await userEvent.click(within(await rowOf('海帆')).getByText('海帆'));
  await press('操作', await rowOf('海帆'));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent).join()).not.toContain('复制');
  await userEvent.keyboard('{Escape}');
  await userEvent.dblClick(within(await rowOf('海帆')).getByText('海帆'));
  const dialog = within(await screen.findByRole('dialog', { name: '租户更新' }));
  expect(dialog.getByLabelText<HTMLInputElement>('租户名称').value).toBe('海帆');
});
