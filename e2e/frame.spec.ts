import { rmSync } from 'node:fs';
import { signInByApi } from './support/api.ts';
import { freePort, newWorldDir, type RunningProduct, startProduct } from './support/product.ts';
import { expect, test, useLanguage } from './support/test.ts';
import { pageTitle, textsOf } from './support/texts.ts';

const { traceDetail, shell } = textsOf('zh');
const dataDir = newWorldDir();
let product: RunningProduct;

// An installation whose data pages come from a configured address: here its own pages without the shell.
test.beforeAll(async () => {
  const port = await freePort();
  const own = `http://localhost:${port}`;
  product = await startProduct(
    {
      DATA_DIR: dataDir,
      PORT: String(port),
      DATA_PAGE_URL: `${own}/embed`,
      EMBED_ANCESTORS: own,
      SIMULATOR_URL: 'http://127.0.0.1:9',
    },
    ['--role=web'],
  );
});
test.afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

test('the page in the frame gets path, language and token, and may ask the shell to navigate', async ({ page }) => {
  await useLanguage(page, 'zh');
  await signInByApi(page.request, 'alice').catch(() => undefined);
  const login = await page.request.post(`${product.url}/api/auth/user/login`, {
    headers: { source: 'Manual' },
    data: { userCode: 'alice', password: 'Portolan1' },
  });
  expect(login.ok()).toBe(true);
  await page.goto(`${product.url}/trace-detail?obmBkId=987654`);
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('src', /\/embed\/trace-detail\?obmBkId=987654&locale=zh&_=\d{1,4}#token=/);
  const inner = page.frameLocator('iframe');
  // The booking is unknown here; saying so needs an answer that only a valid token gets.
  await expect(inner.getByText(traceDetail.notFound)).toBeVisible();
  await expect(inner.getByRole('navigation', { name: shell.mainMenu })).toHaveCount(0);

  // Messages that do not count: from another window, or to no page of ours.
  await page.evaluate(() => postMessage({ action: 'navigate', path: '/exception-manage' }, '*'));
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => {
      parent.postMessage({ action: 'navigate', path: '//elsewhere.example/' }, '*');
      parent.postMessage({ action: 'open', path: '/exception-manage' }, '*');
    });
  await expect(inner.getByText(traceDetail.notFound)).toBeVisible();
  await expect(page).toHaveURL(/\/trace-detail/);

  await inner.getByRole('button', { name: traceDetail.toList }).click();
  await expect(page).toHaveURL(/\/exception-manage/);
  await expect(page.getByRole('navigation', { name: shell.openTabs })).toContainText(
    pageTitle('zh', '/exception-manage'),
  );
});
