import { DAY_MS } from '#shared/time/instant.ts';
import { flightSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { callApi } from './support/api.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  langsOf,
  openAs,
  test,
  visiblePane,
} from './support/test.ts';
import { textsOf } from './support/texts.ts';

type Subscribed = { records: { flightSubscriptionId: string }[] };
type Routes = { records: { legs: { flightNo: string; flightDate: string }[] }[] };

for (const lang of langsOf('en')) {
  const { flights, sailingSubscriptions, table } = textsOf(lang);

  test(`flights are found, subscribed and cancelled (${lang})`, async ({ page }) => {
    await openAs(page, lang === 'zh' ? 'alice' : 'bob', '/air-schedule', lang);
    const pane = visiblePane(page);
    await expect(pane.getByText(flights.begin)).toBeVisible();

    const form = pane.getByRole('form', { name: flights.form.title });
    for (const [label, code] of [
      [flights.form.from, 'CAN'],
      [flights.form.to, 'FRA'],
    ] as const) {
      await form.getByRole('combobox', { name: label }).fill(code);
      await page
        .getByTitle(new RegExp(`^${code} `))
        .first()
        .click();
    }
    await form.getByRole('checkbox', { name: flights.form.directOnly }).check();
    const ask = form.getByRole('button', { name: flights.form.ask });
    await ask.click();
    const rows = pane.getByRole('list', { name: flights.list }).locator('.pt-fly-row');
    // The airlines are asked in the background when the product starts.
    await expect(async () => {
      await ask.click();
      await expect(rows.first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page).toHaveURL(/from=CAN.*to=FRA.*direct=1/);
    await expect(rows.first()).toContainText('CZ401');
    await expect(rows.first()).toContainText(flights.made['0']);
    await expect(rows.first().locator('.pt-fly-shift')).toHaveText('+1');
    await expect(rows.first()).toContainText(flights.row.daily);
    await expectAccessible(page, '/air-schedule');
    await expectNoSidewaysScroll(page, '/air-schedule');

    await page.goto('/air-schedule?from=CGO&to=FRA');
    await expect(rows.first()).toContainText(flights.made['1']);
    await expect(rows.first().locator('.pt-fly-leg')).toHaveCount(2);

    // A flight far enough ahead that it stays as it is.
    const now = (await callApi<{ now: number }>(page.request, '/api/autotest/world')).now;
    const dateFrom = new Date(now + 20 * DAY_MS).toISOString().slice(0, 10);
    await page.goto(`/air-schedule?from=CAN&to=FRA&direct=1&days=1&date=${dateFrom}`);
    const found = await callApi<Routes>(page.request, '/api/data/flight/query', {
      fromAirport: 'CAN',
      toAirport: 'FRA',
      directOnly: 1,
      days: 1,
      dateFrom,
    });
    // What an earlier attempt left is not in the way.
    const left = await callApi<Subscribed>(page.request, '/api/data/flightSubscription/query', { state: ['active'] });
    const flightSubscriptionIds = left.records.map(({ flightSubscriptionId }) => flightSubscriptionId);
    if (flightSubscriptionIds.length > 0)
      await callApi(page.request, '/api/data/flightSubscription/cancel', { flightSubscriptionIds });
    const [leg] = found.records[0]?.legs ?? [];
    const name = `${leg?.flightNo} ${leg?.flightDate}`;
    await pane.getByRole('button', { name: flights.row.subscribe.replace('{{name}}', name) }).click();
    await expect(
      page.locator('.ant-message, .pt-toast').getByText(lang === 'zh' ? '订阅成功' : 'Subscribed', { exact: true }),
    ).toBeVisible();

    await page.goto('/air-schedule-index');
    const row = pane.locator('.ant-table-row', { hasText: leg?.flightDate ?? '' });
    await expect(row.first()).toContainText('CZ401');
    await expect(row.first()).toContainText(flightSubscriptionsList.columns.state.values.active[lang]);
    await expectAccessible(page, '/air-schedule-index');

    await row.first().getByRole('button', { name: table.actions }).click();
    await page.getByRole('menuitem').filter({ hasText: sailingSubscriptions.cancel }).click();
    await page.getByRole('dialog').locator('.ant-btn-primary').click();
    await expect(row.first()).toContainText(flightSubscriptionsList.columns.state.values.cancelled[lang]);

    await pane.getByRole('button', { name: sailingSubscriptions.flight.add }).click();
    const dialog = page.getByRole('dialog', { name: sailingSubscriptions.flight.add });
    await dialog.getByRole('textbox', { name: `${sailingSubscriptions.flight.form.flightNo} 1` }).fill('401');
    await dialog.locator('.ant-btn-primary').click();
    // Without an airline it is refused, and what was entered stays.
    await expect(page.getByText(lang === 'zh' ? '航空公司不能为空' : 'The airline is required')).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: `${sailingSubscriptions.flight.form.flightNo} 1` })).toHaveValue(
      '401',
    );
  });
}
