import { password } from './support/api.ts';
import { expect, langs, test, useLanguage } from './support/test.ts';
import { textsOf } from './support/texts.ts';

for (const lang of langs) {
  test.describe(`sign-in, ${lang}`, () => {
    const { login } = textsOf(lang);

    test.beforeEach(async ({ page }) => {
      await useLanguage(page, lang);
      await page.goto('/');
      await expect(page).toHaveURL(/\/login/);
    });

    test('both fields are required, and stated it', async ({ page }) => {
      await page.getByRole('button', { name: login.submit, exact: true }).click();
      await expect(page.getByRole('alert').filter({ hasText: login.userCodeRequired })).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: login.passwordRequired })).toBeVisible();
      await page.getByLabel(login.userCode, { exact: true }).fill('alice');
      await expect(page.getByText(login.userCodeRequired)).toBeHidden();
    });

    test('a wrong password and an unknown user are notified in the same words', async ({ page }) => {
      const words: string[] = [];
      for (const userCode of [`nobody-${lang}`, 'bob']) {
        await page.getByLabel(login.userCode, { exact: true }).fill(userCode);
        await page.getByLabel(login.password, { exact: true }).fill('Wrong0ne');
        await page.getByRole('button', { name: login.submit, exact: true }).click();
        const failure = page.locator('.pt-login-failure');
        await expect(failure).toBeVisible();
        words.push(await failure.innerText());
        await expect(page).toHaveURL(/\/login/);
      }
      expect(words[0]).toBe(words[1]);
      expect(/[\u4e00-\u9fff]/.test(words[0] ?? '')).toBe(lang === 'zh');
    });

    test('the right one leads to the start, with a word of success', async ({ page }) => {
      await page.getByLabel(login.userCode, { exact: true }).fill('alice');
      await page.getByLabel(login.password, { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(page.getByText(login.succeeded)).toBeVisible();
      await expect(page).toHaveURL(/\/vessel-schedule/);
      await expect(page.getByRole('form', { name: textsOf(lang).sailings.form.title })).toBeVisible();
    });
  });
}

test('a page requested before sign-in is opened after it', async ({ page }) => {
  await page.goto('/exception-manage?handleStatus=0');
  await expect(page).toHaveURL(/\/login/);
  const { login } = textsOf('zh');
  await page.getByLabel(login.userCode, { exact: true }).fill('bob');
  await page.getByLabel(login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
  await expect(page).toHaveURL(/\/exception-manage\?handleStatus=0/);
});

for (const lang of langs) {
  test(`a weak password is asked about, and the dialog to change it opens: ${lang}`, async ({ page }) => {
    const texts = textsOf(lang);
    // No login of the world is weak, and the product lets nobody choose a weak one: the answer is made weak.
    await page.route('**/api/auth/user/login', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { weakPassword: boolean } };
      body.data.weakPassword = true;
      await route.fulfill({ response, json: body });
    });
    await useLanguage(page, lang);
    await page.goto('/login');
    await page.getByLabel(texts.login.userCode, { exact: true }).fill('alice');
    await page.getByLabel(texts.login.password, { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog').filter({ hasText: texts.password.weakTitle });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: texts.password.weakOk }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: texts.password.confirmation });
    await dialog.getByLabel(texts.password.current, { exact: true }).fill(password);
    await dialog.getByLabel(texts.password.next, { exact: true }).fill('short');
    await dialog.getByLabel(texts.password.confirmation, { exact: true }).fill('other');
    await dialog.getByRole('button').last().click();
    await expect(dialog.getByText(texts.password.rule).first()).toBeVisible();
    await expect(dialog.getByText(texts.password.mismatch)).toBeVisible();
  });
}
