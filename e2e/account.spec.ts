import type { Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { totpCode, totpStep } from '#server/platform/crypto/totp.ts';
import { callApi, password } from './support/api.ts';
import { expect, expectAccessible, langsOf, test, useLanguage, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

const own = 'Quay-Crane-47';

/** A person of their own for every run, who has chosen a password. */
async function addPerson(page: Page): Promise<string> {
  const userCode = `e2e-factor-${Math.random().toString(36).slice(2, 8)}`;
  const callSignIn = (code: string, secret: string) =>
    callApi(page.request, '/api/auth/user/login', { userCode: code, password: secret });
  await callSignIn('admin', password);
  const tenants = await callApi<{ wlTenantId: string; tenantCode: string }[]>(page.request, '/api/auth/tenant/getAll');
  await callApi(page.request, '/api/auth/user/insert', {
    tenantId: tenants.find(({ tenantCode }) => tenantCode === 'ALPHA')?.wlTenantId,
    userCode,
    userNameCn: '两步验证',
    userType: 'user',
    menus: ['/exception-manage'],
    password,
  });
  await callSignIn(userCode, password);
  await callApi(page.request, '/api/auth/user/updatePassword', { userCode, currentPassword: password, password: own });
  await page.context().clearCookies();
  return userCode;
}

/** Fills in the form of the page for signing in. */
async function signIn(page: Page, lang: Lang, userCode: string, code?: string): Promise<void> {
  const { login } = textsOf(lang);
  if (code === undefined) {
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel(login.userCode, { exact: true }).fill(userCode);
    await page.getByLabel(login.password, { exact: true }).fill(own);
  } else await page.getByLabel(login.code, { exact: true }).fill(code);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

for (const lang of langsOf('zh')) {
  test(`two-step verification is set up, asked for, replaced by a recovery code and switched off (${lang})`, async ({
    page,
  }) => {
    const { account, login } = textsOf(lang);
    const userCode = await addPerson(page);
    await useLanguage(page, lang);
    await signIn(page, lang, userCode);
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto('/account');
    const pane = visiblePane(page);
    await expect(pane.getByText(account.off)).toBeVisible();
    await expectAccessible(page, `account, off, ${lang}`);

    // Set up: the secret is there to scan and to type.
    await pane.getByLabel(account.password).fill(own);
    await pane.getByRole('button', { name: account.switchOn }).click();
    await expect(pane.getByText(account.scan)).toBeVisible();
    const secret = (await pane.locator('.pt-account-secret').textContent()) ?? '';
    const codeAt = (off: number): string => totpCode(secret, totpStep(Date.now()) + off);
    await expectAccessible(page, `account, scan, ${lang}`);
    const wrong = codeAt(0) === '000000' ? '111111' : '000000';
    await pane.getByLabel(account.code).fill(wrong);
    await pane.getByRole('button', { name: spaced(account.confirm) }).click();
    await expect(page.locator('.pt-toast').first()).toBeVisible();
    // The code before the present one, which is used below; where its time ends just now, the next one is tried.
    await expect(async () => {
      if (await pane.getByText(account.codes).isVisible()) return;
      await pane.getByLabel(account.code).fill(codeAt(-1));
      await pane.getByRole('button', { name: spaced(account.confirm) }).click();
      await expect(pane.getByText(account.codes)).toBeVisible({ timeout: 3_000 });
    }).toPass();
    const codes = await pane.locator('.pt-account-codes li').allTextContents();
    expect(codes).toHaveLength(10);
    await expectAccessible(page, `account, codes, ${lang}`);
    await pane.getByRole('button', { name: spaced(account.codesKept) }).click();
    await expect(pane.getByText(account.on)).toBeVisible();

    // The password alone is not enough; the code of the app is.
    await signIn(page, lang, userCode);
    await expect(page.getByLabel(login.code, { exact: true })).toBeFocused();
    await expectAccessible(page, `login, code, ${lang}`);
    await signIn(page, lang, userCode, codeAt(0));
    await expect(page).not.toHaveURL(/\/login/);

    // Without the phone a recovery code does, once.
    const [recovery = ''] = codes;
    await signIn(page, lang, userCode);
    await signIn(page, lang, userCode, recovery);
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto('/account');
    await expect(pane.getByText(account.left.replace('{{count}}', '9'))).toBeVisible();
    await signIn(page, lang, userCode);
    await signIn(page, lang, userCode, recovery);
    await expect(page.locator('.pt-login-failure')).toBeVisible();

    // Switched off by another recovery code, the password is enough again.
    await signIn(page, lang, userCode, codes[1]);
    await expect(page).not.toHaveURL(/\/login/);
    await page.goto('/account');
    await pane.getByLabel(account.password).fill(own);
    await pane.getByLabel(account.code).fill(codes[2] ?? '');
    await pane.getByRole('button', { name: account.switchOff }).click();
    await expect(pane.getByText(account.off)).toBeVisible();
    await signIn(page, lang, userCode);
    await expect(page).not.toHaveURL(/\/login/);
  });
}
