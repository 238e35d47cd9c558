import { callApi, listExceptions, signInByApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

type Saved = {
  obmBk: { obmBkId: string; custVoyage: string | null; polCode: string | null; podCode: string | null };
  obmDocActualContainerList: unknown[];
};
type Change = { records: { auditId: string; entity: string; entityId: string; action: string }[] };

for (const lang of langsOf('zh')) {
  const { business, exceptionSubscribe } = textsOf(lang);

  test(`a booking is corrected on its page, and shown so everywhere (${lang})`, async ({ page }) => {
    await openAs(page, 'operator', '/home', lang);
    const { rows } = await listExceptions(page.request);
    // A booking that keeps all rules, so that nothing but the change is in question.
    let chosen: { bkId: string; data: Saved } | undefined;
    for (const { bkId, blNo } of rows) {
      if (bkId === null || blNo === null) continue;
      const data = await callApi<Saved>(
        page.request,
        `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${bkId}`,
      );
      if (data.obmBk.polCode && data.obmBk.podCode && data.obmDocActualContainerList.length > 0) {
        chosen = { bkId, data };
        break;
      }
    }
    if (chosen === undefined) throw new Error('no subscription has a whole booking');
    await page.goto(`/exceptionBusinessDetail?obmBkId=${chosen.bkId}`);
    const pane = visiblePane(page);
    const voyage = pane.getByRole('textbox', { name: business.field.custVoyage, exact: true }).first();
    await expect(voyage).toHaveValue(chosen.data.obmBk.custVoyage ?? '');
    await expectAccessible(page, 'route');
    const other = `J${Date.now() % 100_000}`;
    await voyage.fill(other);
    await pane.getByRole('button', { name: spaced(business.save) }).click();
    await expect(
      pane.getByRole('checkbox', { name: `${business.field.custVoyage}: ${business.useExpert}` }),
    ).toBeChecked();
    const trace = await callApi<{ provenance: Record<string, { winner: { value: string; sourceType: string } }> }>(
      page.request,
      `/api/data/trace/detail?obmBkId=${chosen.bkId}`,
    );
    expect(trace.provenance['booking.voyage']?.winner).toMatchObject({ value: other, sourceType: 'EXPERT' });

    await pane.getByRole('tab', { name: business.tab.transfer }).click();
    await expect(pane.getByRole('heading', { name: business.leg.replace('{{leg}}', '3') })).toBeVisible();
    await expectAccessible(page, 'transfers');
    await pane.getByRole('tab', { name: business.tab.containers }).click();
    await expect(pane.getByRole('region', { name: business.containerTable })).toBeVisible();
    await expectAccessible(page, 'containers');

    // Taken back: nothing of it is left.
    await signInByApi(page.request, 'admin');
    const { records: acts } = await callApi<Change>(page.request, '/api/product/audit/query', {
      entity: ['business_data'],
      currentPage: 1,
      pageSize: 10,
    });
    await callApi(page.request, '/api/data/exceptionManage/undoBusinessData', { changeId: acts[0]?.entityId });
    const after = await callApi<Saved>(
      page.request,
      `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${chosen.bkId}`,
    );
    expect(after.obmBk.custVoyage).toBe(chosen.data.obmBk.custVoyage);
  });

  test(`the expert's booking of a subscription opens from its list (${lang})`, async ({ page }) => {
    await openAs(page, 'operator', '/home', lang);
    const { rows } = await listExceptions(page.request);
    // A container that is subscribed by its own number is not found by its bill.
    const blNo = rows.find((one) => one.isBillNo === 1 && one.blNo !== null && one.bkId !== null)?.blNo ?? '';
    await page.goto(`/exception-subscribe?blNo=${blNo}`);
    const row = visiblePane(page).locator('.ant-table-row').first();
    await expect(row).toContainText(blNo);
    await row.locator('button:has(.anticon-more)').first().click();
    await page.getByRole('menuitem').filter({ hasText: exceptionSubscribe.action.expert }).first().click();
    const dialog = page.getByRole('dialog').filter({ hasText: business.tab.transfer });
    await expect(dialog.getByRole('combobox', { name: business.field.polCode })).toBeVisible();
    await expectAccessible(page, 'expert booking');
  });
}

test('without an id, or with one that is not there, the page says so', async ({ page }) => {
  const { business } = textsOf('zh');
  await openAs(page, 'alice', '/exceptionBusinessDetail?obmBkId=999999999');
  await expect(visiblePane(page).getByText(business.notFound)).toBeVisible();
  await page.goto('/exceptionBusinessDetail');
  await expect(visiblePane(page).getByText(business.noId)).toBeVisible();
});
