import type { APIRequestContext } from '@playwright/test';
import { callApi, signInByApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

type Data = {
  obmBk: { obmBkId: string; mode?: string; blNo: string; bizSourceType: string };
  obmMultiVessel: { ataStr: string | null; polCode: string | null; podCode: string | null }[];
};

const read = (request: APIRequestContext, bkId: string): Promise<Data> =>
  callApi<Data>(request, `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${bkId}`);

/** Bookings by air whose first leg has both airports, with the airline's own record. */
async function flown(request: APIRequestContext, turn: number): Promise<{ fused: Data; airline: Data }> {
  const { records } = await callApi<{ records: { obmTkSubscribe: { bkId: string | null; blNo: string | null } }[] }>(
    request,
    '/api/data/exceptionManage/queryExceptionSubscribeInfo',
    { currentPage: 1, pageSize: 200, bizSourceType: ['CARRIER'] },
  );
  let found = 0;
  for (const { obmTkSubscribe } of records) {
    if (obmTkSubscribe.bkId === null || !/^\d{3}-?\d{8}$/.test(obmTkSubscribe.blNo ?? '')) continue;
    const fused = await read(request, obmTkSubscribe.bkId);
    const [leg] = fused.obmMultiVessel;
    if (fused.obmBk.mode !== 'air' || !leg?.polCode || !leg.podCode) continue;
    const listed = await callApi<{ obmBk: Data['obmBk'] }[]>(
      request,
      '/api/data/exceptionManage/queryExceptionBusiness',
      { bkId: fused.obmBk.obmBkId, children: 0 },
    );
    const own = listed.find(({ obmBk }) => obmBk.bizSourceType === 'CARRIER' && obmBk.obmBkId !== fused.obmBk.obmBkId);
    if (own !== undefined && found++ === turn) return { fused, airline: await read(request, own.obmBk.obmBkId) };
  }
  throw new Error('no booking by air has a flight and the record of its airline');
}

for (const [turn, lang] of langsOf('en').entries()) {
  const { business, value } = textsOf(lang);
  const words = value.word.air;

  test(`a booking by air is corrected in its own words, and taken back (${lang})`, async ({ page, request }) => {
    await openAs(page, 'operator', '/home', lang);
    let chosen: Awaited<ReturnType<typeof flown>> | undefined;
    // A young world: airlines answer one after the other.
    await expect(async () => (chosen = await flown(page.request, turn))).toPass({ timeout: 60_000 });
    const { fused, airline } = chosen as NonNullable<typeof chosen>;

    // The airline's own record names its source by the word of the mode.
    await page.goto(`/exceptionBusinessDetail?obmBkId=${airline.obmBk.obmBkId}`);
    const pane = visiblePane(page);
    await expect(pane.locator('.pt-business-head')).toContainText(value.word.air.carrier);
    await expect(pane.getByText(words.origin, { exact: true }).first()).toBeVisible();
    await expect(pane.getByText(business.field.custVessel, { exact: true })).toHaveCount(0);
    await expectAccessible(page, 'route of an air waybill');

    await page.goto(`/exceptionBusinessDetail?obmBkId=${fused.obmBk.obmBkId}`);
    await pane.getByRole('tab', { name: business.tab.transfer }).click();
    const leg = pane.getByRole('region', { name: filled(business.leg, { leg: '1' }), exact: true });
    const arrival = leg.getByRole('textbox', { name: words.ata, exact: true });
    const before = fused.obmMultiVessel[0]?.ataStr ?? '';
    await expect(arrival).toHaveValue(before);
    // Another minute than that of a run before, which may not have come to its end.
    const typed = `${(before || '2026-03-10').slice(0, 10)} 03:0${before.endsWith(':01:00') ? 2 : 1}:00`;
    await arrival.fill(typed);
    await arrival.blur();
    await pane.getByRole('button', { name: spaced(business.save) }).click();
    const ataOf = async () => (await read(page.request, fused.obmBk.obmBkId)).obmMultiVessel[0]?.ataStr ?? '';
    await expect.poll(ataOf).toBe(typed);
    const trace = await callApi<{ provenance: Record<string, { winner: { sourceType: string } }> }>(
      page.request,
      `/api/data/trace/detail?obmBkId=${fused.obmBk.obmBkId}`,
    );
    expect(trace.provenance['leg[1].ata']?.winner.sourceType).toBe('EXPERT');
    await pane.getByRole('tab', { name: business.tab.statuses }).click();
    await expectAccessible(page, 'milestones of an air waybill');

    await signInByApi(request, 'admin');
    const { records } = await callApi<{ records: { entityId: string; action: string }[] }>(
      request,
      '/api/product/audit/query',
      { entity: ['business_data'], currentPage: 1, pageSize: 20 },
    );
    const own = records.find((row) => row.action === 'saved' && JSON.stringify(row).includes(fused.obmBk.blNo));
    await callApi(request, '/api/data/exceptionManage/undoBusinessData', { changeId: own?.entityId });
    expect(await ataOf()).toBe(before);
  });
}
