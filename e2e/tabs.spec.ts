import { exceptionsList } from '#lists/exceptions.ts';
import { listExceptions } from './support/api.ts';
import { exceptionRows, expect, goInside, openAs, test, visiblePane } from './support/test.ts';
import { pageTitle, textsOf } from './support/texts.ts';

const { shell, common, sailings } = textsOf('zh');

test('six tabs at most, input survives switching, the menu closes many, a reload restores', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  const tabs = page.getByRole('navigation', { name: shell.openTabs }).getByRole('listitem');
  const { rows } = await listExceptions(page.request);
  // Shipments of one bill have tabs of one name.
  const named = rows.filter((row) => row.bkId).map((row) => [row.blNo ?? row.ctnNo, row] as const);
  const bookings = [...new Map(named).values()].slice(0, 6);
  expect(bookings).toHaveLength(6);

  const bill = visiblePane(page).getByLabel(exceptionsList.filters.blNo.label.zh, { exact: true });
  await bill.fill('KEEP123');
  for (const [index, { bkId, blNo, ctnNo }] of bookings.slice(0, 5).entries()) {
    await goInside(page, `/trace-detail?obmBkId=${bkId}`);
    await expect(tabs).toHaveCount(index + 2);
    await expect(tabs.last().getByRole('link')).toContainText(blNo ?? ctnNo ?? '');
  }
  await tabs.first().getByRole('link').click();
  await expect(bill).toHaveValue('KEEP123');

  // The list is on screen, so the oldest of the others goes.
  await goInside(page, `/trace-detail?obmBkId=${bookings[5]?.bkId}`);
  await expect(tabs.last().getByRole('link')).toContainText(bookings[5]?.blNo ?? bookings[5]?.ctnNo ?? '');
  await expect(tabs).toHaveCount(6);
  await expect(tabs.filter({ hasText: bookings[0]?.blNo ?? bookings[0]?.ctnNo ?? '?' })).toHaveCount(0);

  await page.reload();
  await expect(tabs).toHaveCount(6);
  await expect(tabs.last()).toHaveAttribute('data-active', 'true');

  await page.getByRole('button', { name: shell.tabActions }).click();
  await page.getByRole('menuitem', { name: shell.closeOthers }).click();
  await expect(tabs).toHaveCount(1);
  await tabs.first().getByRole('link').click({ button: 'right' });
  await page.getByRole('menuitem', { name: common.close, exact: true }).click();
  await expect(page).toHaveURL(/\/vessel-schedule/);
  await expect(tabs).toHaveCount(1);
  await page.getByRole('button', { name: shell.tabActions }).click();
  await page.getByRole('menuitem', { name: shell.closeAll }).click();
  // Everything went, so the landing page is there, and the list begins afresh.
  await expect(page.getByRole('form', { name: sailings.form.title })).toBeVisible();
  await page
    .locator('.pt-side-nav')
    .getByRole('link', { name: pageTitle('zh', '/exception-manage') })
    .click();
  await exceptionRows(page);
  await expect(visiblePane(page).getByLabel(exceptionsList.filters.blNo.label.zh, { exact: true })).toHaveValue('');
});
