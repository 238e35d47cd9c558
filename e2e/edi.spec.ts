import { ediMessagesList } from '#lists/edi-messages.ts';
import { callApi, type ExceptionRow, listExceptions } from './support/api.ts';
import { exceptionRows, expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { edi } = textsOf('zh');
const states = ediMessagesList.columns.state.values;
const yard = 'EDI YARD 7';

type Trace = { containers: { containerNo: string }[]; legs: { portOfLoading: string | null }[] };

/** A terminal's report that a container came in through the gate, with a wrong count and one container nobody can read. */
function gateReport(row: ExceptionRow, trace: Trace): string {
  const port = trace.legs[0]?.portOfLoading ?? 'CNSHA';
  const body = [
    'BGM+34+GATE7+9',
    'NAD+CF+ABCD:160:20',
    `EQD+CN+${trace.containers[0]?.containerNo}+45G1:102:5++2+5`,
    `RFF+BM:${row.blNo}`,
    'DTM+7:202610010930:203',
    `LOC+165+${port}:139:6+${yard}:TER:ZZZ`,
    'SEL+SEAL7',
    'EQD+CN+NOBOX',
    'DTM+7:202610010930:203',
    'CNT+16:2',
  ];
  const control = `E${Date.now()}`;
  const lines = [
    `UNB+UNOA:2+YARD7+PORTOLAN+261001:0930+${control}`,
    'UNH+1+CODECO:D:95B:UN',
    ...body,
    'UNT+99+1',
    `UNZ+1+${control}`,
  ];
  return `${lines.join("'\r\n")}'\r\n`;
}

async function chooseRow(request: Parameters<typeof callApi>[0]): Promise<{ row: ExceptionRow; trace: Trace }> {
  const { rows } = await listExceptions(request);
  for (const row of rows.filter(({ blNo, bkId }) => blNo !== null && bkId !== null)) {
    const trace = await callApi<Trace>(request, `/api/data/trace/detail?obmBkId=${row.bkId}`);
    // What goes by air, road or courier has neither shipping containers nor ports.
    const isBySea = /^[A-Z]{3}U\d{7}$/.test(trace.containers[0]?.containerNo ?? '');
    if (isBySea && trace.legs[0]?.portOfLoading?.length === 5) return { row, trace };
  }
  throw new Error('no shipment with containers');
}

test('a file that is uploaded is explained segment by segment, and its event is in the trace', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  const { row, trace } = await chooseRow(page.request);

  await page.goto('/edi-manager');
  const pane = visiblePane(page);
  await expect(pane.getByRole('button', { name: edi.upload.button })).toBeVisible();
  await expectAccessible(page, 'the list of EDI messages');
  const file = { name: 'gate.edi', mimeType: 'text/plain', buffer: Buffer.from(gateReport(row, trace)) };
  await pane.locator('input[type=file]').setInputFiles(file);

  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(states.partly.zh)).toBeVisible();
  await expect(drawer.getByRole('cell', { name: edi.event.GTIN })).toBeVisible();
  await expect(drawer.locator('.pt-edi-segments li[data-problem]')).toHaveCount(2);
  await expect(drawer.locator('.pt-edi-segments')).toContainText(edi.qualifier.LOC_165);
  await expectAccessible(page, 'an EDI message');

  // The record is made in the background; the trace then names the terminal.
  const events = async (): Promise<string> =>
    JSON.stringify(await callApi(page.request, `/api/data/trace/detail?obmBkId=${row.bkId}`));
  await expect.poll(events, { timeout: 60_000 }).toContain(yard);
  // Named by the bill or, where the container alone is subscribed to, by that.
  await drawer.locator(`a[href*="obmBkId=${row.bkId}&"]`).first().click();
  await expect(page).toHaveURL(/trace-detail/);
  await expect(visiblePane(page)).toContainText(row.blNo ?? '');
});

test('what terminals and carriers of the world send comes in by itself', async ({ page }) => {
  await openAs(page, 'operator', '/edi-manager');
  const rows = visiblePane(page).locator('tbody tr');
  await expect.poll(() => rows.count(), { timeout: 120_000 }).toBeGreaterThan(3);
  await expect(visiblePane(page).getByText(states.parsed.zh).first()).toBeVisible();
});
