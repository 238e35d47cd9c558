import type { APIRequestContext, Page } from '@playwright/test';
import { exceptionsList } from '#lists/exceptions.ts';
import { callApi } from './support/api.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';

type CodeType = { mdCodeTypeId: string; codeType: string };
type CodeValue = { mdCodeDictId: string; codeValue: string };

async function typeOf(request: APIRequestContext, codeType: string): Promise<CodeType | undefined> {
  const { records } = await callApi<{ records: CodeType[] }>(request, '/api/product/code/queryByPage', {
    keyword: codeType,
    pageSize: 100,
  });
  return records.find((row) => row.codeType === codeType);
}

const valuesOf = (request: APIRequestContext, { mdCodeTypeId }: CodeType): Promise<CodeValue[]> =>
  callApi(request, '/api/product/dict/queryByCodeTypeId', { mdCodeTypeId });

const addValue = (request: APIRequestContext, { mdCodeTypeId }: CodeType, codeValue: string, displayValueCn: string) =>
  callApi<CodeValue>(request, '/api/product/dict/insert', { mdCodeTypeId, codeValue, displayValueCn, sort: 999 });

const optionOf = (page: Page, name: string) =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name });

const name = 'E2E 待客户确认';
const codeValue = '99';

/** The dictionary without the value of these journeys. */
async function withoutValue(request: APIRequestContext): Promise<CodeType> {
  const type = (await typeOf(request, 'HANDLE_STATUS')) as CodeType;
  for (const left of (await valuesOf(request, type)).filter((row) => row.codeValue === codeValue))
    await callApi(request, '/api/product/dict/delete', left);
  return type;
}

const openSelect = (page: Page) =>
  visiblePane(page).getByLabel(exceptionsList.filters.handleStatus.label.zh, { exact: true }).click();

test('a page whose live connection opens late hears what happened meanwhile', async ({ page }) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  await page.route(/\/api\/live/, async (route) => {
    await opened;
    await route.continue();
  });
  await openAs(page, 'admin', '/exception-manage');
  const { request } = page;
  const type = await withoutValue(request);
  await exceptionRows(page);
  await openSelect(page);
  const added = await addValue(request, type, codeValue, name);
  open();
  await expect(optionOf(page, name)).toBeVisible();
  await callApi(request, '/api/product/dict/delete', added);
});

test('a new value is offered by a select that is open, and one that is gone no more', async ({ page }) => {
  const connected = page.waitForResponse((response) => response.url().includes('/api/live'));
  await openAs(page, 'admin', '/exception-manage');
  const { request } = page;
  const type = await withoutValue(request);
  await connected;
  await exceptionRows(page);
  await openSelect(page);
  const added = await addValue(request, type, codeValue, name);
  await expect(optionOf(page, name)).toBeVisible();
  await callApi(request, '/api/product/dict/delete', added);
  await expect(optionOf(page, name)).toHaveCount(0);
});
