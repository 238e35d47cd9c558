import type { Locator, Page } from '@playwright/test';
import { asset } from '#entities/asset.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane, type Lang } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

/** What a journey enters: text by field, or one of the choices of a select. */
type Values = Record<string, string | { choose: string | RegExp }>;

type Journey = {
  entity: Entity;
  lang: Lang;
  page: Page;
  /** The list among those of the page. */
  list: Locator;
  /** What the row is found by. */
  rowText: string;
};

const labelOf = ({ entity, lang }: Journey, name: string): string => entity.fields[name]?.label[lang] ?? name;

const rowOf = ({ list, rowText }: Journey): Locator => list.locator('.ant-table-row').filter({ hasText: rowText });

/** The dialog on screen, by the title it has. */
const dialogOf = ({ page, entity, lang }: Journey, operation: 'addTitle' | 'updateTitle'): Locator =>
  page.getByRole('dialog', { name: filled(textsOf(lang).entity[operation], { name: entity.label[lang] }) });

async function enter(journey: Journey, dialog: Locator, values: Values): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = dialog.getByLabel(labelOf(journey, name), { exact: true });
    if (typeof value === 'string') await control.fill(value);
    else {
      await control.click();
      await journey.page
        .locator('.ant-select-dropdown:visible .ant-select-item-option')
        .getByText(value.choose)
        .click();
    }
  }
}

const saveButton = (dialog: Locator, lang: Lang): Locator =>
  dialog.getByRole('button', { name: spaced(textsOf(lang).common.save) });

/** The button with a plus sign and the word for new. */
const newButton = ({ list, lang }: Journey): Locator =>
  list.locator('.pt-toolbar button').filter({ hasText: spaced(textsOf(lang).entity.new) });

/** The message that says what was done. */
const message = (page: Page, text: string): Locator => page.locator('.pt-toast').filter({ hasText: text }).first();

/** Opens the dialog for a new row, saves nothing first to see what is required, then adds the row. */
async function add(journey: Journey, required: readonly string[], values: Values): Promise<void> {
  const { page, entity, lang } = journey;
  await newButton(journey).click();
  const dialog = dialogOf(journey, 'addTitle');
  await expect(dialog).toBeVisible();
  await saveButton(dialog, lang).click();
  // Every required field says so, in the order of the form; the first has the focus.
  await expect(dialog.getByRole('alert')).toHaveCount(required.length);
  for (const [index, name] of required.entries()) {
    await expect(dialog.getByRole('alert').nth(index)).toContainText(labelOf(journey, name));
  }
  await expect(dialog.getByLabel(labelOf(journey, required[0] as string), { exact: true })).toBeFocused();
  await enter(journey, dialog, values);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, `${entity.name}: dialog`);
  await saveButton(dialog, lang).click();
  await expect(message(page, entity.message?.added?.[lang] ?? '')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(journey)).toHaveCount(1);
}

async function act(journey: Journey, name: string): Promise<void> {
  await rowOf(journey)
    .getByRole('button', { name: textsOf(journey.lang).table.actions })
    .click();
  await journey.page.getByRole('menuitem', { name }).click();
}

async function edit(journey: Journey, values: Values): Promise<void> {
  const { page, entity, lang } = journey;
  await act(journey, textsOf(lang).common.edit);
  const dialog = dialogOf(journey, 'updateTitle');
  await enter(journey, dialog, values);
  await saveButton(dialog, lang).click();
  await expect(message(page, entity.message?.updated?.[lang] ?? '')).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Deletes the row after the question, brings it back by "undo", and deletes it for good. */
async function removeAndUndo(journey: Journey, shown: string): Promise<void> {
  const { page, entity, lang } = journey;
  const { entity: words, common } = textsOf(lang);
  const remove = async (): Promise<void> => {
    await act(journey, common.delete);
    const question = page.getByRole('dialog', { name: filled(words.removeTitle, { name: entity.label[lang] }) });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: spaced(common.delete) }).click();
    await expect(message(page, entity.message?.removed?.[lang] ?? '')).toBeVisible();
    await expect(rowOf(journey)).toHaveCount(0);
  };
  await remove();
  await message(page, entity.message?.removed?.[lang] ?? '')
    .getByRole('button', { name: words.undo })
    .click();
  await expect(rowOf(journey)).toHaveCount(1);
  await expect(rowOf(journey)).toContainText(shown);
  await expect(message(page, entity.message?.removed?.[lang] ?? '')).toHaveCount(0, { timeout: 30_000 });
  await remove();
}

let serial = 0;
const unique = (lang: Lang): string => `E2E_${lang.toUpperCase()}_${Date.now()}_${(serial += 1)}`;

/** Opens the screen with its list narrowed to what the journey makes. */
async function open(page: Page, lang: Lang, route: string, keyword: string, entity: Entity): Promise<Journey> {
  await openAs(page, 'admin', `${route}?keyword=${keyword}`, lang);
  const list = visiblePane(page);
  await expect(list.getByRole('region', { name: entity.label[lang], exact: true })).toBeVisible();
  return { entity, lang, page, list, rowText: keyword };
}

// The other screens of configuration: src/web/app/configuration-rounds.test.tsx, with the product itself but without a browser.
for (const lang of langsOf('en')) {
  test.describe(lang, () => {
    test('assets: add, edit, delete, undo', async ({ page }) => {
      const name = unique(lang);
      const journey = await open(page, lang, '/assets', name, asset);
      await expectAccessible(page, 'assets');
      const text = lang === 'zh' ? '文本' : 'Text';
      await add(journey, ['assetType', 'assetDesc'], {
        assetType: `  ${name} `,
        assetDesc: 'first',
        valueType: { choose: text },
      });
      await edit(journey, { assetDesc: 'second' });
      await expect(rowOf(journey)).toContainText('second');
      await removeAndUndo(journey, 'second');
    });
  });
}

test('the network failing in the middle loses nothing, and saving again saves once', async ({ page }) => {
  const lang = 'zh';
  const name = unique(lang);
  const journey = await open(page, lang, '/assets', name, asset);
  await newButton(journey).click();
  const dialog = dialogOf(journey, 'addTitle');
  await enter(journey, dialog, { assetType: name, assetDesc: 'kept', valueType: { choose: '文本' } });
  await page.route('**/api/product/asset/insert', (route) => route.abort());
  await saveButton(dialog, lang).click();
  await expect(message(page, '新增失败')).toBeVisible();
  await expect(dialog.getByLabel('资产类型', { exact: true })).toHaveValue(name);
  await page.unroute('**/api/product/asset/insert');
  await saveButton(dialog, lang).dblclick();
  await expect(dialog).toBeHidden();
  await expect(rowOf(journey)).toHaveCount(1);
  await act(journey, textsOf(lang).common.delete);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: spaced(textsOf(lang).common.delete) })
    .click();
  await expect(rowOf(journey)).toHaveCount(0);
});
