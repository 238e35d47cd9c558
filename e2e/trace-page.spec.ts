import type { APIRequestContext } from '@playwright/test';
import { callApi, listExceptions } from './support/api.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { ending, spaced, textsOf } from './support/texts.ts';

const { traceDetail, traceSharing, common, value } = textsOf('zh');
const { share, raw, cutoff } = traceSharing;

type Trace = { containers: readonly unknown[]; sources: readonly { code: string }[] };
type Statement = { received: { text: string } | null; values: readonly { value: unknown }[] };

/**
 * The first shipment that has containers, and whose last source names the bill: one whose data were taken back has nothing to walk
 * through, and pages of carriers are about the bill that was requested and may not repeat its number.
 */
async function shipmentWithData(
  request: APIRequestContext,
  rows: Awaited<ReturnType<typeof listExceptions>>['rows'],
): Promise<[string, string]> {
  for (const { blNo, bkId } of rows) {
    if (blNo === null || bkId === null) continue;
    const { containers, sources } = await callApi<Trace>(request, `/api/data/trace/detail?obmBkId=${bkId}`);
    const last = sources.at(-1);
    if (containers.length === 0 || last === undefined) continue;
    const requested = new URLSearchParams({ obmBkId: bkId, sourceCode: last.code });
    const message = await callApi<Statement>(request, `/api/data/trace/source?${requested}`);
    const isNamed = message.values.some((row) => row.value === blNo) && message.received?.text.includes(blNo);
    if (isNamed === true) return [blNo, bkId];
  }
  throw new Error('no exception is about a shipment with containers whose last source names its bill');
}

test('an earlier moment, raw data, a cut-off, and a link that a stranger opens', async ({ page, browser, baseURL }) => {
  await openAs(page, 'operator', '/home');
  const { rows } = await listExceptions(page.request);
  const [blNo, obmBkId] = await shipmentWithData(page.request, rows);
  await page.goto(`/trace-detail?obmBkId=${obmBkId}`);
  const pane = visiblePane(page);
  await expect(pane.getByRole('heading', { level: 1, name: new RegExp(blNo) }).last()).toBeVisible();

  // What was known at the first change, and back.
  await pane.getByRole('button', { name: ending(traceDetail.asOf.open) }).click();
  const earlier = pane.getByRole('button', { name: traceDetail.asOf.earlier });
  await expect(earlier).toBeEnabled();
  await earlier.click();
  await expect(page).toHaveURL(/asOf=\d+/);
  await expect(pane.getByRole('status').filter({ hasText: traceDetail.asOf.shown })).toBeVisible();
  await pane.getByRole('button', { name: spaced(traceDetail.asOf.back) }).click();
  await expect(page).not.toHaveURL(/asOf=/);

  // What a source stated.
  await pane.getByRole('tab', { name: traceDetail.tab.sources }).click();
  await pane
    .getByRole('button', { name: spaced(raw.open) })
    .last()
    .click();
  const message = page.getByRole('dialog').filter({ hasText: raw.understood });
  await expect(message.getByRole('region', { name: raw.understood })).toContainText(blNo);
  await message.getByRole('tab', { name: raw.received }).click();
  await expect(message.getByRole('region', { name: raw.received })).toContainText(blNo);
  await message
    .getByRole('button', { name: spaced(common.close) })
    .last()
    .click();
  await expect(message).toBeHidden();

  // A cut-off from the carrier's papers, and away with it.
  await pane.getByRole('tab', { name: cutoff.tab }).click();
  await pane.getByRole('button', { name: spaced(cutoff.add) }).click();
  const dialog = page.getByRole('dialog', { name: cutoff.add });
  await dialog.getByLabel(cutoff.time).fill('2099-03-01 18:00');
  await dialog.getByLabel(cutoff.paper).fill('SO 4711');
  await dialog.getByRole('button', { name: spaced(cutoff.save) }).click();
  await expect(dialog).toBeHidden();
  const written = pane.locator('.pt-cutoffs li').filter({ hasText: 'SO 4711' });
  await expect(written).toContainText(value.cutoff.DCO);
  await written.getByRole('button', { name: spaced(cutoff.edit) }).click();
  await dialog.getByRole('button', { name: spaced(cutoff.remove) }).click();
  await expect(written).toHaveCount(0);

  // A link, as somebody opens it who has no account and another language.
  await pane.getByRole('button', { name: ending(share.open) }).click();
  const links = page.getByRole('dialog', { name: share.title });
  await links.getByLabel(share.note).fill('journey');
  await links.getByRole('button', { name: spaced(share.make) }).click();
  const made = links.locator('.pt-share-row').filter({ hasText: 'journey' });
  await expect(made).toBeVisible();
  const [{ token } = { token: null }] = await callApi<{ token: string | null }[]>(
    page.request,
    `/api/data/traceShare/links?obmBkId=${obmBkId}`,
  );
  const outside = await browser.newContext({ locale: 'en-GB', ...(baseURL === undefined ? {} : { baseURL }) });
  const stranger = await outside.newPage();
  const requested = new Set<string>();
  stranger.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requested.add(pathname);
  });
  await stranger.goto(`/shared-trace#share=${token}`);
  await expect(stranger.getByRole('heading', { level: 1, name: blNo })).toBeVisible();
  const { traceSharing: english } = textsOf('en');
  await expect(stranger.getByText(english.shared.readOnly)).toBeVisible();
  await expect(stranger.locator('.pt-map-list').first()).toBeVisible();
  await expectAccessible(stranger, 'a shared trace');
  expect([...requested]).toEqual(['/api/share/trace']);

  // Ended, it opens nothing any more.
  await made.getByRole('button', { name: ending(share.revoke) }).click();
  await page
    .getByRole('dialog', { name: share.revokeTitle })
    .getByRole('button', { name: spaced(share.revoke) })
    .click();
  await expect(made).toContainText(share.revoked);
  await stranger.reload();
  await expect(stranger.getByRole('status').getByText(english.shared.gone)).toBeVisible();
  await outside.close();
});
