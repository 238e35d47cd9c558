import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { auditList } from '#lists/audit.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { callApi } from './api.ts';
import { expect, goInside, type Lang, visiblePane } from './test.ts';
import { ending, filled, spaced, textsOf } from './texts.ts';

/** What is entered into one field: text, or what is looked for in a list of choices. */
export type Entered = string | { find: string };

/** One screen drawn from a declaration, with what a journey enters there. */
export type Screen = {
  entity: Entity;
  route: string;
  /** The field a row is found by, and its value in the journey of each language: no row of the world has it. */
  keyField: string;
  keys: Readonly<Record<Lang, string>>;
  /** A plain text field that is changed. */
  changed: string;
  /** What is entered where the declaration alone does not tell; an empty text leaves a field empty. */
  values?: Readonly<Record<string, Entered | Readonly<Record<Lang, Entered>>>>;
};

/** A journey on one screen, in one language. */
export type Walk = { page: Page; screen: Screen; lang: Lang };

type Row = Record<string, unknown>;

/** Begins the text of every row that journeys make, so that nothing else is ever removed. */
const mark = 'E2E';

/** Text of the changed field before and after, in capitals since some fields are. */
const before = `${mark} BEFORE`;
const after = `${mark} AFTER`;

const isByLang = (value: object): value is Readonly<Record<Lang, Entered>> => 'zh' in value && 'en' in value;

/** What a field of this kind takes when nothing more is known about it; undefined leaves it alone. */
function plainValue(name: string, field: Field): Entered | undefined {
  switch (field.kind) {
    case 'text': {
      const text = field.example ?? `${mark} ${name}`.slice(0, field.max);
      return field.check?.(text) === undefined ? text : undefined;
    }
    case 'integer':
    case 'number':
      return String(Math.max(1, Math.ceil(field.min)));
    case 'instant':
      return '2026-01-31 08:00';
    case 'choice':
      // The first there is, where there is no default.
      return field.required === true && field.default === undefined ? { find: '' } : undefined;
    default:
      return undefined;
  }
}

function valueOf({ screen, lang }: Walk, name: string, field: Field): Entered | undefined {
  if (name === screen.keyField) return screen.keys[lang];
  if (name === screen.changed) return before;
  const message = screen.values?.[name];
  if (message === undefined) return plainValue(name, field);
  return typeof message === 'object' && isByLang(message) ? message[lang] : message;
}

const enteredFields = ({ screen }: Walk): [string, Field][] =>
  Object.entries(screen.entity.fields).filter(([, field]) => field.form !== false && field.readOnly !== true);

const control = ({ screen, lang }: Walk, dialog: Locator, name: string): Locator =>
  dialog.getByLabel(screen.entity.fields[name]?.label[lang] ?? name, { exact: true });

const saveButton = ({ lang }: Walk, dialog: Locator): Locator =>
  dialog.getByRole('button', { name: spaced(textsOf(lang).common.save) });

const dialogOf = ({ page, screen, lang }: Walk, title: 'addTitle' | 'updateTitle' | 'removeTitle'): Locator =>
  page.getByRole('dialog', { name: filled(textsOf(lang).entity[title], { name: screen.entity.label[lang] }) });

/** The row of the journey in the list on screen. */
const rowOf = ({ page, screen, lang }: Walk): Locator =>
  visiblePane(page).locator('.ant-table-row').filter({ hasText: screen.keys[lang] });

const standard = {
  added: { zh: '新增成功', en: 'Added' },
  updated: { zh: '更新成功', en: 'Updated' },
  removed: { zh: '删除成功', en: 'Deleted' },
} as const;

const restored = { zh: '已撤销', en: 'Undone' } as const;

/** The message about an act, which says what was done to which kind of row. */
const message = ({ page, screen, lang }: Walk, done: keyof typeof standard): Locator =>
  page.locator('.pt-toast').filter({ hasText: (screen.entity.message?.[done] ?? standard[done])[lang] });

async function choose(page: Page, select: Locator, text: string): Promise<void> {
  await select.click();
  if (text !== '') await select.fill(text);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: text }).first().click();
}

async function enter(walk: Walk, dialog: Locator): Promise<void> {
  for (const [name, field] of enteredFields(walk)) {
    const value = valueOf(walk, name, field);
    if (value === undefined || value === '') continue;
    const isPicked = field.kind === 'text' && field.picks !== undefined;
    if (typeof value !== 'string') await choose(walk.page, control(walk, dialog, name), value.find);
    else if (isPicked) await choose(walk.page, control(walk, dialog, name), value);
    else await control(walk, dialog, name).fill(value);
  }
}

