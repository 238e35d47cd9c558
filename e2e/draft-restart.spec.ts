import { rmSync } from 'node:fs';
import { callApi } from './support/api.ts';
import { freePort, newWorldDir, type RunningProduct, startProduct } from './support/product.ts';
import { expect, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

// The server ends in the middle of somebody's work and starts again on the same data: what was typed is offered again.

const { business, draft } = textsOf('zh');
const dataDir = newWorldDir();
let product: RunningProduct | undefined;

test.afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

type Listed = { records: { obmBkId: string | null }[] };

test('what was typed survives a restart of the server, and is saved after it', async ({ browser }) => {
  // What is typed and saved needs the pages only.
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()), SIMULATOR_URL: 'http://127.0.0.1:9' };
  const start = () => startProduct(settings, ['--role=web']);
  product = await start();
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await openAs(page, 'operator', '/home');
  let id: string | undefined;
  await expect(async () => {
    const { records } = await callApi<Listed>(page.request, '/api/data/airTrace/query', {
      currentPage: 1,
      pageSize: 50,
    });
    id = records.find(({ obmBkId }) => obmBkId !== null)?.obmBkId ?? undefined;
    expect(id).toBeDefined();
  }).toPass({ timeout: 120_000 });

  const path = `/exceptionBusinessDetail?obmBkId=${id}`;
  const field = visiblePane(page).getByRole('textbox', { name: business.field.businessNo, exact: true });
  const save = visiblePane(page).getByRole('button', { name: spaced(business.save) });
  await page.goto(path);
  await field.fill('RESTART-1');
  await field.blur();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('RESTART-1'))).toBe(true);
  await product.stop();
  await save.click();
  await expect(page.locator('.pt-toast').first()).toBeVisible();
  await expect(field).toHaveValue('RESTART-1');

  product = await start();
  await page.goto(path);
  const question = page.getByRole('alert').filter({ hasText: draft.earlier.split('{{')[0] as string });
  await question.getByRole('button', { name: spaced(draft.takeUp) }).click();
  await expect(field).toHaveValue('RESTART-1');
  await save.click();
  await expect
    .poll(
      async () =>
        (
          await callApi<{ obmBk: { businessNo: string | null } }>(
            page.request,
            `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${id}`,
          )
        ).obmBk.businessNo,
    )
    .toBe('RESTART-1');
  await context.close();
});
