import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, useLanguage, visiblePane } from './support/test.ts';
import { pageTitle, textsOf } from './support/texts.ts';

type Rows = { records: readonly { referenceNo: string; statusCode: string | null }[] };

for (const lang of langsOf('en')) {
  const { traceDetail } = textsOf(lang);

  test(`domestic shipments are listed and traced to the door, in ${lang}`, async ({ page }) => {
    await openAs(page, 'alice', '/domestic-trace-index', lang);
    const pane = visiblePane(page);
    const { records } = await callApi<Rows>(page.request, '/api/data/domesticTrace/query', {});
    const number = records.find(({ statusCode }) => statusCode !== null)?.referenceNo;
    if (number === undefined) throw new Error('no domestic shipment has moved yet');
    const link = pane.getByRole('link', { name: number }).first();
    await expect(link).toBeVisible();
    await expectAccessible(page, 'domestic tracking');
    await link.click();
    await expect(page).toHaveURL(/\/domestic-trace-detail\?obmBkId=\d+/);
    await expect(
      visiblePane(page)
        .getByRole('heading', { level: 1, name: new RegExp(number) })
        .last(),
    ).toBeVisible();
    await expect(
      visiblePane(page)
        .getByText(new RegExp(`^${traceDetail.stage.delivery}`))
        .first(),
    ).toBeVisible();
    await expectAccessible(page, 'a domestic shipment');
  });
}

test('ocean tracking is the own page in its frame, and opens traces outside of it', async ({ page }) => {
  await useLanguage(page, 'zh');
  await openAs(page, 'alice', '/ft-ocean-tracking');
  const frame = page.locator('iframe:visible');
  await expect(frame).toHaveAttribute('title', pageTitle('zh', '/ft-ocean-tracking'));
  await expect(frame).toHaveAttribute('src', /\/embed\/ft-ocean-tracking\?locale=zh&_=\d{1,4}#token=/);
  const inner = page.frameLocator('iframe:visible');
  await inner.locator('a.pt-link.pt-mono').first().click();
  await expect(page).toHaveURL(/\/trace-detail\?obmBkId=\d+/);
});
