import type { APIRequestContext, Page } from '@playwright/test';
import { code } from '#entities/code.ts';
import { exceptionsList } from '#lists/exceptions.ts';
import { callApi, signInByApi } from './support/api.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

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
  callApi<CodeValue>(request, '/api/product/dict/insert', [{ mdCodeTypeId, codeValue, displayValueCn, sort: 999 }]);

const optionOf = (page: Page, name: string) =>
  page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name });

test('a new value is offered by a select that is open, and one that is gone no more', async ({ page }) => {
  const [codeValue, name] = ['99', 'E2E 待客户确认'];
  const connected = page.waitForResponse((response) => response.url().includes('/api/live'));
  await openAs(page, 'admin', '/exception-manage');
  const { request } = page;
  const type = (await typeOf(request, 'HANDLE_STATUS')) as CodeType;
  for (const left of (await valuesOf(request, type)).filter((row) => row.codeValue === codeValue))
    await callApi(request, '/api/product/dict/delete', left);
  await connected;
  await exceptionRows(page);
  await visiblePane(page).getByLabel(exceptionsList.filters.handleStatus.label.zh, { exact: true }).click();
  const added = await addValue(request, type, codeValue, name);
  await expect(optionOf(page, name)).toBeVisible();
  await callApi(request, '/api/product/dict/delete', added);
  await expect(optionOf(page, name)).toHaveCount(0);
});

test('deleting a code type says how many values go with it, and brings them back with it', async ({ page }) => {
  const { entity: words, common, table } = textsOf('en');
  const name = 'E2E_TYPE_WITH_VALUES';
  const { request } = page;
  await signInByApi(request, 'admin');
  const left = await typeOf(request, name);
  if (left !== undefined) await callApi(request, '/api/product/code/delete', { ...left, confirmed: 1 });
  const type = await callApi<CodeType>(request, '/api/product/code/insert', { codeType: name, codeName: 'two values' });
  await addValue(request, type, 'ONE', '一');
  await addValue(request, type, 'TWO', '二');

  await openAs(page, 'admin', `/base-code?keyword=${name}`, 'en');
  const row = visiblePane(page).locator('.pt-split > div').nth(0).locator('.ant-table-row').filter({ hasText: name });
  await row.getByRole('button', { name: table.actions }).click();
  await page.getByRole('menuitem', { name: common.delete }).click();
  const question = page.getByRole('dialog', { name: filled(words.removeTitle, { name: code.label.en }) });
  const agree = question.getByRole('button', { name: spaced(common.delete) });
  await expect(question).toContainText(filled(words.removeContent, { title: name }));
  await agree.click();
  await expect(question).toContainText('has 2 × code value that will be deleted with it');
  await agree.click();
  await expect(row).toHaveCount(0);
  await page.locator('.pt-toast').getByRole('button', { name: words.undo }).click();
  await expect(row).toHaveCount(1);
  expect((await valuesOf(request, type)).map(({ codeValue }) => codeValue)).toEqual(['ONE', 'TWO']);
  await callApi(request, '/api/product/code/delete', { mdCodeTypeId: type.mdCodeTypeId, confirmed: 1 });
});
