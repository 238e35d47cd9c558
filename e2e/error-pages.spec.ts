import { langs } from '#shared/i18n/text.ts';
import { exceptionRows, expect, openAs, test } from './support/test.ts';
import { pageTitle, textsOf } from './support/texts.ts';

for (const lang of langs) {
  const { errors } = textsOf(lang);

  test(`an unknown page says so, and both ways back work: ${lang}`, async ({ page }) => {
    await openAs(page, 'alice', '/exception-manage', lang);
    await exceptionRows(page);
    await page.goto('/no-such-page');
    await expect(page).toHaveURL(/\/404/);
    await expect(page.getByRole('heading', { name: errors.notFoundTitle })).toBeVisible();
    await page.getByRole('button', { name: errors.previous }).click();
    await expect(page).toHaveURL(/\/exception-manage/);
    await page.goto('/no-such-page');
    await page.getByRole('button', { name: errors.home }).click();
    await expect(page).toHaveURL(/\/vessel-schedule/);
    await expect(page.getByRole('form', { name: textsOf(lang).sailings.form.title })).toBeVisible();
  });

  test(`a page without permission says so: ${lang}`, async ({ page }) => {
    // The world has no login without this menu: the answer is made shorter.
    await page.route('**/api/auth/user/permissions*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: { menuCode: string }[] };
      // The group has the name of its first page: without any page it is gone too.
      body.data = body.data.filter(({ menuCode }) => !/^\/(?:exception-|detection-)/.test(menuCode));
      await route.fulfill({ response, json: body });
    });
    await openAs(page, 'alice', '/exception-manage', lang);
    await expect(page).toHaveURL(/\/403/);
    await expect(page.getByRole('heading', { name: errors.forbiddenTitle })).toBeVisible();
    await expect(page.locator('.pt-side-nav')).not.toContainText(pageTitle(lang, '/exception-manage'));
  });
}

test('the server refuses what the screen would not offer', async ({ page }) => {
  await openAs(page, 'alice', '/exception-manage');
  const response = await page.request.post('/api/autotest/world', {
    headers: { source: 'Manual' },
    data: { speed: 2 },
  });
  expect(response.status()).toBe(403);
});
