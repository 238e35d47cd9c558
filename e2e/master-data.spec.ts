import { Buffer } from 'node:buffer';
import type { Locator, Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { port } from '#entities/port.ts';
import { vessel } from '#entities/vessel.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goInside,
  langsOf,
  openAs,
  test,
  visiblePane,
} from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

const dialogOf = (page: Page, entity: Entity, title: string, lang: Lang): Locator =>
  page.getByRole('dialog', { name: filled(title, { name: entity.label[lang] }) });
const rowOf = (page: Page, text: string): Locator =>
  visiblePane(page).locator('.ant-table-row').filter({ hasText: text });

async function act(page: Page, row: Locator, lang: Lang, name: string): Promise<void> {
  await row.getByRole('button', { name: textsOf(lang).table.actions }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** The name of a button with an icon before its text. */
const ending = (text: string): RegExp => new RegExp(`${[...text].join('\\s*')}\\s*$`);

let serial = 0;
const unique = (): string => `${Date.now() % 10_000_000}${(serial += 1)}`;

const newImo = (): string => {
  const six = String(100_000 + (Date.now() % 800_000) + (serial += 1));
  return `${six}${imoCheckDigit(six)}`;
};

for (const lang of langsOf('zh')) {
  const { common, entityImport } = textsOf(lang);

  test.describe(lang, () => {
    test('vessels from a file: wrong cells are shown, the rest is imported', async ({ page }) => {
      const name = `PAPER ${unique()}`;
      const [good, other] = [newImo(), newImo()];
      await openAs(page, 'admin', `/vessels?keyword=${encodeURIComponent(name)}`, lang);
      await visiblePane(page)
        .getByRole('button', { name: ending(common.import) })
        .click();
      const dialog = dialogOf(page, vessel, entityImport.title, lang);
      const headings = [vessel.fields.vesselName, vessel.fields.imo, vessel.fields.teu, vessel.fields.carrierId];
      const lines = [
        headings.map(({ label }) => label[lang]).join(','),
        `${name} A,${good},"1,200",MSK`,
        `${name} B,${other},many,NOBODY`,
        `${name} C,${good},1,`,
      ];
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'vessels.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\r\n')),
      });
      // Two of the second row; the third has the number of the first, and differs from it in three cells.
      await expect(dialog.locator('td[data-wrong]')).toHaveCount(6);
      await expect(dialog).toContainText(lang === 'zh' ? '经营人“NOBODY”不存在' : 'Operator "NOBODY" does not exist');
      await expectAccessible(page, 'import: preview');
      await dialog.getByRole('button', { name: filled(entityImport.start, { count: 1 }) }).dblclick();
      await expect(dialog.getByText(entityImport.finished)).toBeVisible({ timeout: 60_000 });
      await expect(dialog).toContainText(
        filled(entityImport.finishedText, { insert: '1', update: '0', same: '0', refused: '2' }),
      );
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: entityImport.downloadRefused }).click();
      expect((await download).suggestedFilename()).toBe('vessels-refused.csv');
      await dialog.getByRole('button', { name: spaced(entityImport.close) }).click();
      await expect(rowOf(page, `${name} A`)).toContainText('MSK');
      await expect(visiblePane(page).locator('.ant-table-row')).toHaveCount(1);
    });

    test('every page of master data opens, fits and can be used by everybody', async ({ page }) => {
      await openAs(page, 'admin', '/ports?keyword=CNSHA', lang);
      await expect(rowOf(page, 'CNSHA')).toContainText(lang === 'zh' ? '上海' : 'Shanghai');
      await expectAccessible(page, 'ports');
      for (const route of [
        '/port-aliases',
        '/vessels',
        '/carriers',
        '/airports',
        '/airlines',
        '/rail-stations',
        '/container-types',
        '/data-statuses',
        '/exception-types',
        '/tenants',
      ]) {
        await goInside(page, route);
        await expect(page.locator(`.pt-tab[data-active=true] a[href^="${route}"]`), route).toHaveCount(1);
        await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
        await expectNoSidewaysScroll(page, route);
        if (route === '/airports') await expect(visiblePane(page)).toContainText('CC BY 4.0');
      }
      await expectAccessible(page, 'tenants');
    });
  });
}

test('a port in use cannot be deleted, and its users are named', async ({ page }) => {
  await openAs(page, 'admin', '/ports?keyword=CNSHA', 'zh');
  const row = rowOf(page, 'CNSHA');
  await act(page, row, 'zh', textsOf('zh').common.delete);
  const question = dialogOf(page, port, textsOf('zh').entity.removeTitle, 'zh');
  await question.getByRole('button', { name: spaced(textsOf('zh').common.delete) }).click();
  await expect(page.getByText(/删除港口失败.*正在使用它的有.*港口别名/).first()).toBeVisible();
  await expect(row).toHaveCount(1);
});
