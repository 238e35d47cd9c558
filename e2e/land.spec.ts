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
import { ending, textsOf } from './support/texts.ts';

test.use({ launchOptions: withMaps });

type Rows = {
  records: readonly { obmBkId: string | null; waybill: string; originName: string | null }[];
};

/** The three land modes: their pages, what only their detail shows, and the largest screen as well as the usual one. */
const modes = [
  { kind: 'train', list: '/train-index', detail: '/train-detail' },
  { kind: 'vehicle', list: '/vehicle-index', detail: '/vehicle-detail' },
  { kind: 'express', list: '/express-index', detail: '/express-detail' },
] as const;
const operators = {
  train: { zh: '中铁集装箱', en: 'China Railway Container Transport' },
  vehicle: { zh: '长三角公路运输', en: 'Delta Road Haulage' },
  express: { zh: /顺丰速运|UPS 快递|中国邮政 EMS/, en: /SF Express|UPS|China Post EMS/ },
} as const;
const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

for (const lang of langsOf('zh')) {
  const { landDetail, landTrace, gpsVehicles } = textsOf(lang);
  const ownPart = {
    train: landDetail.line.title,
    vehicle: landDetail.drive.title,
    express: landDetail.scans.title,
  } as const;

  for (const { kind, list, detail } of modes) {
    test(`goods followed by ${kind} are listed and opened, in ${lang}`, async ({ page }) => {
      await page.setViewportSize(sizes[0]);
      await openAs(page, 'alice', list, lang);
      const pane = visiblePane(page);
      const shown = async () => {
        const { records } = await callApi<Rows>(page.request, `/api/data/${kind}Trace/query`, {});
        return records.find(({ obmBkId, originName }) => obmBkId !== null && originName !== null);
      };
      // The operators are asked in the background once the product runs.
      await expect.poll(async () => (await shown()) !== undefined, { timeout: 120_000 }).toBe(true);
      const row = await shown();
      if (row === undefined) throw new Error('nothing is known yet');
      await page.reload();
      await expect(pane.getByRole('link', { name: row.waybill, exact: true }).first()).toBeVisible();
      await expect(pane.locator('.ant-table-row').first()).toBeVisible();
      await expectAccessible(page, list);

      await page.goto(`${detail}?obmBkId=${row.obmBkId}`);
      const heading = pane.getByRole('heading', { level: 1 }).last();
      await expect(heading).toContainText(row.waybill);
      // The operator is called by its name, not by its code.
      await expect(pane.locator('.pt-trace-numbers')).toContainText(operators[kind][lang]);
      if (kind !== 'train') await expect(pane.getByText(ownPart[kind]).first()).toBeVisible();
      for (const size of sizes) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page, `${detail} at ${size.width}`);
        await expectAccessible(page, `${detail} at ${size.width}`);
      }
    });

    test(`a wrong number for ${kind} is refused at its place, in ${lang}`, async ({ page }) => {
      await openAs(page, 'alice', list, lang);
      const pane = visiblePane(page);
      await pane.getByRole('button', { name: ending(landTrace.add) }).click();
      const dialog = page.getByRole('dialog', { name: landTrace[kind].title });
      await dialog.getByRole('textbox').fill('???');
      await dialog.locator('.ant-btn-primary').click();
      await expect(dialog.getByRole('textbox')).toHaveValue('???');
      await expect(dialog).toContainText('???');
      await expectAccessible(page, `${list}: dialog`);
    });
  }

  test(`vehicles are listed and on a map, and the way of one is played back, in ${lang}`, async ({ page }) => {
    await page.setViewportSize(sizes[0]);
    await openAs(page, 'operator', '/gps-vehicle-index', lang);
    const pane = visiblePane(page);
    const rows = pane.locator('.ant-table-row');
    await expect(rows.first()).toBeVisible();
    await expect(pane.getByRole('region', { name: gpsVehicles.map }).first()).toBeVisible();
    await expectAccessible(page, '/gps-vehicle-index');
    await expectNoSidewaysScroll(page, '/gps-vehicle-index');
    await rows.first().locator('td').nth(3).dblclick();
    await expect(page.getByRole('slider').first()).toBeVisible();
    await expect(page.getByText(gpsVehicles.track.stays).first()).toBeVisible();
    await expectAccessible(page, 'a vehicle’s way');
  });
}