/** The fields that must be filled and are empty in a new form. */
const missing = (walk: Walk): string[] =>
  enteredFields(walk)
    .filter(([, field]) => field.required === true && !('default' in field))
    .map(([name]) => name);

/** Opens the dialog of a new row, sees that everything required is requested, and fills the form. */
export async function openAndFill(walk: Walk): Promise<Locator> {
  const { page, lang } = walk;
  await visiblePane(page)
    .locator('.pt-toolbar button')
    .filter({ hasText: spaced(textsOf(lang).entity.new) })
    .click();
  const dialog = dialogOf(walk, 'addTitle');
  await saveButton(walk, dialog).click();
  await expect(dialog.getByRole('alert')).toHaveCount(missing(walk).length);
  await enter(walk, dialog);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  return dialog;
}

/** Saves the new row: it says so, and the row is in the list. */
export async function saveNew(walk: Walk, dialog: Locator): Promise<void> {
  await saveButton(walk, dialog).click();
  await expect(message(walk, 'added')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(walk)).toHaveCount(1);
  await expect(rowOf(walk)).toContainText(before);
  await expect(rowOf(walk)).toHaveClass(/pt-row-saved/);
}

async function act(walk: Walk, name: string): Promise<void> {
  await rowOf(walk)
    .getByRole('button', { name: textsOf(walk.lang).table.actions })
    .click();
  await walk.page.getByRole('menuitem', { name }).click();
}

/** Changes one field; what is fixed once added cannot be entered. */
export async function edit(walk: Walk): Promise<void> {
  const { screen, lang } = walk;
  await act(walk, textsOf(lang).common.edit);
  const dialog = dialogOf(walk, 'updateTitle');
  const fixed = screen.entity.fields[screen.keyField]?.createOnly === true;
  await expect(control(walk, dialog, screen.keyField)).toBeEnabled({ enabled: !fixed });
  await control(walk, dialog, screen.changed).fill(after);
  await saveButton(walk, dialog).click();
  await expect(message(walk, 'updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(walk)).toContainText(after);
}

/** Deletes the row after the question. */
export async function remove(walk: Walk): Promise<void> {
  const { common } = textsOf(walk.lang);
  await act(walk, common.delete);
  await dialogOf(walk, 'removeTitle')
    .getByRole('button', { name: spaced(common.delete) })
    .click();
  await expect(message(walk, 'removed')).toBeVisible();
  await expect(rowOf(walk)).toHaveCount(0);
}

/** Brings the row back by the button of the message. */
export async function undoAtOnce(walk: Walk): Promise<void> {
  await message(walk, 'removed')
    .getByRole('button', { name: textsOf(walk.lang).entity.undo })
    .click();
  await expect(rowOf(walk)).toHaveCount(1);
  await expect(rowOf(walk)).toContainText(after);
}

/** Brings the row back from the audit, where a deletion stays when its message is long gone; the open list shows it again. */
export async function undoInAudit(walk: Walk): Promise<void> {
  const { page, screen, lang } = walk;
  const { audit } = textsOf(lang);
  await goInside(page, `/audit?entity=${screen.entity.name}&action=delete&keyword=${screen.keys[lang]}`);
  // Hidden tabs keep their tables in the document, so the page is shown by the name of its list.
  const entry = page
    .getByRole('region', { name: auditList.label[lang], exact: true })
    .locator('.ant-table-row')
    .first();
  await expect(entry).toContainText(screen.keys[lang]);
  await entry.dblclick();
  await page
    .locator('.ant-drawer')
    .getByRole('button', { name: ending(audit.undo) })
    .click();
  await page
    .getByRole('dialog', { name: audit.undoTitle })
    .getByRole('button', { name: spaced(audit.undo) })
    .click();
  await expect(page.locator('.pt-toast').filter({ hasText: restored[lang] })).toBeVisible();
  await page.goBack();
  await expect(rowOf(walk)).toHaveCount(1);
  await expect(rowOf(walk)).toContainText(after);
}

/** Takes away what an earlier journey left behind, and nothing else. */
export async function clear(request: APIRequestContext, { entity, keyField, keys, changed }: Screen, lang: Lang) {
  const { records } = await callApi<{ records: Row[] }>(
    request,
    `/api/data/${entity.name}/query?keyword=${encodeURIComponent(keys[lang])}&pageSize=100`,
  );
  for (const row of records) {
    if (row[keyField] !== keys[lang] || !String(row[changed]).startsWith(mark)) continue;
    await callApi(request, `/api/product/${entity.name}/delete`, { [entity.id]: row[entity.id] });
  }
}
