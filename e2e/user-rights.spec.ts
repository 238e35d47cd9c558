import type { Page } from '@playwright/test';
import { user } from '#entities/user.ts';
import { callApi, signInByApi } from './support/api.ts';
import { expect, expectAccessible, openAs, test, useLanguage, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

const unique = (): string => Math.random().toString(36).slice(2, 8);

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click();
}

test('pages are copied from another user and kept under a name for the next one', async ({ page }) => {
  const { entity, common } = textsOf('en');
  const words = entity.user;
  const name = `E2E ${unique()}`;
  await openAs(page, 'admin', '/user', 'en');
  await visiblePane(page)
    .getByRole('button', { name: ending(entity.new) })
    .click();
  const dialog = page.getByRole('dialog', { name: filled(entity.addTitle, { name: user.label.en }) });
  await dialog.getByRole('tab', { name: words.menus }).click();
  const count = dialog.getByRole('status');
  const none = await count.textContent();
  await choose(page, words.copyFrom, 'alice');
  await expect(count).not.toHaveText(none ?? '');
  const copied = (await count.textContent()) ?? '';

  await dialog.getByRole('button', { name: words.roleSaveAs }).click();
  const naming = page.getByLabel(words.roleName, { exact: true });
  await expect(naming).toBeFocused();
  // Escape ends the naming, not the dialog.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: words.roleSaveAs })).toBeFocused();
  await page.keyboard.press('Enter');
  await naming.fill(name);
  await page.keyboard.press('Enter');
  const remove = dialog.getByRole('button', { name: filled(words.roleRemove, { name }) });
  await expect(remove).toBeVisible();
  await dialog.getByRole('button', { name: words.clear, exact: true }).click();
  await expect(count).toHaveText(none ?? '');
  await choose(page, words.roles, name);
  await expect(count).toHaveText(copied);
  await expectAccessible(page, 'rights of a new user');

  await remove.click();
  const question = page.getByRole('dialog', { name: filled(words.roleRemoveTitle, { name }) });
  await question.getByRole('button', { name: spaced(common.delete) }).click();
  await expect(remove).toHaveCount(0);
  // The pages that were chosen stay chosen.
  await expect(count).toHaveText(copied);
});

test('who signs in for the first time sets a password of their own before anything else', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { password: words, login } = textsOf('zh');
  const userCode = `e2e-${unique()}`;
  const [first, own] = ['Harbour7x', 'Anchor8yz'];
  const admin = await playwright.request.newContext({ baseURL: baseURL as string });
  await signInByApi(admin, 'admin');
  const [{ wlTenantId }] = (await callApi<{ wlTenantId: string }[]>(admin, '/api/auth/tenant/getAll')) as [
    { wlTenantId: string },
  ];
  const { wlUserId } = await callApi<{ wlUserId: string }>(admin, '/api/auth/user/insert', {
    tenantId: wlTenantId,
    userCode,
    userNameCn: '新同事',
    userType: 'user',
    password: first,
    menus: ['/exception-manage'],
  });
  const signIn = async (password: string): Promise<void> => {
    await page.getByLabel(login.userCode, { exact: true }).fill(userCode);
    await page.getByLabel(login.password, { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  await useLanguage(page, 'zh');
  await page.goto('/login');
  await signIn(first);
  const dialog = page.getByRole('dialog', { name: words.mustTitle });
  await dialog.getByLabel(words.current, { exact: true }).fill(first);
  await dialog.getByLabel(words.next, { exact: true }).fill(own);
  await dialog.getByLabel(words.confirmation, { exact: true }).fill(own);
  await expectAccessible(page, 'an initial password');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await signIn(own);
  await expect(page).toHaveURL(/\/exception-manage/);
  await expect(visiblePane(page)).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await callApi(admin, '/api/auth/user/delete', { wlUserId });
  await admin.dispose();
});
