import type { Page } from '@playwright/test';
import { listExceptions } from './support/api.ts';
import {
  exceptionRows,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  langsOf,
  openAs,
  type Rules,
  test,
  useLanguage,
  useTheme,
  visiblePane,
} from './support/test.ts';
import { textsOf } from './support/texts.ts';

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

async function expectGood(page: Page, what: string, rules: Rules): Promise<void> {
  await expectAccessible(page, what, rules);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page, `${what} at ${size.width} x ${size.height}`);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
}

for (const theme of ['light', 'dark'] as const) {
  // The structure of a page is the same in both; its colours are not.
  const rules = theme === 'light' ? 'all' : 'colors';
  for (const lang of langsOf(theme === 'light' ? 'zh' : 'en')) {
    test.describe(`${lang}, ${theme}`, () => {
      const { traceDetail, exceptionManage, table } = textsOf(lang);

      test.beforeEach(async ({ page }) => {
        await useTheme(page, theme);
      });

      test('sign-in page', async ({ page }) => {
        await useLanguage(page, lang);
        await page.goto('/login');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectGood(page, 'sign-in', rules);
      });

      test('exception list, its drawer and its dialogs', async ({ page }) => {
        await openAs(page, 'operator', '/exception-manage', lang);
        const rows = await exceptionRows(page);
        await expectGood(page, 'exception list', rules);
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
        const drawer = page.getByRole('dialog').filter({ hasText: exceptionManage.section.evidence });
        await expect(drawer).toBeVisible();
        await expectAccessible(page, 'drawer of an exception', rules);
        await page.keyboard.press('Escape');
        await expect(drawer).toBeHidden();
        await rows.first().getByRole('checkbox').check();
        await visiblePane(page).getByRole('button', { name: exceptionManage.batchUpdate, exact: true }).click();
        await expect(page.getByRole('dialog', { name: exceptionManage.batchUpdate })).toBeVisible();
        await expectAccessible(page, 'dialog', rules);
        await page.keyboard.press('Escape');
        await visiblePane(page).getByRole('button', { name: table.columns.button }).click();
        await expect(page.getByRole('dialog', { name: table.columns.title })).toBeVisible();
        await expectAccessible(page, 'column drawer', rules);
      });

      test('trace', async ({ page }) => {
        await openAs(page, 'operator', '/exception-manage', lang);
        await exceptionRows(page);
        const { rows } = await listExceptions(page.request);
        await page.goto(`/trace-detail?obmBkId=${rows.find((row) => row.bkId !== null)?.bkId}`);
        await expect(visiblePane(page).getByRole('region', { name: traceDetail.timeline })).toBeVisible();
        await expect(visiblePane(page).locator('.pt-map-list').first()).toBeVisible();
        await expectGood(page, 'trace', rules);
      });

      test('403 and 404', async ({ page }) => {
        await openAs(page, 'alice', '/404', lang);
        await expect(page.getByText('404')).toBeVisible();
        await expectGood(page, '404', rules);
        await page.goto('/403');
        await expect(page.getByText('403')).toBeVisible();
        await expectGood(page, '403', rules);
      });
    });
  }
}

test('the title is the name of the product, and the footer starts in 2021', async ({ page }) => {
  await openAs(page, 'alice', '/exception-manage');
  await exceptionRows(page);
  await expect(page).toHaveTitle('航图 Portolan');
  await expect(page.locator('footer').last()).toContainText('2021');
});
