import { listExceptions } from './support/api.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { exceptionManage, table, common } = textsOf('zh');

test('a dialog left open survives Back and Forward between tabs', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  const { rows } = await listExceptions(page.request);
  const blNo = rows.find((row) => row.blNo !== null && row.bkId !== null)?.blNo ?? '';
  await page.goto(`/exception-manage?blNo=${blNo}`);
  await exceptionRows(page);
  await visiblePane(page).getByRole('link', { name: blNo }).first().click();
  await expect(page).toHaveURL(/\/trace-detail/);
  await page.goBack();
  await exceptionRows(page);
  await visiblePane(page).getByRole('checkbox', { name: table.selectRow }).first().check();
  await visiblePane(page).getByRole('button', { name: exceptionManage.batchAssign, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: exceptionManage.dialog.assignTitle });
  await expect(dialog).toBeVisible();

  await page.goForward();
  await expect(page).toHaveURL(/\/trace-detail/);
  await expect(dialog).toBeHidden();
  await expect(visiblePane(page).getByText(blNo).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/exception-manage/);
  await exceptionRows(page);
  await expect(page.getByText(common.pageCrashed)).toHaveCount(0);
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  await visiblePane(page).getByRole('button', { name: exceptionManage.batchAssign, exact: true }).click();
  await expect(dialog).toBeVisible();
});
