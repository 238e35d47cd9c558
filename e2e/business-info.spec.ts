import { callApi, listExceptions } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

type Booking = { obmBkId: string; processType: string; mode?: string };
type Listed = { obmBk: Booking; counts: { legs: number; containers: number; statuses: number } };

for (const lang of langsOf('zh')) {
  const { businessInfo, columnFilter } = textsOf(lang);

  test(`bookings with their children are read, arranged and deleted, and come back (${lang})`, async ({ page }) => {
    await openAs(page, 'operator', '/home', lang);
    const ask = (bkId: string) =>
      callApi<Listed[]>(page.request, '/api/data/exceptionManage/queryExceptionBusiness', { bkId, children: 0 });
    const { rows } = await listExceptions(page.request);
    let listed: Listed[] = [];
    for (const { bkId } of rows) {
      if (bkId !== null) listed = await ask(bkId);
      // Other modes have other words for legs and containers.
      const bySea = listed.every(({ obmBk: { mode } }) => mode === undefined);
      if (bySea && listed.length > 1 && listed.every(({ counts }) => counts.legs > 0 && counts.statuses > 2)) break;
    }
    const id = listed[0]?.obmBk.obmBkId;
    if (id === undefined) throw new Error('no booking has legs and milestones');

    // The fields of the table as they are for somebody who never chose any.
    const forget = { preferenceName: 'columns/businessInfo/statuses', value: null, changedAt: Date.now() };
    await callApi(page.request, '/api/product/preference/save', forget);

    await page.goto('/exceptionBusinessInfo');
    const pane = visiblePane(page);
    await expect(pane.getByText(businessInfo.needIdText)).toBeVisible();
    await pane.getByRole('textbox', { name: businessInfo.bkId }).fill(id);
    await pane.getByRole('button', { name: spaced(businessInfo.search) }).click();
    const region = (name: keyof typeof businessInfo.table) =>
      pane.getByRole('region', { name: businessInfo.table[name], exact: true });
    const rowsOf = (name: keyof typeof businessInfo.table) => region(name).locator('.ant-table-row');
    // A young world goes on meanwhile: another source may tell of the shipment for the first time.
    await expect(async () => {
      listed = await ask(id);
      await pane.getByRole('button', { name: spaced(businessInfo.search) }).click();
      await expect(rowsOf('bookings')).toHaveCount(listed.length, { timeout: 3000 });
    }).toPass();
    const main = listed[0] as Listed;
    await expect(rowsOf('legs')).toHaveCount(Math.min(6, main.counts.legs));
    await expectAccessible(page, 'four tables');

    // Another row is picked: its children are shown.
    const child = listed[1] as Listed;
    await rowsOf('bookings').nth(1).locator('td').nth(3).click();
    await expect(rowsOf('bookings').nth(1)).toHaveClass(/pt-info-current/);
    await expect(rowsOf('legs').first()).toContainText(`${child.obmBk.obmBkId}-`);
    await expect(rowsOf('legs')).toHaveCount(Math.min(6, child.counts.legs));

    // Only what was fused, then hide, maximise and restore; all of it stands in the address.
    await pane.getByText(businessInfo.part.main, { exact: true }).first().click();
    await expect(rowsOf('bookings')).toHaveCount(1);
    await pane.getByText(businessInfo.part.all, { exact: true }).first().click();
    await pane.getByRole('button', { name: filled(businessInfo.hide, { name: businessInfo.table.legs }) }).click();
    await expect(region('legs')).toHaveCount(0);
    const maximise = filled(businessInfo.maximise, { name: businessInfo.table.statuses });
    await pane.getByRole('button', { name: maximise }).click();
    await expect(region('bookings')).toHaveCount(0);
    await page.reload();
    await expect(rowsOf('statuses').first()).toBeVisible();
    await expect(region('bookings')).toHaveCount(0);
    const restore = filled(businessInfo.restore, { name: businessInfo.table.statuses });
    await pane.getByRole('button', { name: restore }).click();
    const shownTables = pane.getByRole('group', { name: businessInfo.tables });
    await shownTables.getByRole('button', { name: spaced(businessInfo.table.legs) }).click();
    await expect(region('legs')).toBeVisible();

    // Two sort keys with their numbers, and a filter in the head of a column.
    const head = (title: string) =>
      region('statuses').locator('.ant-table-thead').getByRole('button', { name: title, exact: true });
    const sort = (title: string) =>
      region('statuses').locator('.ant-table-thead .pt-th-sort').filter({ hasText: title }).first().click();
    await sort(businessInfo.field.port);
    await sort(businessInfo.field.statusCode);
    await expect(region('statuses').locator('.ant-table-thead .pt-sort-order')).toHaveText(['2', '1']);
    await head(filled(columnFilter.button, { name: businessInfo.field.port })).click();
    const letters = page.getByRole('textbox', {
      name: filled(columnFilter.contains, { name: businessInfo.field.port }),
    });
    await letters.fill('no such port');
    await expect(rowsOf('statuses')).toHaveCount(0);
    await page.getByRole('button', { name: spaced(columnFilter.clear) }).click();
    await letters.press('Escape');
    await expect(rowsOf('statuses')).toHaveCount(main.counts.statuses);

    // Fields: the warning that there is no rule, then one is saved.
    const statuses = pane.locator('.pt-info-table').filter({
      has: page.getByRole('region', { name: businessInfo.table.statuses, exact: true }),
    });
    await statuses.getByRole('button', { name: ending(businessInfo.fields) }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText(businessInfo.scheme.noRule.split('{{')[0] as string)).toBeVisible();
    await drawer.getByRole('checkbox', { name: businessInfo.field.mdStatusRecordId }).uncheck();
    await expectAccessible(page, 'fields');
    // The first one saves a named scheme, in English by the same word.
    await drawer
      .getByRole('button', { name: spaced(businessInfo.scheme.save) })
      .last()
      .click();
    await expect(region('statuses').getByText(businessInfo.field.mdStatusRecordId)).toHaveCount(0);

    // Without a tick there is nothing to delete; with two they go, and undo brings them back.
    const remove = statuses.getByRole('button', { name: ending(businessInfo.delete) });
    await remove.click();
    await expect(page.getByText(businessInfo.tickStatuses)).toBeVisible();
    await rowsOf('statuses').nth(0).getByRole('checkbox').check();
    await rowsOf('statuses').nth(1).getByRole('checkbox').check();
    await remove.click();
    const question = page.getByRole('dialog').filter({ hasText: businessInfo.confirm.text });
    await question.getByRole('button', { name: spaced(businessInfo.delete) }).click();
    await expect(rowsOf('statuses')).toHaveCount(main.counts.statuses - 2);
    await page.getByRole('button', { name: businessInfo.undo }).click();
    await expect(rowsOf('statuses')).toHaveCount(main.counts.statuses);
    // The world goes on meanwhile: another source may have reported of the shipment.
    const countsOf = (these: readonly Listed[]) => new Map(these.map(({ obmBk, counts }) => [obmBk.obmBkId, counts]));
    const now = countsOf(await ask(id));
    expect(listed.map(({ obmBk }) => now.get(obmBk.obmBkId))).toEqual(listed.map(({ counts }) => counts));

    // By voyage there is a button for the arrival; it wants one booking that a robot read.
    await expect(pane.getByRole('button', { name: businessInfo.arrival.button })).toHaveCount(0);
    await pane.getByText(businessInfo.mode.vesselVoyage, { exact: true }).click();
    await pane.getByRole('button', { name: businessInfo.arrival.button }).click();
    await expect(page.getByText(businessInfo.arrival.selectOne)).toBeVisible();
    await expectAccessible(page, 'voyage');
  });
}
