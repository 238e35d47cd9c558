import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

type Tenant = { wlTenantId: string; tenantCode: string };
type Type = { eventItemTypeId: string; typeCode: string };
type Rows = { records: readonly { referenceNo: string; eta: number | null }[] };

for (const lang of langsOf('zh')) {
  const { events } = textsOf(lang);

  test(`an event item is tested, tried, switched on, and its events are on the board, in ${lang}`, async ({ page }) => {
    await openAs(page, 'alice', '/event-item-index', lang);
    const { request } = page;
    const tenants = await callApi<readonly Tenant[]>(request, '/api/auth/tenant/getAll');
    const types = await callApi<readonly Type[]>(request, '/api/product/eventItemType/getAll', {});
    let number = '';
    // Its carrier has reported of it.
    await expect
      .poll(async () => {
        const requested = { tab: 'transit', pageSize: 100 };
        const { records } = await callApi<Rows>(request, '/api/data/traceTracking/query', requested);
        return (number = records.find(({ eta }) => eta !== null)?.referenceNo ?? '');
      })
      .not.toBe('');
    const itemCode = `JOURNEY_${lang}_${Date.now()}`.toUpperCase();
    await callApi(request, '/api/product/eventItem/insert', {
      tenantId: tenants[0]?.wlTenantId,
      itemCode,
      itemName: `在途 ${itemCode}`,
      itemNameEn: `Under way ${itemCode}`,
      typeId: types.find(({ typeCode }) => typeCode === 'DELAY')?.eventItemTypeId,
      severity: 'low',
      dueHours: 24,
    });

    await page.goto(`/event-item-index?keyword=${itemCode}`);
    await visiblePane(page).getByRole('button', { name: events.rule.open }).first().click();
    const drawer = page.getByRole('dialog');
    const choose = async (label: string, option: string) => {
      await drawer.getByRole('combobox', { name: label }).click();
      await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
    };
    const first = (text: string): string => text.replace('{{number}}', '1');
    await choose(first(events.rule.field), lang === 'zh' ? '到港延误' : 'Arrival delay');
    await choose(first(events.rule.operator), events.rule.operators.gt);
    await drawer.getByRole('spinbutton', { name: first(events.rule.value) }).fill('-9999');
    await drawer.getByRole('textbox', { name: events.rule.reference }).fill(number);
    await drawer.getByRole('button', { name: spaced(events.rule.run) }).click();
    await expect(drawer.getByText(events.rule.found)).toBeVisible();
    await drawer.getByRole('button', { name: spaced(events.rule.save) }).click();
    await expect(drawer.getByRole('button', { name: spaced(events.rule.try) })).toBeEnabled();
    await drawer.getByRole('button', { name: spaced(events.rule.try) }).click();
    await expect(drawer.getByRole('table').first()).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, 'the rule of an event item');
    await drawer.getByRole('button', { name: spaced(events.rule.enable) }).click();
    await expect(drawer.getByText(events.rule.enabled, { exact: true })).toBeVisible();

    await page.goto('/event-board-index?by=type');
    const card = visiblePane(page).getByRole('link', { name: new RegExp(itemCode) });
    await expect(card).toBeVisible({ timeout: 60_000 });
    await expectAccessible(page, 'the event board');
    await card.click();
    await expect(page).toHaveURL(/\/event-index\?/);
    await expect(visiblePane(page).getByText(new RegExp(itemCode)).first()).toBeVisible();
    await visiblePane(page).locator('.ant-table-row td').first().dblclick();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(events.act.confirm) })
      .click();
    await expect(page.getByRole('dialog').getByText(events.state.confirmed, { exact: true }).first()).toBeVisible();
    await expectAccessible(page, 'an event');
  });
}
