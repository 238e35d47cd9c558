import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { callApi, signInByApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

const unique = (): string => Math.random().toString(36).slice(2, 8);

/** The button of the views, whatever it is called by now. */
const viewsButton = (page: Page): Locator => visiblePane(page).locator('.pt-views button').last();
const panel = (page: Page): Locator => page.locator('.pt-view-panel');
const header = (page: Page, name: string): Locator => visiblePane(page).getByRole('columnheader', { name });

/** Columns as they came: what an earlier journey hid would arrive here from the server at some later moment. */
const standardColumns = (request: APIRequestContext, table: string): Promise<unknown> =>
  callApi(request, '/api/product/preference/save', {
    preferenceName: `columns/${table}`,
    value: null,
    changedAt: Date.now(),
  });

async function saveAs(page: Page, lang: Lang, name: string, ticks: readonly string[]): Promise<void> {
  const { views, common } = textsOf(lang);
  await viewsButton(page).click();
  await panel(page).getByRole('button', { name: views.saveAs }).click();
  const dialog = page.getByRole('dialog', { name: views.saveAs });
  await dialog.getByLabel(views.name).fill(name);
  for (const tick of ticks) await dialog.getByRole('checkbox', { name: tick }).check();
  await dialog.getByRole('button', { name: spaced(common.save) }).click();
  await expect(page.locator('.pt-toast').filter({ hasText: name }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
}

for (const lang of langsOf('zh')) {
  test(`a view is saved, shared, and opened by a colleague who cannot change it (${lang})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const { views, table } = textsOf(lang);
    const name = `view-${unique()}`;
    await signInByApi(page.request, 'admin');
    await standardColumns(page.request, 'exception-manage');
    await openAs(page, 'admin', '/exception-manage?handleStatus=0&sort=createTime.asc&size=20', lang);
    await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
    const carrier = exceptionsList.columns.carrierCode.label[lang];
    await visiblePane(page)
      .getByRole('button', { name: new RegExp(`${table.columns.button}$`) })
      .click();
    await page.getByRole('dialog').getByRole('checkbox', { name: carrier }).uncheck();
    await page.keyboard.press('Escape');
    await expect(header(page, carrier)).toHaveCount(0);
    await saveAs(page, lang, name, [views.share, views.pinLong]);
    await expect(visiblePane(page).locator('.pt-view-pin', { hasText: name })).toHaveAttribute('aria-pressed', 'true');

    const { viewId } = (
      await callApi<{ viewId: string; viewName: string }[]>(
        page.request,
        '/api/product/savedView/query?list=/exception-manage',
      )
    ).find((view) => view.viewName === name) as { viewId: string };

    // A colleague of the same tenant opens the link.
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const colleague = await context.newPage();
    await openAs(colleague, 'operator', `/exception-manage?view=${viewId}`, lang);
    await expect(colleague).toHaveURL(/handleStatus=0/);
    await expect(colleague).toHaveURL(/sort=createTime\.asc/);
    await expect(colleague).toHaveURL(/size=20/);
    await expect(header(colleague, carrier)).toHaveCount(0);
    await expect(viewsButton(colleague)).toContainText(name);
    await viewsButton(colleague).click();
    const item = panel(colleague).locator('li').filter({ hasText: name });
    await expect(item).toContainText('系统管理员');
    await item.getByRole('button', { name: filled(views.more, { name }) }).click();
    await expect(colleague.getByRole('menuitem', { name: views.copyLink })).toBeVisible();
    await expect(colleague.getByRole('menuitem', { name: views.remove })).toHaveCount(0);
    await colleague.keyboard.press('Escape');
    // As the own default it is there when the list is opened from the menu.
    await item.getByRole('button', { name: `${views.makeDefault}: ${name}` }).click();
    await expect(item.getByRole('button', { name: `${views.dropDefault}: ${name}` })).toBeVisible();
    await colleague.goto('/exception-manage');
    await expect(colleague).toHaveURL(/sort=createTime\.asc/);
    await colleague.goto('/exception-manage?blNo=XYZ');
    await expect(viewsButton(colleague)).toBeVisible();
    await expect(colleague).not.toHaveURL(/sort=/);
    await standardColumns(colleague.request, 'exception-manage');
    await context.close();

    // Somebody of another tenant has no such view.
    const strange = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const stranger = await strange.newPage();
    await openAs(stranger, 'alice', `/exception-manage?view=${viewId}`, lang);
    await expect(stranger.locator('.pt-toast').filter({ hasText: views.notThere })).toBeVisible();
    await expect(stranger).not.toHaveURL(/view=|sort=/);
    await strange.close();

    // Changed, it says so; the owner saves the change, and deletes it in the end.
    await visiblePane(page)
      .locator('.pt-search')
      .getByRole('button', { name: spaced(textsOf(lang).search.reset) })
      .click();
    await expect(viewsButton(page)).toContainText(views.changed);
    await viewsButton(page).click();
    await panel(page)
      .getByRole('button', { name: filled(views.saveChanges, { name }) })
      .click();
    await expect(viewsButton(page)).not.toContainText(views.changed);
    const own = panel(page).locator('li').filter({ hasText: name });
    if (!(await own.isVisible())) await viewsButton(page).click();
    await own.getByRole('button', { name: filled(views.more, { name }) }).click();
    await page.getByRole('menuitem', { name: views.remove }).click();
    await page
      .getByRole('dialog', { name: filled(views.removeTitle, { name }) })
      .getByRole('button', { name: spaced(views.remove) })
      .click();
    await expect(visiblePane(page).locator('.pt-view-pin', { hasText: name })).toHaveCount(0);
    await standardColumns(page.request, 'exception-manage');
  });
}

test('columns chosen here are there on another device, and named schemes are shared', async ({
  page,
  browser,
  baseURL,
}) => {
  const { table, views } = textsOf('zh');
  const name = `cols-${unique()}`;
  await signInByApi(page.request, 'admin');
  await standardColumns(page.request, 'entity/asset');
  await openAs(page, 'admin', '/assets');
  await expect(header(page, '资产描述')).toBeVisible();
  const openColumns = (on: Page): Promise<void> =>
    visiblePane(on)
      .getByRole('button', { name: new RegExp(`${table.columns.button}$`) })
      .click();
  await openColumns(page);
  const kept = page.waitForResponse((response) => response.url().endsWith('/preference/save'));
  await page.getByRole('dialog').getByRole('checkbox', { name: '资产描述' }).uncheck();
  await expect(header(page, '资产描述')).toHaveCount(0);
  await kept;
  await page.getByRole('checkbox', { name: views.schemes.share }).check();
  await page.getByLabel(views.schemes.name).fill(name);
  await page.getByRole('button', { name: views.schemes.saveAs }).click();
  await expect(page.locator('.pt-toast').filter({ hasText: name }).first()).toBeVisible();
  await expectAccessible(page, 'drawer of columns');

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const elsewhere = await context.newPage();
  await openAs(elsewhere, 'admin', '/assets');
  await expect(header(elsewhere, '资产类型')).toBeVisible();
  await expect(header(elsewhere, '资产描述')).toHaveCount(0);
  await context.close();

  const mates = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const colleague = await mates.newPage();
  await openAs(colleague, 'operator', '/assets');
  await expect(header(colleague, '资产描述')).toBeVisible();
  await openColumns(colleague);
  await colleague.getByLabel(views.schemes.choose).click();
  await colleague.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).click();
  await expect(header(colleague, '资产描述')).toHaveCount(0);
  await mates.close();

  await page.getByRole('button', { name: table.columns.reset }).click();
  await expect(header(page, '资产描述')).toBeVisible();
  await page.keyboard.press('Escape');
  await viewsButton(page).click();
  await expectAccessible(page, 'panel of views');
  await panel(page).getByRole('button', { name: views.saveAs }).click();
  await expect(page.getByRole('dialog', { name: views.saveAs })).toBeVisible();
  await expectAccessible(page, 'dialog of a view');
});

test('a tenant’s user reads what all tenants share and is offered no change of it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const admin = await playwright.request.newContext({ baseURL: baseURL as string });
  await callApi(admin, '/api/auth/user/login', { userCode: 'admin', password: 'Portolan1' });
  const code = `reader-${unique()}`;
  const tenants = await callApi<{ wlTenantId: string; tenantCode: string }[]>(admin, '/api/auth/tenant/getAll');
  const tenantId = tenants.find((tenant) => tenant.tenantCode === 'ALPHA')?.wlTenantId;
  await callApi(admin, '/api/auth/user/insert', {
    userCode: code,
    userNameCn: '只读',
    userType: 'user',
    tenantId,
    menus: ['/assets'],
    password: 'Portolan1a',
  });
  await callApi(page.request, '/api/auth/user/login', { userCode: code, password: 'Portolan1a' });
  await callApi(page.request, '/api/auth/user/updatePassword', {
    userCode: code,
    currentPassword: 'Portolan1a',
    password: 'Portolan1b',
  });
  await callApi(page.request, '/api/auth/user/login', { userCode: code, password: 'Portolan1b' });
  await page.goto('/assets');
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
  const words = textsOf('zh');
  await expect(visiblePane(page).getByText(words.entity.readOnly)).toBeVisible();
  await expect(visiblePane(page).getByRole('button', { name: ending(words.entity.new) })).toHaveCount(0);
  await visiblePane(page).getByRole('button', { name: words.table.actions }).first().click();
  await expect(page.getByRole('menuitem', { name: words.entity.history })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: words.common.edit })).toHaveCount(0);
  await admin.dispose();
});
