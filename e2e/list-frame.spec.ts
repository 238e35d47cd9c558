import type { Locator, Page } from '@playwright/test';
import { asset } from '#entities/asset.ts';
import { code } from '#entities/code.ts';
import { dict } from '#entities/dict.ts';
import { feedback } from '#entities/feedback.ts';
import { functionInterface } from '#entities/function-interface.ts';
import { tenantAsset } from '#entities/tenant-asset.ts';
import { user } from '#entities/user.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { expect, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

// What every list has: the columns people were promised, their acts beside them, a whole pager, a head that stays.

const words = textsOf('zh');

type Case = {
  route: string;
  entity: Entity;
  /** The fields whose columns come first, in this order. */
  columns: readonly string[];
  /** Further acts with a column of their own, after "edit". */
  acts?: readonly string[];
};

const cases: readonly Case[] = [
  {
    route: '/feedback',
    entity: feedback,
    columns: ['feedbackName', 'feedbackType', 'triggerStatus', 'feedbackAddr', 'feedbackSubject', 'feedbackContent'],
  },
  { route: '/assets', entity: asset, columns: ['assetType', 'assetDesc', 'valueType', 'defaultValue'] },
  { route: '/tenant-assets', entity: tenantAsset, columns: ['wlAssetsId', 'tenantId', 'assetValue'] },
  {
    route: '/function-interface',
    entity: functionInterface,
    columns: [
      'functionCode',
      'functionName',
      'functionPathEnv',
      'functionPath',
      'functionStatus',
      'inParam',
      'returnData',
    ],
  },
  {
    route: '/user',
    entity: user,
    columns: ['userCode', 'userNameCn', 'userType', 'email'],
    acts: [words.entity.user.resetPassword],
  },
  { route: '/base-code', entity: code, columns: ['codeType', 'codeName'], acts: [words.entity.detail] },
  { route: '/base-code', entity: dict, columns: ['codeValue', 'displayValueCn'] },
];

const tableOf = (page: Page, entity: Entity): Locator =>
  visiblePane(page).getByRole('region', { name: entity.label.zh, exact: true });
const heads = (table: Locator): Promise<string[]> => table.locator('.ant-table-thead th').allInnerTexts();

for (const { route, entity, columns, acts = [] } of cases) {
  test(`${entity.name}: the columns come as specified, with a button for each act in every row`, async ({ page }) => {
    await openAs(page, 'admin', route);
    const table = tableOf(page, entity);
    await expect(table.locator('.ant-table-row').or(table.locator('.ant-table-placeholder')).first()).toBeVisible();
    const shown = (await heads(table)).map((text) => text.split('\n')[0]?.trim() ?? '');
    const wanted = [words.entity.index, ...columns.map((name) => entity.fields[name]?.label.zh ?? name)];
    expect(shown.slice(0, wanted.length)).toEqual(wanted);
    const buttons = [words.common.edit, ...acts, words.common.delete];
    expect(shown.filter((text) => buttons.includes(text))).toEqual(buttons);
    const rows = table.locator('.ant-table-row');
    for (const name of buttons) {
      const own = table.getByRole('button', { name, exact: true });
      await expect.poll(async () => (await own.count()) - (await rows.count())).toBe(0);
    }
  });
}

test('the pager has all its parts with one page, and the buttons of a row open what they say', async ({ page }) => {
  await openAs(page, 'admin', '/user?keyword=operator');
  const pane = visiblePane(page);
  await expect(pane.locator('.ant-table-row')).toHaveCount(1);
  const pager = pane.locator('.pt-pager');
  await expect(pager.locator('.pt-pager-total')).toContainText('1');
  await expect(pager.getByLabel(words.table.pager.sizes)).toBeVisible();
  await expect(pager.locator('.ant-pagination-prev')).toBeVisible();
  await expect(pager.locator('.ant-pagination-item')).toHaveCount(1);
  await expect(pager.locator('.ant-pagination-next')).toBeVisible();
  await expect(pager.getByRole('textbox')).toBeVisible();
  await pane.locator('.ant-table-row').getByRole('button', { name: words.common.edit, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(user.fields.userCode.label.zh, { exact: true })).toHaveValue('operator');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the jumper goes to a page; head and first column stay in view; a column is dragged wider and stays so', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openAs(page, 'admin', '/testWaliTable?size=200');
  const pane = visiblePane(page);
  const pager = pane.locator('.pt-pager');
  await pager.getByRole('textbox').fill('3');
  await pager.getByRole('textbox').press('Enter');
  await expect(page).toHaveURL(/page=3/);
  const first = pane.locator('.ant-table-row').first();
  await expect(first).toContainText('B501');

  const head = pane.locator('.ant-table-thead th').nth(1);
  const before = await head.boundingBox();
  const cell = first.locator('[data-column="berth"]');
  const cellBefore = await cell.boundingBox();
  await cell.hover();
  await page.mouse.wheel(0, 2_000);
  await expect(first).not.toContainText('B501');
  expect(await head.boundingBox()).toEqual(before);
  await page.mouse.wheel(400, 0);
  const far = pane.locator('.ant-table-thead th').last();
  await expect(far).toBeInViewport();
  expect((await head.boundingBox())?.x).toBe(before?.x);
  expect((await pane.locator('.ant-table-row').first().locator('[data-column="berth"]').boundingBox())?.x).toBe(
    cellBefore?.x,
  );

  // The cursor finds rows that are not drawn yet, and a tick stays with its row while that is out of sight.
  await page.mouse.wheel(-400, -5_000);
  await expect(first).toContainText('B501');
  await first.getByRole('checkbox').check();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('j');
  await expect(pane.locator('.ant-table-row[data-cursor]')).toBeInViewport();
  await expect(first).not.toContainText('B501');
  // What is shown of the tick moved the table down.
  await pane.locator('.ant-table-row[data-cursor] [data-column="berth"]').hover();
  await page.mouse.wheel(0, -5_000);
  await expect(first).toContainText('B501');
  await expect(first.getByRole('checkbox')).toBeChecked();

  const handle = head.locator('.pt-resize');
  const grip = await handle.boundingBox();
  if (grip === null || before === null) throw new Error('nothing to drag');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 5);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2 + 60, grip.y + 5);
  await page.mouse.up();
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(Math.round(before.width) + 60);
  await page.reload();
  await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(Math.round(before.width) + 60);
});
