import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { traceIndexList } from '#lists/trace-index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { callApi } from './support/api.ts';
import { withMaps } from './support/kept-page.ts';
import {
  expect,
  langsOf,
  expectAccessible,
  expectNoSidewaysScroll,
  openAs,
  test,
  visiblePane,
} from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

test.use({ launchOptions: withMaps });

type PortCall = {
  callId: string;
  carrierCode: string;
  sellers: readonly string[];
  vesselName: string;
  exportVoyage: string | null;
  state: string;
  arrival: { actual: number | null };
};
type Plan = { records: PortCall[]; totalRecord: number };
type Subscribed = { records: { sailingSubscriptionId: string }[] };
type Carrier = { carrierCode: string; carrierNameCn: string | null; carrierName: string };
type Fleet = { mmsi: string; imo: string | null; vesselName: string | null; callSign: string | null };

/** Each journey has a tenant of its own, so that neither meets what the other subscribed. */
const personOf = (lang: Lang): string => (lang === 'zh' ? 'alice' : 'bob');

const toast = (page: Page, text: string | RegExp) => page.locator('.pt-toast').filter({ hasText: text });

/** What an earlier attempt left is not in the way. */
async function forgetSubscriptions(page: Page): Promise<void> {
  const { records } = await callApi<Subscribed>(page.request, '/api/data/sailingSubscription/query', {
    state: ['active', 'waiting'],
  });
  const sailingSubscriptionIds = records.map(({ sailingSubscriptionId }) => sailingSubscriptionId);
  if (sailingSubscriptionIds.length > 0)
    await callApi(page.request, '/api/data/sailingSubscription/cancel', { sailingSubscriptionIds });
}

/** Orders an export and gives the lines of its file. */
async function exportedLines(page: Page, lang: Lang): Promise<string[]> {
  const { common, table } = textsOf(lang);
  await visiblePane(page)
    .getByRole('button', { name: ending(common.export) })
    .click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: table.export.csv }).click();
  return (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
}

