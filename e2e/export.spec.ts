import { readFile } from 'node:fs/promises';
import { vessel } from '#entities/vessel.ts';
import { parseCsv } from '#shared/text/csv.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { ending, spaced, textsOf } from './support/texts.ts';

test('a filtered list is exported as it is shown, found again, and saved once more', async ({ page }) => {
  const { table, common } = textsOf('en');
  const { records } = await (async () => {
    await openAs(page, 'operator', '/vessels?flag=HK', 'en');
    return callApi<{ records: { vesselName: string }[] }>(page.request, '/api/product/vessel/query', {
      flag: ['HK'],
      pageSize: 9999,
    });
  })();
  const pane = visiblePane(page);
  await expect(pane.locator('.ant-table-row').first()).toBeVisible();
  await pane.getByRole('button', { name: ending(common.export) }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: table.export.csv }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Vessel.csv');
  const text = await readFile(await file.path(), 'utf8');
  const [titles, ...rows] = parseCsv(text);
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(titles?.[0]).toBe(vessel.fields.vesselName.label.en);
  expect(rows.map((row) => row[0]).sort()).toEqual(records.map(({ vesselName }) => vesselName).sort());

  // The menu is there again as soon as the file is saved.
  await pane.getByRole('button', { name: ending(common.export) }).click();
  await page.getByRole('menuitem', { name: table.export.mine }).click();
  const dialog = page.getByRole('dialog', { name: table.export.mine });
  const row = dialog.locator('tbody tr').filter({ hasText: vessel.label.en }).first();
  await expect(row).toContainText(table.export.states.done);
  const again = page.waitForEvent('download');
  await row.getByRole('button', { name: spaced(table.export.download) }).click();
  expect(await readFile(await (await again).path(), 'utf8')).toBe(text);
  await expect(page.locator('.pt-toast')).toHaveCount(0, { timeout: 15_000 });
  await expectAccessible(page, 'exports');
});
