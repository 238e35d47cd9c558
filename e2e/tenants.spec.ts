import { exceptionsList } from '#lists/exceptions.ts';
import { callApi, listExceptions, signInByApi } from './support/api.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { traceDetail } = textsOf('zh');

test('a user of one tenant sees the own rows only, whatever is asked', async ({ page, playwright, baseURL }) => {
  const other = await playwright.request.newContext({ baseURL: baseURL as string });
  await signInByApi(other, 'bob');
  const { rows: foreign, total } = await listExceptions(other);
  expect(total).toBeGreaterThan(0);
  expect(new Set(foreign.map((row) => row.tenantCode))).toEqual(new Set(['BETA']));
  const target = foreign.find((row) => row.bkId !== null && row.blNo !== null);

  await openAs(page, 'alice', '/exception-manage');
  await exceptionRows(page);
  const { rows: own } = await listExceptions(page.request);
  expect(new Set(own.map((row) => row.tenantCode))).toEqual(new Set(['ALPHA']));
  expect((await listExceptions(page.request, { blNo: target?.blNo })).total).toBe(0);
  expect((await listExceptions(page.request, { tenantCode: ['BETA'] })).total).toBe(0);
  await expect(callApi(page.request, `/api/data/trace/detail?obmBkId=${target?.bkId}`)).rejects.toThrow();

  await page.goto(`/exception-manage?blNo=${target?.blNo}`);
  await expect(visiblePane(page).locator('.ant-table-row')).toHaveCount(0);
  await page.goto(`/trace-detail?obmBkId=${target?.bkId}`);
  await expect(visiblePane(page).getByText(traceDetail.notFound)).toBeVisible();
  await expect(visiblePane(page).getByText(target?.blNo ?? '?')).toHaveCount(0);
  await other.dispose();
});

test('an operator sees more than one tenant', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  await expect(
    visiblePane(page).getByRole('columnheader', { name: exceptionsList.columns.tenantCode.label.zh }),
  ).toBeAttached();
  const { rows } = await listExceptions(page.request);
  expect(new Set(rows.map((row) => row.tenantCode)).size).toBeGreaterThan(1);
});
