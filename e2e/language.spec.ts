import { exceptionsList } from '#lists/exceptions.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { pageTitle } from './support/texts.ts';

test('switching the language changes every text at once and loses no input', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  const pane = visiblePane(page);
  await pane.getByLabel(exceptionsList.filters.blNo.label.zh, { exact: true }).fill('MERU123');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(pane.getByLabel(exceptionsList.filters.blNo.label.en, { exact: true })).toHaveValue('MERU123');
  await expect(pane.getByRole('columnheader', { name: exceptionsList.columns.createTime.label.en })).toBeAttached();
  await expect(page.getByRole('link', { name: pageTitle('en', '/exception-manage') }).first()).toBeVisible();
  await expect(pane.getByText(/in total/)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');

  await page.reload();
  await exceptionRows(page);
  await expect(page.getByLabel(exceptionsList.filters.blNo.label.en, { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toMatch(/^en/);
  // Names of the data may be Chinese; the frame of the page is not.
  for (const region of ['header', 'nav.pt-tabs', '.pt-side-nav', '.pt-toolbar', '.pt-pager']) {
    const text = await page.locator(region).first().innerText();
    expect(text.replace('中文', '').replace(/系统管理员|运营小航|航图平台/g, ''), region).not.toMatch(
      /[\u4e00-\u9fff]/,
    );
  }
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByLabel(exceptionsList.filters.blNo.label.zh, { exact: true })).toBeVisible();
});
