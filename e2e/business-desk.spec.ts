import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { Lang } from '#shared/i18n/text.ts';
import { callApi, isOceanNumber, listExceptions, signInByApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, spaced, textsOf } from './support/texts.ts';

type Booking = { obmBkId: string; blNo: string | null; custVoyage: string | null; refrenceNo: string | null };
type Whole = Booking & { polCode: string | null; podCode: string | null };

const read = async (request: APIRequestContext, id: string) =>
  callApi<{ obmBk: Whole; obmDocActualContainerList: unknown[] }>(
    request,
    `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${id}`,
  );

/** A booking that keeps all rules; `skip` leaves those to others that run at the same time. */
async function wholeBooking(request: APIRequestContext, skip: number): Promise<Whole> {
  const { rows } = await listExceptions(request);
  const seen = new Set<string>();
  for (const { bkId, blNo } of rows) {
    if (bkId === null || blNo === null || seen.has(bkId)) continue;
    seen.add(bkId);
    const { obmBk, obmDocActualContainerList: containers } = await read(request, bkId);
    if (obmBk.polCode && obmBk.podCode && containers.length > 0 && seen.size > skip) return obmBk;
  }
  throw new Error('no subscription has a whole booking');
}

/** Takes back what was saved with one of these values, the newest first; needs somebody who may read the audit. */
async function undoSaved(request: APIRequestContext, values: readonly string[]): Promise<void> {
  const { records } = await callApi<{ records: { entityId: string; action: string }[] }>(
    request,
    '/api/product/audit/query',
    { entity: ['business_data'], currentPage: 1, pageSize: 50 },
  );
  const own = records.filter(
    (row) => row.action === 'saved' && values.some((value) => JSON.stringify(row).includes(value)),
  );
  for (const { entityId } of own)
    await callApi(request, '/api/data/exceptionManage/undoBusinessData', { changeId: entityId });
}

/** Another person with a browser of their own. */
async function anotherPerson(browser: Browser, baseURL: string, path: string, lang: Lang): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await openAs(page, 'admin', path, lang);
  return page;
}

