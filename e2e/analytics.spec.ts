import { readFile } from 'node:fs/promises';
import { parquetReadObjects } from 'hyparquet';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { ending, textsOf } from './support/texts.ts';

test('a data set becomes a Parquet file that another program reads; the embedded database has no SQL accounts', async ({
  page,
}) => {
  const { analytics, table } = textsOf('en');
  await openAs(page, 'admin', '/analytics', 'en');
  const pane = visiblePane(page);
  await pane.getByRole('button', { name: ending(analytics.order) }).click();
  const row = pane.locator('.ant-table-row').first();
  await expect(row).toContainText(table.export.states.done, { timeout: 60_000 });
  await expectAccessible(page, 'data files');
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: table.actions }).click();
  await page.getByRole('menuitem', { name: table.export.download }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('shipment.parquet');
  const bytes = await readFile(await file.path());
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.some(({ estimated_arrival: eta }) => eta instanceof Date)).toBe(true);

  await page.getByRole('tab', { name: analytics.tab.accounts }).click();
  await expect(pane.getByText(analytics.embedded)).toBeVisible();
  await expect(pane.getByRole('button', { name: ending(analytics.new) })).toBeDisabled();
  await expectAccessible(page, 'SQL accounts');
});
