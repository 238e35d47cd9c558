import { callApi, signInByApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

for (const lang of langsOf('en')) {
  const { functionInterface: words, common } = textsOf(lang);

  test(`a newcomer tries a function of the world: ${lang}`, async ({ page }) => {
    await openAs(page, 'admin', '/function-interface?keyword=ECHO', lang);
    const row = visiblePane(page).locator('.ant-table-row').filter({ hasText: 'ECHO' });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: words.tryIt }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(words.tryIt) });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator('.pt-fn-target code')).toHaveText(/^http:\/\/.+\/functions\/echo$/);

    // A placeholder without a value is refused before anything is sent.
    await dialog.getByRole('button', { name: spaced(words.call) }).click();
    await expect(page.locator('.pt-toast')).toContainText('message');

    const message = `hello "${lang}" 你好`;
    await dialog.getByLabel('message', { exact: true }).fill(message);
    await dialog.getByRole('button', { name: spaced(words.call) }).click();
    await expect(dialog.getByText('HTTP 200')).toBeVisible();
    await expect(dialog.locator('pre')).toContainText(JSON.stringify(message));
    await expectAccessible(page, 'trying a function');

    await dialog.getByRole('button', { name: words.keep }).click();
    await expect(dialog.getByRole('button', { name: words.kept })).toBeVisible();
    await dialog
      .getByRole('button', { name: spaced(common.close) })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('"method":"POST"');
  });

  test(`a function inside the product answers too: ${lang}`, async ({ page }) => {
    await openAs(page, 'admin', '/function-interface?keyword=RESOLVE_PORT', lang);
    const row = visiblePane(page).locator('.ant-table-row').filter({ hasText: 'RESOLVE_PORT' });
    await row.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: words.tryIt }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(words.tryIt) });
    await dialog.getByRole('button', { name: spaced(words.call) }).click();
    await expect(dialog.locator('pre')).toContainText('"portCode": "CNSHA"');
  });
}

test('no way leads elsewhere than below a configured address', async ({ page }) => {
  await signInByApi(page.request, 'admin');
  const code = `E2E_PATH_${Date.now()}`;
  const row = { functionCode: code, functionName: 'n', functionPathEnv: 'DEMO', functionStatus: 'AVAILABLE' };
  type Row = { wlFunctionInterfaceId: string; recordVersion: number };
  const post = (action: string, data: object) =>
    page.request.post(`/api/product/function/${action}`, { headers: { source: 'Manual' }, data });
  const added = await callApi<Row>(page.request, '/api/product/function/insert', { ...row, functionPath: '/echo' });
  for (const functionPath of ['/%2e%2e/world', '/@127.0.0.1/', '/\\127.0.0.1/world', '/a//b']) {
    const current = await callApi<Row>(
      page.request,
      `/api/data/function/getFunction?wlFunctionInterfaceId=${added.wlFunctionInterfaceId}`,
    );
    await post('update', { ...current, functionPath });
    const answer = (await (await post('tryIt', { functionCode: code })).json()) as { status: number; msg: string };
    expect(answer, functionPath).toMatchObject({ status: 0, msg: expect.stringContaining('接口路径不正确') });
  }
  await callApi(page.request, '/api/product/function/delete', { wlFunctionInterfaceId: added.wlFunctionInterfaceId });
});
