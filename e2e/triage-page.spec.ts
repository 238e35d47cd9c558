import { rmSync } from 'node:fs';
import type { Request } from '@playwright/test';
import { callApi, listExceptions } from './support/api.ts';
import { worldSeed } from './support/filled.ts';
import { newWorldDir, type RunningProduct, startProduct } from './support/product.ts';
import { beforeLoad } from './support/kept-page.ts';
import { goToFirstOfShipment } from './support/cursor.ts';
import { expect, openAs, test as base, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

const { exceptionHandle } = textsOf('zh');
/** As many as a trained person handles in a minute with `npm test -- --full`; a third of them shows the same. */
const count = process.env['TEST_FULL'] === undefined ? 20 : 60;
const remark = '已联系船公司';
/** At once where the machine has time; a busy one is not kept busy by questions. */
const soon = { intervals: [5, 10, 20, 50] };

// A product of its own with a copy of the world, so that all of them are there and nobody else handles them.
const test = base.extend<object, { own: RunningProduct | undefined }>({
  own: [
    async ({}, use) => {
      // While writing journeys a product that runs already may be named.
      if ((process.env['PORTOLAN_TRIAGE_URL'] ?? '') !== '') return use(undefined);
      const dataDir = newWorldDir();
      const product = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
      return undefined;
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ own }, use) => {
    await use(process.env['PORTOLAN_TRIAGE_URL'] || own?.url || '');
  },
});

type StoredHandling = { handleStatus: string; handleRemark: string | null; chargeName: string | null };

test('exceptions are handled on their page by keyboard alone, without waiting between two', async ({ page }) => {
  test.setTimeout(600_000);
  await beforeLoad(
    page,
    () => {
      const seen = { spinners: 0 };
      Object.assign(globalThis, { seen });
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes)
            // What stands there while an exception is being requested.
            if (node instanceof Element && (node.matches('.pt-handle-state') || node.querySelector('.pt-handle-state')))
              seen.spinners += 1;
      }).observe(document, { childList: true, subtree: true });
    },
    undefined,
  );
  const spinners = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as { seen: { spinners: number } }).seen.spinners);
  // Exceptions that are being requested, the next ones too.
  const requested = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().includes('/obmAutotestResult/queryById')) requested.add(request);
  });
  page.on('requestfinished', (request) => requested.delete(request));
  page.on('requestfailed', (request) => requested.delete(request));
  await openAs(page, 'operator', '/exception-manage?handleStatus=0&size=100');
  const { userNameCn } = await callApi<{ userNameCn: string }>(page.request, '/api/auth/user/session');
  const open = async (): Promise<number> => (await listExceptions(page.request, { handleStatus: ['0'] })).total;
  await expect.poll(open, { timeout: 240_000 }).toBeGreaterThan(count + 10);
  const keptOf = (id: string): Promise<StoredHandling> =>
    callApi(page.request, `/api/data/obmAutotestResult/queryById?obmAutotestResultId=${id}`);
  const shownId = (): string => new URL(page.url()).searchParams.get('id') ?? '';
  // What came while waiting is in the list too.
  await page.reload();
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();

  // The first one by the form: its remark is remembered.
  await goToFirstOfShipment(page);
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/handle\?id=/);
  const first = shownId();
  const pane = visiblePane(page);
  await pane.getByRole('combobox', { name: exceptionHandle.status }).click();
  await page.locator('.ant-select-item-option:visible').nth(2).click();
  await pane.getByLabel(exceptionHandle.remark, { exact: true }).fill(remark);
  await pane.getByRole('button', { name: spaced(exceptionHandle.saveNext) }).click();
  await expect.poll(async () => (await keptOf(first)).handleRemark).toBe(remark);

  const handled: string[] = [];
  const began = Date.now();
  let before = first;
  let spun = 0;
  while (handled.length < count) {
    await expect.poll(shownId, soon).not.toBe(before);
    const id = shownId();
    expect(handled).not.toContain(id);
    await expect(visiblePane(page).locator('.pt-why')).toBeVisible();
    // One of a source alone has no subscription: it is not handled here.
    if (await visiblePane(page).getByRole('combobox', { name: exceptionHandle.status }).isDisabled()) {
      await expect.poll(() => requested.size, soon).toBe(0);
      before = id;
      await page.keyboard.press('j');
      continue;
    }
    if (handled.length === 0) spun = await spinners();
    if (handled.length % 20 === 5) await page.keyboard.press('m');
    if (handled.length % 20 === 15) {
      await page.keyboard.press('t');
      await expect(page).toHaveURL(/(trace|train|vehicle|express)-detail/);
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`id=${id}$`));
    }
    // No person is faster than a busy machine answers; one whose next exceptions are there must not wait.
    await expect.poll(() => requested.size, soon).toBe(0);
    before = id;
    await page.keyboard.press('3');
    handled.push(id);
  }
  expect((await spinners()) - spun, 'steps that had to wait').toBeLessThanOrEqual(count / 10);
  // A loaded machine is slower: the pace is shown, not judged.
  const pace = (Date.now() - began) / count;
  test.info().annotations.push({ type: 'pace', description: `${count} exceptions, ${pace.toFixed(0)} ms each` });
  // oxlint-disable-next-line no-console -- the list reporter shows no annotations
  console.log(`      ${count} exceptions on their page, ${pace.toFixed(0)} ms each`);

  const last = handled.at(-1) as string;
  await expect.poll(async () => (await keptOf(last)).handleStatus).toBe('2');
  for (const id of handled)
    expect(await keptOf(id)).toMatchObject({ handleStatus: '2', handleRemark: remark, chargeName: userNameCn });
  await page.keyboard.press('z');
  await expect.poll(async () => (await keptOf(last)).handleStatus).toBe('0');
});
