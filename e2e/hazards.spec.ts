import type { Locator, Page } from '@playwright/test';
import { asset } from '#entities/asset.ts';
import { feedback } from '#entities/feedback.ts';
import { user } from '#entities/user.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { callApi, signInByApi } from './support/api.ts';
import { expect, openAs, test, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

// What goes wrong between two people, two clicks and a bad line: on a screen drawn from a declaration, and on those that add to it.

const words = textsOf('zh');
const unique = (): string => Math.random().toString(36).slice(2, 8).toUpperCase();

type Case = {
  entity: Entity;
  route: string;
  insertPath: string;
  updatePath: string;
  /** The field that tells rows apart, and one that two people change. */
  keyField: string;
  changed: string;
  /** What else must be chosen and filled for a new row. */
  choose: Record<string, string>;
  fill?: Record<string, string>;
  /** How much of the window the dialog is wide. */
  share: number;
};

const cases: readonly Case[] = [
  {
    entity: asset,
    route: '/assets',
    insertPath: '/api/product/asset/insert',
    updatePath: '/api/product/asset/update',
    keyField: 'assetType',
    changed: 'assetDesc',
    choose: {},
    share: 0.6,
  },
  {
    entity: user,
    route: '/user',
    insertPath: '/api/auth/user/insert',
    updatePath: '/api/auth/user/update',
    keyField: 'userCode',
    changed: 'userNameCn',
    choose: { tenantId: '海帆供应链' },
    share: 0.6,
  },
  {
    entity: feedback,
    route: '/feedback',
    insertPath: '/api/product/feedback/insert',
    updatePath: '/api/product/feedback/update',
    keyField: 'feedbackName',
    changed: 'feedbackSubject',
    choose: { tenantId: '海帆供应链' },
    fill: { feedbackAddr: 'hazards@nobody.example' },
    share: 0.8,
  },
];

const field = (dialog: Locator, { entity }: Case, name: string): Locator =>
  dialog.getByLabel(entity.fields[name]?.label.zh ?? name, { exact: true });
const rowOf = (page: Page, text: string): Locator =>
  visiblePane(page).locator('.ant-table-row').filter({ hasText: text });
const save = (dialog: Locator): Locator => dialog.getByRole('button', { name: spaced(words.common.save) });

async function openNew(page: Page, of: Case, key: string): Promise<Locator> {
  await visiblePane(page)
    .getByRole('button', { name: ending(words.entity.new) })
    .click();
  const dialog = page.getByRole('dialog', { name: filled(words.entity.addTitle, { name: of.entity.label.zh }) });
  for (const [name, text] of Object.entries(of.choose)) {
    await field(dialog, of, name).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').getByText(text).first().click();
  }
  await field(dialog, of, of.keyField).fill(key);
  await field(dialog, of, of.changed).fill(`first of ${key}`);
  for (const [name, text] of Object.entries(of.fill ?? {})) await field(dialog, of, name).fill(text);
  return dialog;
}

async function openEdit(page: Page, of: Case, key: string): Promise<Locator> {
  await rowOf(page, key).getByRole('button', { name: words.table.actions }).click();
  await page.getByRole('menuitem', { name: words.common.edit }).click();
  return page.getByRole('dialog', { name: filled(words.entity.updateTitle, { name: of.entity.label.zh }) });
}

/** Closes what is shown once after a user was added, and gives the password it showed. */
async function leavePassword(page: Page, of: Case): Promise<string> {
  if (of.entity.name !== 'user') return '';
  const once = page.getByRole('dialog', { name: words.entity.user.passwordTitle });
  const password = (await once.locator('code').textContent()) ?? '';
  await once
    .getByRole('button', { name: spaced(words.common.close) })
    .last()
    .click();
  return password;
}

/** Takes away what a journey has added. */
async function forget(page: Page, of: Case, key: string): Promise<void> {
  const queryPath = of.updatePath.replace(/update$/, 'query');
  const { records } = await callApi<{ records: Record<string, unknown>[] }>(page.request, queryPath, { keyword: key });
  for (const row of records)
    await callApi(page.request, of.updatePath.replace(/update$/, 'delete'), { [of.entity.id]: row[of.entity.id] });
}

for (const of of cases) {
  const { name } = of.entity;

  test(`${name}: a line that breaks while saving loses nothing and says so; two clicks add one row`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const key = unique();
    await openAs(page, 'admin', `${of.route}?keyword=${key}`);
    const dialog = await openNew(page, of, key);

    await page.route(`**${of.insertPath}`, (route) => route.abort('internetdisconnected'));
    await save(dialog).click();
    await expect(page.locator('.pt-toast').filter({ hasText: words.common.networkFailed })).toBeVisible();
    await expect(dialog).toBeVisible();
    await expect(field(dialog, of, of.keyField)).toHaveValue(key);
    await expect(field(dialog, of, of.changed)).toHaveValue(`first of ${key}`);
    await page.unroute(`**${of.insertPath}`);

    // This time it arrives, and only the answer is lost.
    await page.route(`**${of.insertPath}`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(of.insertPath));
    await save(dialog).click();
    await lost;
    await expect(save(dialog)).not.toHaveClass(/ant-btn-loading/);
    await expect(field(dialog, of, of.keyField)).toHaveValue(key);
    await page.unroute(`**${of.insertPath}`);

    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(of.insertPath)) sent += 1;
    });
    await save(dialog).dblclick();
    const password = await leavePassword(page, of);
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, key)).toHaveCount(1);
    expect(sent).toBe(1);
    // The password that is shown is that of the user who was made when the answer was lost.
    if (password !== '') {
      const newcomer = await playwright.request.newContext({ baseURL: baseURL as string });
      await callApi(newcomer, '/api/auth/user/login', { userCode: key, password });
      await newcomer.dispose();
    }
    await forget(page, of, key);
  });

  test(`${name}: closing with something unsaved asks first`, async ({ page }) => {
    const key = unique();
    await openAs(page, 'admin', of.route);
    const dialog = await openNew(page, of, key);
    const question = page.getByRole('dialog', { name: words.common.unsavedTitle });
    const width = async (): Promise<number> => Math.round((await dialog.boundingBox())?.width ?? 0);
    await expect.poll(width).toBe(Math.round((page.viewportSize()?.width ?? 0) * of.share));
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: words.common.keepEditing }).click();
    await expect(question).toBeHidden();
    await expect(field(dialog, of, of.keyField)).toHaveValue(key);
    // A click beside the dialog does not close it at all.
    await page.mouse.click(5, 400);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: spaced(words.common.cancel) }).click();
    await question.getByRole('button', { name: spaced(words.common.discard) }).click();
    await expect(dialog).toBeHidden();
  });

  test(`${name}: of two people who edit one row, the slower sees both versions and chooses`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    const key = unique();
    await openAs(page, 'admin', `${of.route}?keyword=${key}`);
    const adding = await openNew(page, of, key);
    await save(adding).click();
    await leavePassword(page, of);
    await expect(rowOf(page, key)).toHaveCount(1);

    const dialog = await openEdit(page, of, key);
    await field(dialog, of, of.changed).fill('mine');
    const other = await playwright.request.newContext({ baseURL: baseURL as string });
    await signInByApi(other, 'admin');
    const queryPath = of.updatePath.replace(/update$/, 'query');
    const { records } = await callApi<{ records: Record<string, unknown>[] }>(other, queryPath, { keyword: key });
    await callApi(other, of.updatePath, {
      [of.entity.id]: records[0]?.[of.entity.id],
      recordVersion: records[0]?.['recordVersion'],
      [of.changed]: 'theirs',
    });

    await save(dialog).click();
    await expect(dialog.getByText('theirs')).toBeVisible();
    await expect(dialog.getByText('mine').first()).toBeVisible();
    await expect(rowOf(page, 'mine')).toHaveCount(0);
    await dialog.getByRole('button', { name: words.entity.takeOver }).click();
    await expect(field(dialog, of, of.changed)).toHaveValue('mine');
    await save(dialog).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'mine')).toHaveCount(1);
    await forget(page, of, key);
    await other.dispose();
  });
}
