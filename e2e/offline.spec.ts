import type { Locator, Page } from '@playwright/test';
import { asset } from '#entities/asset.ts';
import { password } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, filled, pageTitle, spaced, textsOf } from './support/texts.ts';

// The line breaks, or the session ends, while somebody works: nothing that was typed is lost, and what is missing comes by itself.

// What is missing is not in the cache either.
test.use({ cold: true });

const { common, entity, shell, password: passwordTexts, draft } = textsOf('zh');
/** What is missing is there this soon after the line is back. */
const soon = { timeout: 8_000 };

const field = (within: Page | Locator, name: keyof typeof asset.fields): Locator =>
  within.getByLabel(asset.fields[name].label.zh, { exact: true });
const dialogNew = (page: Page): Locator =>
  page.getByRole('dialog', { name: filled(entity.addTitle, { name: asset.label.zh }) });
const question = (page: Page): Locator => page.getByRole('dialog', { name: common.unsavedTitle });
const newButton = (page: Page): Locator => visiblePane(page).getByRole('button', { name: ending(entity.new) });

async function typeIntoNew(page: Page, text: string): Promise<Locator> {
  await newButton(page).click();
  const dialog = dialogNew(page);
  await field(dialog, 'assetType').fill(text);
  return dialog;
}

/** Everything that comes with the page is there. */
async function openAssets(page: Page): Promise<void> {
  await openAs(page, 'admin', '/assets');
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
}

test('questions, the password dialog and the bell are there without a line, and what was typed stays', async ({
  page,
  context,
}) => {
  await openAssets(page);
  const dialog = await typeIntoNew(page, 'E2E OFFLINE');
  await context.setOffline(true);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await question(page).getByRole('button', { name: common.keepEditing }).click();
  await expect(field(dialog, 'assetType')).toHaveValue('E2E OFFLINE');
  await page.keyboard.press('Escape');
  await question(page)
    .getByRole('button', { name: spaced(common.discard) })
    .click();
  await expect(dialog).toBeHidden();

  const row = visiblePane(page).locator('.ant-table-row').first();
  await row.getByRole('button', { name: ending(common.delete) }).click();
  const removal = page.getByRole('dialog', { name: filled(entity.removeTitle, { name: asset.label.zh }) });
  await removal.getByRole('button', { name: spaced(common.cancel) }).click();

  await page.getByTitle(shell.userMenu).click();
  await page.getByRole('menuitem', { name: shell.changePassword }).click();
  const change = page.getByRole('dialog', { name: passwordTexts.title });
  await expect(change.getByLabel(passwordTexts.current, { exact: true })).toBeFocused();
  await change.getByRole('button', { name: spaced(common.cancel) }).click();

  await page.locator('.pt-bell').click();
  await expect(page.locator('.pt-inbox')).toBeVisible();
  await context.setOffline(false);
});

test('new, import and a page never visited come by themselves when the line is back', async ({ page, context }) => {
  await openAssets(page);
  await context.setOffline(true);
  await newButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: common.notFetchedHint })).toBeVisible();
  await expectAccessible(page, 'a window that is missing');
  await context.setOffline(false);
  await expect(dialogNew(page)).toBeVisible(soon);
  await page.keyboard.press('Escape');
  await expect(dialogNew(page)).toBeHidden();

  await context.setOffline(true);
  await visiblePane(page)
    .getByRole('button', { name: ending(common.import) })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: common.notFetchedHint })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: new RegExp(common.import) })).toBeVisible(soon);
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: pageTitle('zh', '/feedback'), exact: true })
    .click();
  await expect(visiblePane(page).getByText(common.notFetched)).toBeVisible();
  await context.setOffline(false);
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible(soon);
});

