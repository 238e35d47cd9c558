import type { Locator, Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { user } from '#entities/user.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

/** Letters that make a code of its own for every run. */
const unique = (): string => Math.random().toString(36).slice(2, 8);

const message = (page: Page, text: string): Locator => page.locator('.pt-toast').filter({ hasText: text }).first();
const rowOf = (page: Page, text: string): Locator =>
  visiblePane(page).locator('.ant-table-row').filter({ hasText: text });
const field = (dialog: Locator, name: keyof typeof user.fields, lang: Lang): Locator =>
  dialog.getByLabel(user.fields[name].label[lang], { exact: true });

async function choose(page: Page, control: Locator, text: string): Promise<void> {
  await control.click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').getByText(text).first().click();
}

async function act(page: Page, rowText: string, lang: Lang, name: string): Promise<void> {
  await rowOf(page, rowText)
    .getByRole('button', { name: textsOf(lang).table.actions })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

/** The password that is shown once; closes the dialog. */
async function passwordShown(page: Page, lang: Lang): Promise<string> {
  const words = textsOf(lang);
  const once = page.getByRole('dialog', { name: words.entity.user.passwordTitle });
  const password = (await once.locator('code').textContent()) ?? '';
  expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{12,}$/);
  await once
    .getByRole('button', { name: spaced(words.common.close) })
    .last()
    .click();
  await expect(once).toBeHidden();
  return password;
}

type SignedIn = { mustChangePassword: boolean };

for (const lang of langsOf('en')) {
  test(`a user is added, edited, given a new password, deleted and brought back (${lang})`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const words = textsOf(lang);
    const code = `e2e-${unique()}`;
    const other = await playwright.request.newContext({ baseURL: baseURL as string });
    const signIn = (password: string) => callApi<SignedIn>(other, '/api/auth/user/login', { userCode: code, password });

    await openAs(page, 'admin', '/user', lang);
    const list = visiblePane(page);
    await list.getByRole('button', { name: ending(words.entity.new) }).click();
    const adding = page.getByRole('dialog', { name: filled(words.entity.addTitle, { name: user.label[lang] }) });
    await choose(page, field(adding, 'tenantId', lang), lang === 'zh' ? '海帆供应链' : 'Haifan Supply Chain');
    await field(adding, 'userCode', lang).fill(code);
    await field(adding, 'userNameCn', lang).fill('旅人');
    await adding.getByRole('tab', { name: words.entity.user.menus }).click();
    await choose(page, adding.getByLabel(words.entity.user.roles), lang === 'zh' ? '租户用户' : 'Tenant user');
    await expect(adding.getByRole('status')).not.toHaveText(filled(words.entity.user.menuCount, { count: '0' }));
    await expectAccessible(page, 'menus of a user');
    await adding.getByRole('button', { name: spaced(words.common.save) }).click();
    await expect(message(page, user.message.added[lang])).toBeVisible();
    const first = await passwordShown(page, lang);
    expect((await signIn(first)).mustChangePassword).toBe(true);
    // Nothing but changing the password is open before that.
    await expect(callApi(other, '/api/data/exceptionManage/queryExceptionManageInfo', {})).rejects.toThrow(/403/);

    await list.getByRole('textbox', { name: new RegExp(words.entity.keyword) }).fill(code);
    await page.keyboard.press('Enter');
    await expect(rowOf(page, code)).toHaveCount(1);
    await act(page, code, lang, words.common.edit);
    const editing = page.getByRole('dialog', { name: filled(words.entity.updateTitle, { name: user.label[lang] }) });
    await field(editing, 'userNameCn', lang).fill('改名的旅人');
    await editing.getByRole('button', { name: spaced(words.common.save) }).click();
    await expect(message(page, user.message.updated[lang])).toBeVisible();
    await expect(rowOf(page, '改名的旅人')).toHaveCount(1);

    await act(page, code, lang, words.entity.user.sessions);
    const sessions = page.getByRole('dialog', { name: filled(words.entity.user.sessionsOf, { user: code }) });
    await expect(sessions.locator('tbody tr')).toHaveCount(1);
    await expectAccessible(page, 'sessions of a user');
    await sessions.getByRole('button', { name: words.sessions.end, exact: true }).click();
    const question = page.getByRole('dialog', { name: filled(words.entity.user.endOneTitle, { user: code }) });
    await question.getByRole('button', { name: spaced(words.common.ok) }).click();
    await expect(sessions.getByText(words.entity.user.noSessions)).toBeVisible();
    await expect(question).toBeHidden();
    await expect(callApi(other, '/api/auth/user/session')).rejects.toThrow(/401/);
    await sessions.locator('.ant-drawer-close').click();
    await expect(sessions).toBeHidden();

    await act(page, code, lang, words.entity.user.resetPassword);
    await page
      .getByRole('dialog', { name: filled(words.entity.user.resetTitle, { user: code }) })
      .getByRole('button', { name: words.entity.user.resetPassword })
      .click();
    const second = await passwordShown(page, lang);
    expect(second).not.toBe(first);
    await expect(signIn(first)).rejects.toThrow();
    expect((await signIn(second)).mustChangePassword).toBe(true);

    await act(page, code, lang, words.common.delete);
    await page
      .getByRole('dialog', { name: filled(words.entity.removeTitle, { name: user.label[lang] }) })
      .getByRole('button', { name: spaced(words.common.delete) })
      .click();
    await expect(message(page, user.message.removed[lang])).toBeVisible();
    await expect(rowOf(page, code)).toHaveCount(0);
    await expect(signIn(second)).rejects.toThrow();
    await page.locator('.pt-toast').getByRole('button', { name: words.entity.undo }).first().click();
    await expect(rowOf(page, code)).toHaveCount(1);
    expect((await signIn(second)).mustChangePassword).toBe(true);

    await act(page, code, lang, words.entity.history);
    await expect(page).toHaveURL(/\/audit\?.*entity=user/);
    const acts = visiblePane(page).locator('.ant-table-row');
    await expect(acts).toHaveCount(6);
    await expect(acts.first()).toContainText(code);
    await expectAccessible(page, 'audit');
    await acts.nth(4).dblclick();
    await expect(page.getByRole('cell', { name: '改名的旅人', exact: true })).toBeVisible();
    await expect(page.getByRole('cell', { name: '旅人', exact: true })).toBeVisible();
    expect(await page.content()).not.toContain(first);
    await other.dispose();
  });
}

test('an administrator cannot delete or demote themselves', async ({ page }) => {
  const words = textsOf('zh');
  await openAs(page, 'admin', '/user?keyword=admin');
  await act(page, 'admin', 'zh', words.common.delete);
  await page
    .getByRole('dialog', { name: filled(words.entity.removeTitle, { name: user.label.zh }) })
    .getByRole('button', { name: spaced(words.common.delete) })
    .click();
  await expect(message(page, '不能删除自己')).toBeVisible();
  await expect(rowOf(page, 'admin@')).toHaveCount(1);
});

test('somebody who is no administrator is sent away from users and audit', async ({ page }) => {
  for (const path of ['/user', '/audit']) {
    await openAs(page, 'operator', path);
    await expect(page).not.toHaveURL(new RegExp(path));
  }
});
