import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { callApi, newSignedIn, password } from './support/api.ts';
import { expect, test as base, useLanguage, visiblePane } from './support/test.ts';
import { ending, filled, spaced, textsOf } from './support/texts.ts';

// What somebody needs who has never seen the product: steps are counted, and their time is that of a person, computed.

const stepSeconds = 1.2;
const lettersPerSecond = 4;
const maxSteps = 40;
const maxSeconds = 180;
const secret = 'Harbour7xy';
const newcomerName = '新同事';

/** A new person of a tenant, a shipment of theirs that is expected somewhere, and a number that nobody tracks yet. */
type Newcomer = { userCode: string; bill: string; fresh: string };

/** The steps of a person so far: keys, taps, and what comes from the clipboard. */
class Pace {
  steps = 0;
  letters = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async keys(...keys: string[]): Promise<void> {
    this.steps += keys.length;
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async tabTo(act: Locator): Promise<void> {
    await expect(act).toBeVisible();
    for (let pressed = 0; pressed <= maxSteps; pressed += 1) {
      if (await act.evaluate((element) => element === document.activeElement)) return;
      await this.keys('Tab');
    }
    throw new Error(`no Tab leads to ${act.toString()}`);
  }

  async tap(act: Locator): Promise<void> {
    this.steps += 1;
    await act.tap();
  }

  async write(text: string): Promise<void> {
    this.letters += text.length;
    await this.page.keyboard.type(text);
  }

  async paste(text: string): Promise<void> {
    this.steps += 1;
    await this.page.keyboard.insertText(text);
  }

  expectShort(): void {
    const seconds = this.steps * stepSeconds + this.letters / lettersPerSecond;
    // oxlint-disable-next-line no-console -- the list reporter shows no annotations
    console.log(`      ${this.steps} steps and ${this.letters} letters, ${seconds.toFixed(0)} s`);
    expect(this.steps).toBeLessThanOrEqual(maxSteps);
    expect(seconds).toBeLessThanOrEqual(maxSeconds);
  }
}

const unique = (): string => String(Math.random()).slice(2, 11).padEnd(9, '0');

const test = base.extend<{ newcomer: Newcomer }>({
  newcomer: async ({ baseURL }, use) => {
    const url = baseURL ?? '';
    const admin = await newSignedIn(url, 'admin');
    const alice = await newSignedIn(url, 'alice');
    const { tenantId } = await callApi<{ tenantId: string }>(alice, '/api/auth/user/session');
    const menus = ['/vessel-schedule', '/trace-index', '/exception-subscribe', '/exception-manage'];
    const userCode = `e2e-${unique()}`;
    const { wlUserId } = await callApi<{ wlUserId: string }>(admin, '/api/auth/user/insert', {
      tenantId,
      userCode,
      userNameCn: newcomerName,
      userType: 'user',
      password,
      menus,
    });
    await ownPassword(url, userCode);
    const bill = await expectedShipment(alice);
    await use({ userCode, bill, fresh: `MERI${unique()}` });
    await callApi(admin, '/api/auth/user/delete', { wlUserId });
    await Promise.all([admin.dispose(), alice.dispose()]);
  },
});

/** The first password is replaced, as its owner did when they were invited (`user-rights.spec.ts`). */
async function ownPassword(url: string, userCode: string): Promise<void> {
  const own = await newSignedIn(url, userCode);
  const change = { userCode, currentPassword: password, password: secret };
  await callApi(own, '/api/auth/user/updatePassword', change);
  await own.dispose();
}

/** A shipment by sea that is on its way to a known time. */
async function expectedShipment(request: APIRequestContext): Promise<string> {
  type Row = { referenceNo: string; carrierCode: string; eta: number | null; ata: number | null };
  const { records } = await callApi<{ records: Row[] }>(request, '/api/data/traceTracking/query', {
    currentPage: 1,
    pageSize: 100,
  });
  const row = records.find(
    ({ referenceNo, carrierCode, eta, ata }) => referenceNo.startsWith(carrierCode) && eta !== null && ata === null,
  );
  if (row === undefined) throw new Error('no shipment with an expected arrival');
  return row.referenceNo;
}

/** What is shown of the last port, in sight without scrolling. */
async function expectEta(page: Page, lang: Lang): Promise<void> {
  const stop = visiblePane(page)
    .locator('.pt-stop')
    .filter({ hasText: textsOf(lang).traceDetail.role.pod });
  await expect(stop).toContainText(/\d\d-\d\d \d\d:\d\d/);
  await expect(stop).toBeInViewport({ ratio: 1 });
}

/** What the link shows to somebody without an account. */
async function expectShared(page: Page, link: Locator, bill: string): Promise<void> {
  const address = (await link.getAttribute('href')) ?? '';
  const guest = await page.context().browser()?.newContext();
  if (guest === undefined) throw new Error('the page has no browser');
  const seen = await guest.newPage();
  await seen.goto(address);
  await expect(seen.getByRole('heading', { level: 1 })).toContainText(bill);
  await guest.close();
}

const signIn = async (pace: Pace, { userCode }: Newcomer): Promise<void> => {
  await pace.write(userCode);
  await pace.keys('Tab');
  await pace.write(secret);
  await pace.keys('Enter');
};

/** What was recorded stands on the page. */
async function expectHandled(page: Page, lang: Lang): Promise<void> {
  const { exceptionHandle } = textsOf(lang);
  const causes = visiblePane(page).getByRole('region', { name: exceptionHandle.causes });
  await expect(causes.getByText(exceptionHandle.unsaved)).toHaveCount(0);
  await expect(causes.locator('.pt-handle-recorded').last()).toContainText(newcomerName);
}

test('by keyboard alone: the ETA of a bill is found and shared, a number tracked, an exception handled', async ({
  page,
  newcomer,
}) => {
  const { login, shell, palette, traceSharing, traceIndex, exceptionHandle } = textsOf('zh');
  await page.setViewportSize({ width: 1366, height: 768 });
  await useLanguage(page, 'zh');
  await page.goto('/login');
  const pace = new Pace(page);
  await expect(page.getByLabel(login.userCode, { exact: true })).toBeFocused();
  await signIn(pace, newcomer);
  const pane = visiblePane(page);
  await expect(page.getByRole('button', { name: shell.find })).toContainText('Ctrl K');
  await expect(pane).toBeVisible();

  const field = page.getByRole('combobox', { name: palette.title });
  const option = (name: string | RegExp) => page.getByRole('option', { name }).first();
  await pace.keys('Control+k');
  await expect(field).toBeFocused();
  await pace.paste(newcomer.bill);
  await expect(option(new RegExp(newcomer.bill))).toBeVisible();
  await pace.keys('Enter');
  await expectEta(page, 'zh');

  await pace.tabTo(pane.getByRole('button', { name: ending(traceSharing.share.open) }));
  await pace.keys('Enter');
  const share = page.getByRole('dialog', { name: traceSharing.share.title });
  await pace.tabTo(share.getByRole('button', { name: spaced(traceSharing.share.make) }));
  await pace.keys('Enter');
  await expectShared(page, share.getByRole('link').first(), newcomer.bill);
  await pace.keys('Escape');
  await expect(share).toBeHidden();

  await pace.keys('Control+k');
  await expect(field).toBeFocused();
  await pace.paste(newcomer.fresh);
  await expect(option(new RegExp(filled(palette.track, { number: newcomer.fresh })))).toBeVisible();
  await pace.keys('Enter');
  const track = page.getByRole('dialog', { name: traceIndex.title });
  await expect(track.getByRole('button', { name: filled(traceIndex.subscribe, { count: 1 }) })).toBeFocused();
  await pace.keys('Enter');
  await expect(track).toBeHidden();

  await pace.keys('Control+k');
  await expect(page.getByRole('listbox').locator('[data-first]').first()).toHaveAttribute(
    'data-first',
    palette.kind.today,
  );
  await pace.keys('Enter');
  await expect(page).toHaveURL(/handle\?id=/);
  await pace.tabTo(pane.getByRole('combobox', { name: exceptionHandle.status }).first());
  await pace.keys('ArrowDown', 'ArrowDown', 'Enter');
  await pace.tabTo(pane.getByRole('button', { name: ending(exceptionHandle.addCause) }));
  await pace.keys('Enter');
  await expect(pane.getByRole('combobox', { name: new RegExp(exceptionHandle.type) }).last()).toBeFocused();
  await pace.keys('ArrowDown', 'Enter');
  await pace.tabTo(pane.getByRole('button', { name: ending(exceptionHandle.addStatus) }));
  await pace.keys('Enter');
  await expect(pane.getByRole('combobox', { name: new RegExp(exceptionHandle.doneWhat) }).last()).toBeFocused();
  await pace.keys('ArrowDown', 'Enter');
  await expect(pane.getByRole('button', { name: spaced(exceptionHandle.save) })).toContainText('Ctrl S');
  await pace.keys('Control+s');
  await expectHandled(page, 'zh');
  pace.expectShort();
});

test('by touch alone on a phone: the same', async ({ browser, baseURL, newcomer }) => {
  const { login, shell, palette, traceSharing, traceIndex, exceptionHandle, sailings, common } = textsOf('en');
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await useLanguage(page, 'en');
  await page.goto('/login');
  const pace = new Pace(page);
  await pace.tap(page.getByLabel(login.userCode, { exact: true }));
  await pace.write(newcomer.userCode);
  await pace.tap(page.getByLabel(login.password, { exact: true }));
  await pace.write(secret);
  await pace.tap(page.getByRole('button', { name: spaced(login.submit) }));

  const pane = visiblePane(page);
  const find = page.getByRole('button', { name: shell.find });
  const field = page.getByRole('combobox', { name: palette.title });
  const option = (name: string | RegExp) => page.getByRole('option', { name }).first();
  await pace.tap(find);
  await expect(field).toBeFocused();
  await pace.paste(newcomer.bill);
  await pace.tap(option(new RegExp(newcomer.bill)));
  await expectEta(page, 'en');

  await pace.tap(pane.getByRole('button', { name: ending(traceSharing.share.open) }).last());
  const share = page.getByRole('dialog', { name: traceSharing.share.title });
  await pace.tap(share.getByRole('button', { name: spaced(traceSharing.share.make) }));
  await expectShared(page, share.getByRole('link').first(), newcomer.bill);
  await pace.tap(share.getByRole('button', { name: spaced(common.close) }).last());
  await expect(share).toBeHidden();

  await pace.tap(find);
  await expect(field).toBeFocused();
  await pace.paste(newcomer.fresh);
  await pace.tap(option(new RegExp(filled(palette.track, { number: newcomer.fresh }))));
  const track = page.getByRole('dialog', { name: traceIndex.title });
  await pace.tap(track.getByRole('button', { name: filled(traceIndex.subscribe, { count: 1 }) }));
  await expect(track).toBeHidden();

  await pace.tap(page.locator('.pt-tabs').getByRole('link').first());
  const today = pane.getByRole('region', { name: sailings.start.today });
  await pace.tap(today.locator('a[href*="handle?id="]').first());
  await expect(page).toHaveURL(/handle\?id=/);
  const shown = page.locator('.ant-select-item-option:visible');
  await pace.tap(pane.getByRole('combobox', { name: exceptionHandle.status }).first());
  await pace.tap(shown.nth(1));
  await pace.tap(pane.getByRole('button', { name: ending(exceptionHandle.addCause) }));
  await pace.tap(pane.getByRole('combobox', { name: new RegExp(exceptionHandle.type) }).last());
  await pace.tap(shown.first());
  await pace.tap(pane.getByRole('button', { name: ending(exceptionHandle.addStatus) }));
  await pace.tap(pane.getByRole('combobox', { name: new RegExp(exceptionHandle.doneWhat) }).last());
  await pace.tap(shown.first());
  await pace.tap(pane.getByRole('button', { name: spaced(exceptionHandle.save) }));
  await expectHandled(page, 'en');
  pace.expectShort();
  await context.close();
});