test('the language cannot be switched without a line, says why, and can afterwards', async ({ page, context }) => {
  await openAssets(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByText(filled(common.languageNotFetched, { language: 'English' }))).toBeVisible();
  await expect(newButton(page)).toBeVisible();
  await context.setOffline(false);
  await expect(async () => {
    await page.getByRole('button', { name: 'English' }).click();
    await expect(visiblePane(page).getByRole('button', { name: ending(textsOf('en').entity.new) })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass(soon);
});

for (const lang of langsOf('zh')) {
  test(`a session that ends while a dialog is open: signed in above the page, what was typed is saved: ${lang}`, async ({
    page,
    context,
  }) => {
    const texts = textsOf(lang);
    await openAs(page, 'admin', '/assets', lang);
    await visiblePane(page)
      .getByRole('button', { name: ending(texts.entity.new) })
      .click();
    const dialog = page.getByRole('dialog', { name: filled(texts.entity.addTitle, { name: asset.label[lang] }) });
    const key = `E2E AGAIN ${lang} ${Date.now().toString(36)}`;
    await dialog.getByLabel(asset.fields.assetType.label[lang], { exact: true }).fill(key);
    await dialog.getByLabel(asset.fields.assetDesc.label[lang], { exact: true }).fill('typed before');
    const cookies = await context.cookies();
    // Only the session: the visible marker beside it stays, as when a session ends on the server.
    await context.clearCookies({ name: cookies.find(({ httpOnly }) => httpOnly)?.name ?? 'none' });
    const save = dialog.getByRole('button', { name: spaced(texts.common.save) });
    await save.click();
    const again = page.getByRole('dialog', { name: texts.shell.again.title });
    await expect(again.getByLabel(texts.login.password, { exact: true })).toBeFocused();
    await expectAccessible(page, 'signing in again');
    await page.keyboard.type('Wrong0ne');
    await page.keyboard.press('Enter');
    await expect(again.getByRole('alert')).toHaveText(/\S/);
    await again.getByLabel(texts.login.password, { exact: true }).fill(password);
    await again.getByRole('button', { name: spaced(texts.login.submit) }).click();
    await expect(again).toBeHidden();
    await expect(dialog.getByLabel(asset.fields.assetDesc.label[lang], { exact: true })).toHaveValue('typed before');
    await save.click();
    await expect(dialog).toBeHidden();
    const row = visiblePane(page).locator('.ant-table-row').filter({ hasText: key });
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: ending(texts.common.delete) }).click();
    await page
      .getByRole('dialog', { name: filled(texts.entity.removeTitle, { name: asset.label[lang] }) })
      .getByRole('button', { name: spaced(texts.common.delete) })
      .click();
    await expect(row).toHaveCount(0);
  });
}

test('a window closed with unsaved input: the dialog asks whether to go on with it', async ({ page }) => {
  await openAssets(page);
  await typeIntoNew(page, 'E2E KEPT');
  page.on('dialog', (warning) => void warning.accept());
  await page.reload();
  await newButton(page).click();
  const dialog = dialogNew(page);
  const goOn = dialog.getByRole('button', { name: draft.takeUp });
  await expect(goOn).toBeFocused();
  await expectAccessible(page, 'the question about earlier input');
  await goOn.click();
  await expect(field(dialog, 'assetType')).toHaveValue('E2E KEPT');
  await page.keyboard.press('Escape');
  await question(page)
    .getByRole('button', { name: spaced(common.discard) })
    .click();
  await newButton(page).click();
  await expect(field(dialog, 'assetType')).toHaveValue('');
  await expect(goOn).toHaveCount(0);
});

test('letters typed right after Enter on "New" are in the first field; a closed tab leaves the focus on the page', async ({
  page,
}) => {
  await openAssets(page);
  // The code of the form takes its time.
  await page.route('**/assets/EntityDialog-*.js', async (route) => {
    await expect.poll(() => typed).toBe(true);
    await route.continue();
  });
  let typed = false;
  await newButton(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('LOGIN');
  typed = true;
  await expect(field(dialogNew(page), 'assetType')).toHaveValue('LOGIN');
  await page.keyboard.press('Escape');
  await question(page)
    .getByRole('button', { name: spaced(common.discard) })
    .click();
  await expect(dialogNew(page)).toBeHidden();

  await page
    .getByRole('navigation')
    .getByRole('link', { name: pageTitle('zh', '/feedback'), exact: true })
    .click();
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
  const tab = page.locator('.pt-tab').filter({ hasText: pageTitle('zh', '/feedback') });
  await tab.getByRole('button').last().focus();
  await page.keyboard.press('Enter');
  await expect(tab).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
});
