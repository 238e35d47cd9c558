import { exceptionsList } from '#lists/exceptions.ts';
import { callApi, type ExceptionRow, listExceptions, pushNotification } from './support/api.ts';
import { exceptionRows, expect, openAs, test, visiblePane } from './support/test.ts';

/** Carriers of the simulated world that push. */
const pushingCarriers = ['MERI', 'BORE', 'HALC'];

type Trace = { containers: { containerNo: string }[]; legs: { portOfLoading: string | null }[] };

/** A gate-in that a carrier tells as actual, though it lies a day ahead. */
function futureGateIn(row: ExceptionRow, trace: Trace, at: string): object {
  const now = new Date().toISOString();
  return {
    eventID: crypto.randomUUID(),
    eventType: 'EQUIPMENT',
    eventCreatedDateTime: now,
    eventDateTime: at,
    eventClassifierCode: 'ACT',
    equipmentEventTypeCode: 'GTIN',
    equipmentReference: trace.containers[0]?.containerNo,
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: 'LADEN',
    documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: row.blNo }],
    transportCall: { UNLocationCode: trace.legs[0]?.portOfLoading, modeOfTransport: 'TRUCK' },
  };
}

test('what a carrier pushes is checked, taken, and on screen as an exception without a reload', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  const { rows } = await listExceptions(page.request, { carrierCode: pushingCarriers });
  const known = rows.filter((row) => row.blNo !== null && row.bkId !== null);
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString();

  let chosen: { row: ExceptionRow; event: object } | undefined;
  for (const row of known) {
    const trace = await callApi<Trace>(page.request, `/api/data/trace/detail?obmBkId=${row.bkId}`);
    if (trace.containers.length === 0 || trace.legs[0]?.portOfLoading == null) continue;
    const event = futureGateIn(row, trace, tomorrow);
    const refused = await pushNotification(page.request, row.carrierCode, [event], false);
    expect(refused.status).toBe(401);
    chosen = { row, event };
    break;
  }
  expect(chosen, 'a booking of a carrier that pushes').toBeDefined();
  const { row, event } = chosen as { row: ExceptionRow; event: object };

  await page.goto(`/exception-manage?blNo=${row.blNo}`);
  const shown = await (await exceptionRows(page)).count();
  const broken = { ...event, eventID: crypto.randomUUID(), eventClassifierCode: 'MAYBE' };
  const { status, body } = await pushNotification(page.request, row.carrierCode, [event, broken]);
  expect(status).toBe(200);
  expect(body.data?.accepted).toBe(1);
  expect(body.data?.refused).toHaveLength(1);

  // It comes by itself as news; the rows do not jump until somebody asks for them.
  const news = visiblePane(page).locator('.pt-news');
  await expect(news).toBeVisible({ timeout: 45_000 });
  await news.click();
  await expect
    .poll(() => visiblePane(page).locator('.ant-table-row').count(), { message: exceptionsList.label.zh })
    .toBeGreaterThan(shown);
  const after = await listExceptions(page.request, { blNo: row.blNo, testPurpose: ['FUTURE_ACTUAL'] });
  expect(after.total).toBeGreaterThan(0);
});
