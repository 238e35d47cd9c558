import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { exceptionManage, table } = textsOf('zh');

test('exceptions are worked through by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAs(page, 'operator', '/exception-manage');
  const rows = await exceptionRows(page);
  const topOfRows = async (): Promise<number | undefined> => (await rows.nth(0).boundingBox())?.y;
  const pane = visiblePane(page);
  await page.keyboard.press('j');
  await expect(rows.nth(0)).toHaveAttribute('data-cursor', '');
  await page.keyboard.press('j');
  await expect(rows.nth(1)).toHaveAttribute('data-cursor', '');
  await page.keyboard.press('k');
  await expect(rows.nth(0)).toHaveAttribute('data-cursor', '');

  const top = await topOfRows();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(pane.getByText(table.selected.replace('{{count}}', '2'))).toBeVisible();
  expect(await topOfRows(), 'rows do not move when some are selected').toBe(top);

  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog').filter({ hasText: exceptionManage.section.evidence });
  await expect(drawer).toBeVisible();
  // The neighbours are one key away.
  const place = (nth: number) => drawer.getByText(table.walk.place.split('{{place}}')[0] + `${nth} /`);
  await expect(place(2)).toBeVisible();
  await page.keyboard.press('j');
  await expect(place(3)).toBeVisible();
  await page.keyboard.press('k');
  await expect(place(2)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.keyboard.press('j');
  await page.keyboard.press('a');
  const assign = page.getByRole('dialog', { name: exceptionManage.dialog.assignTitle });
  await expect(assign).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(assign).toBeHidden();

  // While rows are selected, letters mean those; a form has the focus in its first field.
  await page.keyboard.press('u');
  const batch = page.getByRole('dialog', { name: exceptionManage.batchUpdate });
  await expect(batch.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(batch).toBeHidden();
  await pane.getByRole('button', { name: table.clearSelection }).click();
  await page.keyboard.press('u');
  const update = page.getByRole('dialog', { name: exceptionManage.action.update });
  await expect(update).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(update).toBeHidden();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: table.keys.title })).toBeVisible();
});
