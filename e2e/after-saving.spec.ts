import type { Locator, Page } from '@playwright/test';
import { subscriptionsList } from '#lists/subscriptions.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { callApi, isOceanNumber, signInByApi } from './support/api.ts';
import { expect, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

// What happens once a form above a list was saved, or could not be since somebody else was faster.

const { common, exceptionManage, exceptionSubscribe, table } = textsOf('zh');

type Subscription = {
  obmTkSubscribeId: string;
  blNo: string;
  bkId: string | null;
  remark: string | null;
  recordVersion: number;
};

const remarkPath = '/api/data/traceTrackingUpdateRemark';

/** A subscription by bill that has data, and how it is by now. */
async function oneBill(page: Page, blNo?: string): Promise<Subscription> {
  const { records } = await callApi<{ records: { obmTkSubscribe: Subscription }[] }>(
    page.request,
    '/api/data/exceptionManage/queryExceptionSubscribeInfo',
    { pageSize: 100, isBillNo: 1, ...(blNo === undefined ? {} : { blNo }) },
  );
  const one = records.find(
    ({ obmTkSubscribe }) => obmTkSubscribe.bkId !== null && isOceanNumber(obmTkSubscribe.blNo),
  )?.obmTkSubscribe;
  if (one === undefined) throw new Error('no subscription has data');
  return one;
}

const firstRow = (page: Page): Locator => visiblePane(page).locator('.ant-table-row').first();

async function act(page: Page, name: string, row = firstRow(page)): Promise<void> {
  await row.getByRole('button', { name: table.actions }).click();
  await page.getByRole('menuitem').filter({ hasText: name }).click();
}

test('the list of exceptions starts over once one of them was assigned', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage?page=2&handleStatus=0');
  const rows = visiblePane(page).locator('.ant-table-row');
  await expect(rows.first()).toBeVisible();
  // Nothing is selected yet.
  for (const [button, warning] of [
    [exceptionManage.batchAssign, exceptionManage.problem.nothingToAssign],
    [exceptionManage.batchUpdate, exceptionManage.problem.nothingToUpdate],
  ] as const) {
    await visiblePane(page).getByRole('button', { name: button }).click();
    await expect(page.locator('.pt-toast').filter({ hasText: warning })).toBeVisible();
  }
  await act(page, exceptionManage.action.assign);
  const dialog = page.getByRole('dialog', { name: exceptionManage.dialog.assignTitle });
  const ok = dialog.getByRole('button', { name: spaced(common.ok) });
  await ok.click();
  await expect(dialog.getByRole('alert')).toContainText(exceptionManage.dialog.choosePerson);
  // Somebody who sees all tenants: the one who is signed in.
  const { userNameCn } = await callApi<{ userNameCn: string }>(page.request, '/api/auth/user/session');
  await dialog.getByRole('combobox', { name: exceptionsList.columns.chargeName.label.zh }).fill(userNameCn);
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: userNameCn }).click();
  await ok.click();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/page=2/);
  await expect(rows.first()).toBeVisible();
});

test('a subscription is linked to a booking of the kinds that were requested', async ({ page }) => {
  const { switchBk } = exceptionSubscribe;
  const { columns } = subscriptionsList;
  await openAs(page, 'operator', '/exception-subscribe');
  const { blNo } = await oneBill(page);
  await page.goto(`/exception-subscribe?blNo=${blNo}`);
  const row = visiblePane(page).locator('.ant-table-row').first();
  await act(page, exceptionSubscribe.action.switchBk);
  const dialog = page.getByRole('dialog', { name: switchBk.title });
  const message = (text: string) => dialog.getByRole('alert').filter({ hasText: text });
  const ok = dialog.getByRole('button', { name: spaced(common.ok) });
  const search = dialog.getByRole('button', { name: spaced(switchBk.search) });
  await ok.click();
  await expect(message(switchBk.choose)).toBeVisible();

  // Of a container, vessel and voyage are wanted.
  const box = dialog.getByLabel(columns.ctnNo.label.zh, { exact: true });
  await box.fill('MSKU9070323');
  await dialog.getByLabel(columns.vesselName.label.zh, { exact: true }).fill('');
  await search.click();
  await expect(message(switchBk.vesselRequired)).toBeVisible();
  await box.fill('');
  await dialog.getByLabel(columns.voyage.label.zh, { exact: true }).fill('');

  const requested = async (): Promise<unknown> => {
    const request = page.waitForRequest((one) => one.url().endsWith('/queryBkBySubscribe'));
    await search.click();
    return (await request).postDataJSON();
  };
  await dialog.getByLabel(columns.bizSourceType.label.zh, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.keyboard.press('Escape');
  expect(await requested()).toMatchObject({ blNo, bizSourceType: [expect.any(String)], processType: [], isBillNo: 1 });
  await dialog.locator('.ant-select-clear').first().click();
  expect(await requested()).toMatchObject({ bizSourceType: [], processType: [] });
  // Its own fused booking comes first: the link stays automatic.
  await dialog.getByRole('radio').first().check();
  await ok.click();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveClass(/pt-row-saved/);
});

test('of two people who write a remark, the slower sees the other one before it is replaced', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { remark: words, action } = exceptionSubscribe;
  await openAs(page, 'operator', '/exception-subscribe');
  const before = await oneBill(page);
  await openAs(page, 'operator', `/exception-subscribe?blNo=${before.blNo}`);
  // Containers of the bill are subscribed to as well.
  const row = visiblePane(page).locator(`[data-row-key="${before.obmTkSubscribeId}"]`);
  await act(page, action.remark, row);
  const dialog = page.getByRole('dialog', { name: words.title });
  const input = dialog.getByLabel(words.label);
  await input.fill('mine');
  const other = await playwright.request.newContext({ baseURL: baseURL as string });
  await signInByApi(other, 'admin');
  const { recordVersion } = await oneBill(page, before.blNo);
  await callApi(other, remarkPath, { obmTkSubscribeId: before.obmTkSubscribeId, remark: 'theirs', recordVersion });

  const ok = dialog.getByRole('button', { name: spaced(common.ok) });
  await ok.click();
  await expect(dialog.getByRole('alert')).toContainText('theirs');
  await expect(input).toHaveValue('mine');
  // Nothing is lost by closing in haste.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: spaced(common.keepEditing) }).click();
  await ok.click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('mine');
  await expect(row).toHaveClass(/pt-row-saved/);
  const after = await oneBill(page, before.blNo);
  await callApi(other, remarkPath, { ...after, remark: before.remark ?? '' });
  await other.dispose();
});
