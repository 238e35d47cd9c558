import { langs } from '#shared/i18n/text.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { listExceptions } from './support/api.ts';
import { withMaps } from './support/kept-page.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

test.use({ launchOptions: withMaps });

for (const lang of langs) {
  const { exceptionManage, search, table, traceDetail, value, common } = textsOf(lang);

  test(`find, sort, arrange, assign, update: ${lang}`, async ({ page }) => {
    await openAs(page, 'operator', '/exception-manage', lang);
    const rows = await exceptionRows(page);
    const pane = visiblePane(page);

    // One bill.
    const { rows: found } = await listExceptions(page.request, { handleStatus: ['0'], endFlag: 0 });
    const row = found.find((item) => item.blNo !== null && item.bkId !== null);
    const blNo = row?.blNo ?? '';
    await pane.getByLabel(exceptionsList.filters.blNo.label[lang], { exact: true }).fill(blNo);
    await pane.getByRole('button', { name: spaced(search.search) }).click();
    await expect(page).toHaveURL(new RegExp(`blNo=${blNo}`));
    // The newest ones may be of this bill already: it has come when no other is left.
    await expect(rows.filter({ hasNot: page.getByRole('link', { name: blNo }) })).toHaveCount(0);
    await expect(rows.first()).toContainText(blNo);
    await pane.getByRole('button', { name: spaced(search.reset) }).click();
    await expect(page).not.toHaveURL(/blNo/);
    // Back to what waits, of shipments that go on, the worst first.
    await expect(page).toHaveURL(/endFlag=0/);
    await expect(page).toHaveURL(/sort=severity\.desc/);
    // Of one tenant: its people can be assigned.
    await page.goto('/exception-manage?all=1&tenantCode=ALPHA');
    await exceptionRows(page);

    // Two sort keys, their order shown.
    const heads = pane.getByRole('columnheader');
    await heads.getByRole('button', { name: exceptionsList.columns.carrierCode.label[lang] }).click();
    await expect(page).toHaveURL(/sort/i);
    await heads.getByRole('button', { name: exceptionsList.columns.createTime.label[lang] }).click();
    await expect(pane.locator('th[aria-sort="ascending"]')).toHaveCount(2);
    // The column of times stands before that of carriers.
    await expect(pane.locator('thead .pt-sort-order')).toHaveText(['2', '1']);

    // Columns.
    await pane.getByRole('button', { name: table.columns.button }).click();
    const drawer = page.getByRole('dialog', { name: table.columns.title });
    await drawer.getByRole('checkbox', { name: exceptionsList.columns.voyage.label[lang] }).uncheck();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(heads.filter({ hasText: exceptionsList.columns.voyage.label[lang] })).toHaveCount(0);
    await page.reload();
    await exceptionRows(page);
    await expect(heads.filter({ hasText: exceptionsList.columns.voyage.label[lang] })).toHaveCount(0);
    await expect(heads.filter({ hasText: exceptionsList.columns.vesselName.label[lang] })).not.toHaveCount(0);

    // Assign two.
    const ticks = pane.getByRole('checkbox', { name: table.selectRow });
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await expect(pane.getByText(table.selected.replace('{{count}}', '2'))).toBeVisible();
    await pane.getByRole('button', { name: exceptionManage.batchAssign, exact: true }).click();
    const assign = page.getByRole('dialog', { name: exceptionManage.dialog.assignTitle });
    await assign.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(assign.getByRole('alert')).toHaveText(exceptionManage.dialog.choosePerson);
    await assign.getByRole('combobox').fill('alice');
    await page
      .locator('.ant-select-item-option', { hasText: /alice|李爱莲/ })
      .first()
      .click();
    await assign.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(assign).toBeHidden();
    await expect(rows.first()).toContainText('李爱莲');

    // Update two.
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await pane.getByRole('button', { name: exceptionManage.batchUpdate, exact: true }).click();
    const update = page.getByRole('dialog', { name: exceptionManage.batchUpdate });
    await update.getByRole('combobox').click();
    await page.locator('.ant-select-item-option:visible').nth(1).click();
    await update.getByLabel(exceptionsList.columns.handleRemark.label[lang]).fill(`checked in ${lang}`);
    await update.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(update).toBeHidden();
    const changed = await listExceptions(page.request, { handleRemark: `checked in ${lang}` });
    expect(changed.total).toBe(2);
  });

  test(`from an exception to its trace, the source of a value, and the map: ${lang}`, async ({ page }) => {
    await openAs(page, 'operator', '/exception-manage', lang);
    const { rows: found } = await listExceptions(page.request);
    const blNo = found.find((item) => item.blNo !== null && item.bkId !== null)?.blNo ?? '';
    await page.goto(`/exception-manage?blNo=${blNo}`);
    await exceptionRows(page);
    const maps: string[] = [];
    page.on('request', (request) => {
      if (/maplibre/.test(request.url())) maps.push(request.url());
    });
    await visiblePane(page).getByRole('link', { name: blNo }).first().click();
    await expect(page).toHaveURL(/\/trace-detail\?/);
    const pane = visiblePane(page);
    await expect(pane.getByRole('heading', { level: 1, name: new RegExp(blNo) }).last()).toBeVisible();
    await expect(pane.getByText(traceDetail.role.pol).first()).toBeVisible();
    await expect(pane.getByRole('region', { name: traceDetail.timeline })).toBeVisible();
    await expect(page.getByRole('navigation', { name: textsOf(lang).shell.openTabs })).toContainText(blNo);

    await pane.locator('.pt-trace-head .pt-sourced').first().click();
    const popover = page.locator('.ant-popover:visible');
    await expect(popover).toContainText(value.shown);
    await expect(popover).toContainText(value.observed);
    await page.keyboard.press('Escape');

    await expect(pane.locator('.pt-map canvas').first()).toBeVisible();
    expect(maps.length).toBeGreaterThan(0);
  });
}