// One language here, the other one in the walk over every page: both took a tenth of all journeys.
for (const lang of langsOf('en')) {
  const { portCalls, sailingSubscriptions, search, table, vessels, riskMap, common } = textsOf(lang);
  const states = sailingSubscriptionsList.columns.state.values;

  test(`the berth plan of a port is searched, subscribed and exported (${lang})`, async ({ page }) => {
    await openAs(page, personOf(lang), '/port-vessel-schedule', lang);
    await forgetSubscriptions(page);
    const pane = visiblePane(page);
    const rows = pane.locator('.ant-table-row');
    await expect(rows.first()).toBeVisible();
    await expectAccessible(page, 'berth plan');
    await expectNoSidewaysScroll(page, 'berth plan');
    await page.goto('/port-vessel-schedule?portCode=CNSHA&as=board');
    await expect(pane.locator('.pt-strip-thing').first()).toBeVisible();
    await expectAccessible(page, 'berth plan as a picture');
    await expectNoSidewaysScroll(page, 'berth plan as a picture');
    const { records } = await callApi<Plan>(page.request, '/api/data/portCall/query', {
      portCode: 'CNSHA',
      pageSize: 100,
    });
    const sailed = records.filter(({ state }) => state === 'sailed');
    await page.goto('/port-vessel-schedule?portCode=CNSHA&states=sailed&size=100');
    await expect(rows).toHaveCount(sailed.length);

    // Only one of the two voyages.
    await page.goto('/port-vessel-schedule?portCode=CNSHA&importVoyage=1&exportVoyage=2');
    await expect(
      pane.getByText(lang === 'zh' ? '进出口航次只能填一个' : /in-voyage.*not both|not both/i),
    ).toBeVisible();

    const expected = records.find(
      ({ state, exportVoyage }) => state === 'expected' && exportVoyage !== null,
    ) as PortCall;
    await page.goto('/port-vessel-schedule?portCode=CNSHA');
    await pane.getByLabel(portCalls.field.vesselName).fill(expected.vesselName);
    await page.keyboard.press('Escape');
    await pane.getByRole('button', { name: spaced(search.search) }).click();
    const row = rows.filter({ hasText: expected.exportVoyage ?? '' }).first();
    await expect(row).toContainText(expected.vesselName);
    const lines = await exportedLines(page, lang);
    expect(lines[0]).toContain(portCalls.column.berthing);
    expect(lines.slice(1).every((line) => line.includes(expected.vesselName))).toBe(true);

    await row.getByRole('button', { name: table.actions }).click();
    await page.getByRole('menuitem').filter({ hasText: portCalls.subscribe }).click();
    await expect(toast(page, lang === 'zh' ? '订阅成功' : 'Subscribed')).toBeVisible();
    await page.goto(`/vessel-subscribe?keyword=${encodeURIComponent(expected.vesselName)}`);
    await expect(rows.first()).toContainText(states.active[lang]);
    await forgetSubscriptions(page);
  });

  test(`sailings are subscribed in a batch, changed, exported and cancelled (${lang})`, async ({ page }) => {
    await openAs(page, personOf(lang), '/vessel-subscribe', lang);
    await forgetSubscriptions(page);
    const { records } = await callApi<Plan>(page.request, '/api/data/portCall/query', {
      portCode: 'CNSHA',
      pageSize: 100,
    });
    // Others may sell a call before the carrier of the ship has been requested it.
    const call = records.find(
      ({ state, exportVoyage, carrierCode, sellers }) =>
        state === 'expected' && exportVoyage !== null && sellers.includes(carrierCode),
    ) as PortCall;
    await page.goto('/vessel-subscribe');
    const pane = visiblePane(page);
    const form = { ...sailingSubscriptions.form, ...sailingSubscriptions.sailing.form };
    await pane.getByRole('button', { name: ending(sailingSubscriptions.sailing.add) }).click();
    const dialog = page.getByRole('dialog', { name: sailingSubscriptions.sailing.add });
    const save = dialog.getByRole('button', { name: spaced(common.ok) });
    const field = (name: string, number = 1) => dialog.getByLabel(`${name} ${number}`, { exact: true });

    // Nothing is subscribed before everything is right, and every refusal leaves what was entered.
    await field(form.vesselName).fill(call.vesselName);
    await page.keyboard.press('Tab');
    await save.click();
    await expect(toast(page, lang === 'zh' ? '船公司不能为空' : 'The carrier is required').first()).toBeVisible();
    await field(form.carrierCode).click();
    const carriers = await callApi<Carrier[]>(page.request, '/api/data/md/queryAllCarrier');
    const carrier = carriers.find(({ carrierCode }) => carrierCode === call.carrierCode);
    const carrierName = (lang === 'zh' ? carrier?.carrierNameCn : carrier?.carrierName) ?? call.carrierCode;
    await field(form.carrierCode).fill(carrierName);
    await page
      .locator('.ant-select-dropdown:visible .ant-select-item-option')
      .getByText(carrierName, { exact: true })
      .click();
    await field(form.voyage).fill('999X');
    await save.click();
    await expect(toast(page, lang === 'zh' ? '尚未公布' : 'Not published').first()).toBeVisible();
    await field(form.voyage).fill(call.exportVoyage ?? '');
    const today = await dialog.getByLabel(form.effectiveDate).inputValue();
    const dayOf = (shift: number): string =>
      toLocalText(Date.parse(`${today}T12:00:00Z`) + shift * DAY_MS, 'UTC').slice(0, 10);
    for (const [label, value, words] of [
      [form.effectiveDate, dayOf(-1), lang === 'zh' ? '不能早于今天' : /before today|earlier than today/i],
      [form.expiryDate, dayOf(16), /15/],
      [form.expiryDate, dayOf(-1), lang === 'zh' ? /失效/ : /expir/i],
    ] as const) {
      const input = dialog.getByLabel(label);
      const before = await input.inputValue();
      await input.fill(value);
      await save.click();
      await expect(toast(page, words).first()).toBeVisible();
      await input.fill(before);
    }
    // Ten lines at most.
    const more = dialog.getByRole('button', { name: ending(filled(form.more, { count: 1 })) });
    await more.click();
    for (let count = 2; count < 10; count += 1)
      await dialog.getByRole('button', { name: ending(filled(form.more, { count })) }).click();
    await expect(dialog.getByRole('button', { name: ending(filled(form.more, { count: 10 })) })).toBeDisabled();
    for (let number = 10; number > 1; number -= 1)
      await dialog.getByRole('button', { name: filled(form.remove, { number }) }).click();
    await expectAccessible(page, 'subscribing sailings');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(toast(page, lang === 'zh' ? '订阅成功' : 'Subscribed').first()).toBeVisible();

    const row = pane.locator('.ant-table-row').filter({ hasText: call.vesselName }).first();
    await expect(row).toContainText(states.active[lang]);
    await expectAccessible(page, 'subscribed sailings');
    await row.getByRole('button', { name: table.actions }).click();
    await page.getByRole('menuitem').filter({ hasText: sailingSubscriptions.edit }).click();
    const editing = page.getByRole('dialog').filter({ hasText: call.vesselName });
    await editing.getByLabel(form.expiryDate).fill(dayOf(3));
    await editing.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(toast(page, lang === 'zh' ? '修改成功' : 'Modified')).toBeVisible();
    await expect(row).toContainText(dayOf(3));

    const lines = await exportedLines(page, lang);
    expect(lines[0]).toContain(sailingSubscriptionsList.columns.lastChange.label[lang]);
    expect(lines.some((line) => line.includes(call.vesselName) && line.includes(dayOf(3)))).toBe(true);

    await row.getByRole('button', { name: table.actions }).click();
    await page.getByRole('menuitem').filter({ hasText: sailingSubscriptions.cancel }).click();
    await page.getByRole('dialog').locator('.ant-btn-primary').click();
    await expect(toast(page, lang === 'zh' ? '取消成功' : 'Cancelled')).toBeVisible();
    await expect(row).toContainText(states.cancelled[lang]);
  });

  test(`a vessel is found by name, number and call sign, and shown with track, ETA and calls (${lang})`, async ({
    page,
  }) => {
    await openAs(page, personOf(lang), '/vessel-alone', lang);
    const { records } = await callApi<Plan>(page.request, '/api/data/portCall/query', {
      portCode: 'CNSHA',
      pageSize: 100,
    });
    const name = records.find(({ state }) => state === 'berthed' || state === 'sailed')?.vesselName ?? '';
    const found = await callApi<Fleet[]>(
      page.request,
      `/api/data/ais/vessel/query?vesselName=${encodeURIComponent(name)}`,
    );
    const vessel = found.find(({ vesselName }) => vesselName === name) as Fleet;
    const pane = visiblePane(page);
    const form = pane.getByRole('form', { name: vessels.find });
    const find = form.getByRole('button', { name: spaced(vessels.search) });
    const choose = async (kind: keyof typeof vessels.kind): Promise<void> => {
      await form.getByLabel(vessels.by).click();
      await page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .getByText(vessels.kind[kind], { exact: true })
        .click();
    };
    // What is wrong with an entry is shown beside it.
    await find.click();
    await expect(form.getByRole('alert')).toHaveText(vessels.problem.nameEmpty);
    await form.getByLabel(vessels.kind.name, { exact: true }).fill(name.slice(0, 2));
    await find.click();
    await expect(form.getByRole('alert')).toHaveText(vessels.problem.short);
    await choose('mmsi');
    await form.getByLabel(vessels.kind.mmsi, { exact: true }).fill('');
    await find.click();
    await expect(form.getByRole('alert')).toHaveText(vessels.problem.mmsiEmpty);
    await choose('imo');
    await form.getByLabel(vessels.kind.imo, { exact: true }).fill('9074728');
    await find.click();
    await expect(form.getByRole('alert')).toHaveText(vessels.problem.imo);
    // Full-width digits are digits.
    const wide = [...vessel.mmsi].map((digit) => String.fromCodePoint(0xff_10 + Number(digit))).join('');
    await choose('mmsi');
    await form.getByLabel(vessels.kind.mmsi, { exact: true }).fill(wide);
    await find.click();
    await pane.getByRole('button', { name: new RegExp(vessel.mmsi) }).click();
    await expect(page).toHaveURL(new RegExp(`mmsi=${vessel.mmsi}`));
    await expect(pane.getByRole('heading', { name })).toBeVisible();
    await expect(pane.getByText(vessels.fact.speed)).toBeVisible();
    await pane.getByRole('tab', { name: vessels.tab.eta }).click();
    await expect(pane.getByText(vessels.eta.schedule).or(pane.getByText(vessels.eta.noSchedule)).first()).toBeVisible();
    await pane.getByRole('tab', { name: vessels.tab.calls }).click();
    await expect(pane.getByRole('columnheader', { name: vessels.calls.arrived })).toBeVisible();
    const track = pane.getByRole('group', { name: vessels.track.title });
    await expect(track.getByRole('button', { name: vessels.track.play })).toBeVisible();
    await track.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await expect(track.getByRole('button', { name: vessels.track.close })).toBeVisible();
    await expectAccessible(page, 'a vessel');
    await expectNoSidewaysScroll(page, 'a vessel');
    await track.getByRole('button', { name: vessels.track.close }).click();
    await expect(track.getByRole('button', { name: vessels.track.close })).toHaveCount(0);
  });

  test(`risk areas are chosen, opened, forecast and watched (${lang})`, async ({ page }) => {
    await openAs(page, personOf(lang), '/risk-map', lang);
    const pane = visiblePane(page);
    const areas = pane.getByRole('list', { name: riskMap.area });
    await expect(areas.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'risk map');
    await expectNoSidewaysScroll(page, 'risk map');
    const all = await areas.locator('li[data-area]').count();
    await pane.getByRole('checkbox', { name: new RegExp(`^${riskMap.kind.STORM} `) }).uncheck();
    await expect(page).toHaveURL(/kinds=/);
    await expect.poll(async () => areas.locator('li[data-area]').count()).toBeLessThan(all);
    await pane.getByRole('checkbox', { name: new RegExp(`^${riskMap.kind.STORM} `) }).check();
    await areas.locator('li[data-area] button[aria-expanded]').first().click();
    await expect(page).toHaveURL(/area=/);
    await expect(areas.getByText(new RegExp(`${riskMap.source} `)).first()).toBeVisible();
    // Six hours ahead and back.
    await pane.getByRole('slider', { name: riskMap.forecast }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/ahead=6/);
    await expect(pane.getByText(filled(riskMap.ahead, { hours: 6 }), { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(page).not.toHaveURL(/ahead=/);

    await pane.getByRole('tab', { name: riskMap.tab.ports }).click();
    await expect(pane.getByRole('columnheader', { name: riskMap.port.median })).toBeVisible();
    await expect(pane.getByRole('rowheader').first()).toBeVisible();
    await expectAccessible(page, 'congestion of ports');

    await pane.getByRole('button', { name: spaced(riskMap.alert.open) }).click();
    const dialog = page.getByRole('dialog', { name: riskMap.alert.title });
    const storms = dialog.getByRole('checkbox', { name: riskMap.kind.STORM });
    await expect(storms).toBeEnabled();
    await storms.setChecked(!(await storms.isChecked()));
    const wanted = await storms.isChecked();
    await dialog.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(dialog).toBeHidden();
    await pane.getByRole('button', { name: spaced(riskMap.alert.open) }).click();
    await expect(storms).toBeChecked({ checked: wanted });
  });

  test(`shipments stand on a board by week of arrival, and a count opens its rows (${lang})`, async ({ page }) => {
    const { board } = traceIndexList;
    await openAs(page, personOf(lang), '/trace-index', lang);
    const pane = visiblePane(page);
    await expect(pane.locator('.ant-table-row').first()).toBeVisible();
    await pane.getByTitle(board.label[lang]).click();
    await expect(page).toHaveURL(/as=board/);
    const weeks = pane.getByRole('region', { name: board.label[lang] });
    // What is overdue stands before the weeks while there is any.
    const counts = weeks.locator('li:not([data-overdue]) header button');
    await expect(counts).toHaveCount(6);
    await expectAccessible(page, 'board by week of arrival');
    await expectNoSidewaysScroll(page, 'board by week of arrival');
    const texts = await counts.allTextContents();
    const place = texts.findIndex((text) => text !== '0');
    const count = Number((texts[place] ?? '').replace(/\D/g, ''));
    await counts.nth(place).click();
    await expect(page).toHaveURL(/arrivalWeek=\d{4}-\d{2}-\d{2}/);
    await expect(pane.getByText(filled(textsOf(lang).table.pager.total, { count }), { exact: true })).toBeVisible();
    // Back on the board, which a tab narrows as it does the table.
    await page.goBack();
    await expect(counts).toHaveCount(6);
    await pane.getByRole('button', { name: new RegExp(`^${traceIndexList.tabs.values.ended[lang]}`) }).click();
    await expect(page).toHaveURL(/tab=ended/);
    await expect(counts).toHaveCount(6);
  });
}