for (const [turn, lang] of langsOf('zh').entries()) {
  const { business, draft, exceptionSubscribe, businessInfo } = textsOf(lang);
  const fieldOf = (page: Page, name: 'custVoyage' | 'refrenceNo') =>
    visiblePane(page).getByRole('textbox', { name: business.field[name], exact: true }).first();
  const saveOf = (page: Page) => visiblePane(page).getByRole('button', { name: spaced(business.save) });

  test(`the second of two people who save sees the changed fields and chooses (${lang})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await openAs(page, 'operator', '/home', lang);
    const booking = await wholeBooking(page.request, 2 + turn);
    const path = `/exceptionBusinessDetail?obmBkId=${booking.obmBkId}`;
    const second = await anotherPerson(browser, baseURL as string, path, lang);
    await page.goto(path);
    await expect(fieldOf(page, 'custVoyage')).toHaveValue(booking.custVoyage ?? '');
    await expect(fieldOf(second, 'custVoyage')).toHaveValue(booking.custVoyage ?? '');
    const [first, other] = [`A${Date.now() % 1_000_000}`, `B${Date.now() % 1_000_000}`];
    await fieldOf(page, 'custVoyage').fill(first);
    await fieldOf(second, 'custVoyage').fill(other);
    await fieldOf(second, 'refrenceNo').fill('REF-B');
    await saveOf(page).click();
    await expect.poll(async () => (await read(page.request, booking.obmBkId)).obmBk.custVoyage).toBe(first);
    await saveOf(second).click();
    const table = second.getByRole('alert').filter({ hasText: business.side.theirs });
    const line = table.getByRole('row').filter({ hasText: business.field.custVoyage });
    await expect(line).toContainText(booking.custVoyage ?? '');
    await expect(line).toContainText(first);
    await expect(line).toContainText(other);
    await expectAccessible(second, 'conflict');
    // Nothing was written meanwhile; the choice goes to the own value.
    expect((await read(page.request, booking.obmBkId)).obmBk.custVoyage).toBe(first);
    await line.getByRole('radio', { name: `${business.field.custVoyage}: ${business.side.mine}` }).check();
    await table.getByRole('button', { name: spaced(business.settle) }).click();
    await saveOf(second).click();
    await expect
      .poll(async () => {
        const { obmBk } = await read(page.request, booking.obmBkId);
        return [obmBk.custVoyage, obmBk.refrenceNo];
      })
      .toEqual([other, 'REF-B']);
    await undoSaved(second.request, [first, other]);
    expect((await read(second.request, booking.obmBkId)).obmBk.custVoyage).toBe(booking.custVoyage);
    await second.context().close();
  });

  test(`what was typed is offered again after a closed tab, a cut network and a lost session (${lang})`, async ({
    page,
    context,
  }) => {
    await openAs(page, 'operator', '/home', lang);
    const booking = await wholeBooking(page.request, 4 + turn);
    const path = `/exceptionBusinessDetail?obmBkId=${booking.obmBkId}`;
    const typed = async (on: Page, text: string): Promise<void> => {
      await fieldOf(on, 'refrenceNo').fill(text);
      await fieldOf(on, 'refrenceNo').blur();
      await expect
        .poll(() => on.evaluate((wanted) => JSON.stringify({ ...localStorage }).includes(wanted), text))
        .toBe(true);
    };
    const takeUp = async (on: Page, text: string): Promise<void> => {
      const question = on.getByRole('alert').filter({ hasText: draft.earlier.split('{{')[0] as string });
      await question.getByRole('button', { name: spaced(draft.takeUp) }).click();
      await expect(fieldOf(on, 'refrenceNo')).toHaveValue(text);
    };
    await page.goto(path);
    await typed(page, 'TYPED-1');
    const next = await context.newPage();
    await page.close();
    await next.goto(path);
    await takeUp(next, 'TYPED-1');

    await typed(next, 'TYPED-2');
    await context.setOffline(true);
    await saveOf(next).click();
    await expect(next.locator('.pt-toast, .ant-message-notice').first()).toBeVisible();
    await expect(fieldOf(next, 'refrenceNo')).toHaveValue('TYPED-2');
    await context.setOffline(false);
    await next.goto(path);
    await takeUp(next, 'TYPED-2');

    await typed(next, 'TYPED-3');
    await context.clearCookies();
    await saveOf(next).click();
    await expect(next.getByRole('textbox').first()).toBeVisible();
    await signInByApi(next.request, 'operator');
    await next.goto(path);
    await takeUp(next, 'TYPED-3');
    await next.reload();
    await next
      .getByRole('alert')
      .getByRole('button', { name: spaced(draft.giveUp) })
      .click();
    await expect(fieldOf(next, 'refrenceNo')).toHaveValue(booking.refrenceNo ?? '');
    expect((await read(next.request, booking.obmBkId)).obmBk.refrenceNo).toBe(booking.refrenceNo);
  });

  test(`the sources are asked for a booking, and say one by one what they know (${lang})`, async ({ page }) => {
    await openAs(page, 'operator', '/home', lang);
    // Self-service subscriptions whose sources answer at once.
    const { records } = await callApi<{
      records: {
        obmTkSubscribe: { obmTkSubscribeId: string; bkId: string | null; blNo: string | null; ctnNo: string | null };
      }[];
    }>(page.request, '/api/data/exceptionManage/queryExceptionSubscribeInfo', {
      currentPage: 1,
      pageSize: 100,
      processType: ['SHIPPING_TRACKING_WALI'],
      bizSourceType: ['CARRIER'],
    });
    const own = records.filter(
      ({ obmTkSubscribe }) =>
        obmTkSubscribe.bkId !== null && isOceanNumber(obmTkSubscribe.blNo ?? obmTkSubscribe.ctnNo),
    )[turn]?.obmTkSubscribe;
    await page.goto(`/exception-subscribe?obmTkSubscribeId=${own?.obmTkSubscribeId}`);
    const row = visiblePane(page).locator('.ant-table-row').first();
    await expect(row).toBeVisible();
    await row.locator('button:has(.anticon-more)').first().click();
    await page.getByRole('menuitem').filter({ hasText: exceptionSubscribe.action.selfExpert }).first().click();
    const dialog = page.getByRole('dialog').filter({ hasText: business.tab.transfer });
    await dialog.getByRole('button', { name: spaced(business.lookUp) }).click();
    const states = dialog.locator('.pt-lookup');
    await expect(states).toContainText(business.lookUpState.found, { timeout: 30_000 });
    await expect(states).toHaveText(/^\D*(\d+)\D+\1\D/);
    await expectAccessible(page, 'look-up');
    await page.keyboard.press('Escape');
  });

  test(`a booking that is deleted comes back by undo (${lang})`, async ({ page }) => {
    await openAs(page, 'operator', '/home', lang);
    const booking = await wholeBooking(page.request, 8 + turn);
    const listed = async (): Promise<string[]> =>
      (
        await callApi<{ obmBk: Booking }[]>(page.request, '/api/data/exceptionManage/queryExceptionBusiness', {
          bkId: booking.obmBkId,
          children: 0,
        })
      ).map(({ obmBk }) => obmBk.obmBkId);
    const before = await listed();
    await page.goto(`/exceptionBusinessInfo?bkId=${booking.obmBkId}`);
    const bookings = visiblePane(page).getByRole('region', { name: businessInfo.table.bookings, exact: true });
    await expect(bookings.locator('.ant-table-row')).toHaveCount(before.length);
    const last = before.at(-1) as string;
    await bookings.locator(`[data-row-key="${last}"]`).getByRole('checkbox').check();
    await visiblePane(page)
      .locator('.pt-info-table')
      .first()
      .getByRole('button', { name: ending(businessInfo.delete) })
      .click();
    await page
      .getByRole('dialog')
      .filter({ hasText: businessInfo.confirm.bookings.split('{{')[0] as string })
      .getByRole('button', { name: spaced(businessInfo.delete) })
      .click();
    await expect.poll(listed).not.toContain(last);
    await page.getByRole('button', { name: businessInfo.undo }).click();
    await expect.poll(listed).toContain(last);
  });
}
