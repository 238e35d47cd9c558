import { callApi, listExceptions } from './support/api.ts';
import {
  exceptionRows,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  langsOf,
  openAs,
  test,
  useTheme,
  visiblePane,
} from './support/test.ts';
import { textsOf } from './support/texts.ts';

type Overview = {
  open: { total: number; untreated: number; unassigned: number };
  days: { day: string; opened: number }[];
  queue: object | null;
};

const countOf = (text: string | null): number => Number((text ?? '').replace(/\D/g, ''));

for (const theme of ['light', 'dark'] as const) {
  for (const lang of langsOf(theme === 'light' ? 'zh' : 'en')) {
    const { overview, table } = textsOf(lang);

    test(`the overview is readable by everybody: ${lang}, ${theme}`, async ({ page }) => {
      await useTheme(page, theme);
      await openAs(page, 'admin', '/dashboard', lang);
      const pane = visiblePane(page);
      await expect(pane.getByRole('heading', { level: 1, name: overview.title })).toBeVisible();
      await expect(pane.locator('.pt-bar-canvas canvas')).toHaveCount(3);
      await expect(pane.getByRole('heading', { name: overview.queue.title })).toBeVisible();
      await expectAccessible(page, 'overview');
      for (const size of [
        { width: 390, height: 844 },
        { width: 683, height: 384 },
        { width: 1280, height: 720 },
        { width: 1366, height: 768 },
        { width: 1920, height: 1080 },
      ]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page, `overview at ${size.width}`);
      }
      for (const title of [overview.days.title, overview.ages.title, overview.types.title]) {
        await pane.getByRole('button', { name: `${title}: ${table.asTable}` }).click();
        await expect(pane.getByRole('region', { name: title }).getByRole('table')).toBeVisible();
      }
      await expectAccessible(page, 'overview as tables');
    });
  }
}

for (const lang of langsOf('zh')) {
  const { overview } = textsOf(lang);

  test(`a figure leads to the rows it counts: ${lang}`, async ({ page }) => {
    await openAs(page, 'alice', '/home', lang);
    const pane = visiblePane(page);
    const tile = pane.locator('.pt-ov-tile').filter({ hasText: overview.tile.unassigned });
    await expect(tile.getByRole('link')).toBeVisible();
    await tile.getByRole('link').click();
    await expect(page).toHaveURL(/chargeCode=-/);
    await exceptionRows(page);
    const { total } = await listExceptions(page.request, { chargeCode: ['-'], handleStatus: ['0', '1', '4'] });
    const shown = await visiblePane(page).locator('.pt-pager-total').first().textContent();
    // The world goes on while we look.
    expect(Math.abs(countOf(shown?.split(/[条页/]|in/)[0] ?? null) - total)).toBeLessThan(30);
  });
}

test('figures are those of the own tenants, and background work is for people of the platform', async ({ page }) => {
  await openAs(page, 'alice', '/dashboard');
  const own = await callApi<Overview>(page.request, '/api/data-center/overview');
  const { total } = await listExceptions(page.request, { handleStatus: ['0', '1', '4'] });
  expect(Math.abs(own.open.total - total)).toBeLessThan(30);
  expect(own.queue).toBeNull();
  expect(own.days).toHaveLength(14);
  await expect(visiblePane(page).getByRole('heading', { name: textsOf('zh').overview.queue.title })).toHaveCount(0);
});

test('what changes is seen without loading the page again', async ({ page }) => {
  const { overview } = textsOf('zh');
  await openAs(page, 'operator', '/dashboard');
  const mine = visiblePane(page).locator('.pt-ov-tile').filter({ hasText: overview.tile.mine }).getByRole('link');
  const before = countOf(await mine.textContent());
  const { rows } = await listExceptions(page.request, { chargeCode: ['-'], handleStatus: ['0'] });
  const ids = rows.slice(0, 3).map((row) => row.obmAutotestResultId);
  const body = { ids, chargeCode: 'operator', chargeName: 'operator' };
  await callApi(page.request, '/api/data/obmAutotestResultExt/batchAssign', body);
  await expect
    .poll(async () => countOf(await mine.textContent()), { timeout: 45_000 })
    .toBeGreaterThanOrEqual(before + 3);
});
