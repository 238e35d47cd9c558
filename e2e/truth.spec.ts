import type { APIRequestContext, Page } from '@playwright/test';
import { unknownPortsList } from '#lists/unknown-ports.ts';
import { callApi, type ExceptionRow, listExceptions, pushNotification } from './support/api.ts';
import { exceptionRows, expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { truth, value } = textsOf('zh');
const states = unknownPortsList.columns.state.values;

type Orders = { version: number; attributes: { attribute: string; order: string[]; defaultOrder: string[] }[] };
const orders = (request: APIRequestContext): Promise<Orders> => callApi(request, '/api/product/fusionPrecedence/get');

test('an order of sources is changed by keyboard, tried on stored shipments, saved, and brought back', async ({
  page,
}) => {
  await openAs(page, 'operator', '/fusion-precedence');
  const pane = visiblePane(page);
  // A run before may have ended in the middle.
  const before = await orders(page.request);
  if (before.attributes.some(({ order, defaultOrder }) => String(order) !== String(defaultOrder)))
    await callApi(page.request, '/api/product/fusionPrecedence/restore', { version: before.version, restore: 0 });
  await page.reload();

  // An attribute on which sources seldom differ, so that nobody else's shipments change.
  const name = `${truth.kind.container} · ${value.attribute.volumeM3}`;
  await pane.getByRole('button', { name, exact: true }).click();
  const editor = pane.getByRole('region', { name: truth.precedence.editor.replace('{{name}}', name) });
  await expect(editor.getByRole('listitem')).toHaveCount(8);
  await editor.getByRole('button', { name: truth.precedence.up.replace('{{name}}', truth.source.AIS) }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('listitem').nth(5)).toContainText(truth.source.AIS);
  await expect(pane.getByRole('row', { name })).toContainText(truth.precedence.differs);
  // A row that is half below the fixed head would count as a small target.
  await pane.locator('.pt-attributes').evaluate((list) => list.scrollTo(0, 0));
  await expectAccessible(page, 'the order of sources');

  await pane.getByRole('button', { name: truth.precedence.preview }).click();
  const drawer = page.getByRole('dialog', { name: truth.precedence.previewTitle });
  await expect(drawer.getByText(truth.precedence.changed)).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page, 'the preview');
  await drawer.getByRole('button', { name: truth.precedence.save }).click();
  await expect(drawer).toBeHidden();
  await expect(pane.locator('.pt-run[data-state=done]')).toBeVisible({ timeout: 120_000 });
  const { version, attributes } = await orders(page.request);
  const volume = attributes.find(({ attribute }) => attribute === 'container.volumeM3');
  expect(volume?.order.indexOf('AIS')).toBe(5);

  await pane.getByRole('button', { name: truth.precedence.history }).click();
  const history = page.getByRole('dialog', { name: truth.precedence.history });
  await expect(history.getByText(truth.precedence.version.replace('{{version}}', String(version)))).toBeVisible();
  await history.getByRole('button', { name: truth.precedence.restoreDefault }).click();
  const question = page.getByRole('dialog', { name: truth.precedence.restoreDefaultTitle });
  await question.getByRole('button', { name: truth.precedence.restoreDefault }).click();
  await expect.poll(async () => (await orders(page.request)).version).toBe(version + 1);
  await expect(pane.getByText(truth.precedence.differs)).toHaveCount(0);
  await expect(pane.locator('.pt-run[data-state=done]')).toBeVisible({ timeout: 120_000 });
});

/** Carriers of the simulated world that push. */
const pushingCarriers = ['MERI', 'BORE', 'HALC'];

type Trace = { containers: { containerNo: string }[]; legs: { portOfLoading: string | null }[] };

async function chooseShipment(page: Page): Promise<{ row: ExceptionRow; trace: Trace }> {
  const { rows } = await listExceptions(page.request, { carrierCode: pushingCarriers });
  for (const row of rows.filter(({ blNo, bkId }) => blNo !== null && bkId !== null)) {
    const trace = await callApi<Trace>(page.request, `/api/data/trace/detail?obmBkId=${row.bkId}`);
    if (trace.containers.length > 0) return { row, trace };
  }
  throw new Error('no booking of a carrier that pushes');
}

/** A container that was unloaded at a port nobody knows. */
function unloadedAt(raw: string, { row, trace }: { row: ExceptionRow; trace: Trace }): object {
  return {
    eventID: crypto.randomUUID(),
    eventType: 'EQUIPMENT',
    eventCreatedDateTime: new Date().toISOString(),
    eventDateTime: new Date(Date.now() - 3_600_000).toISOString(),
    eventClassifierCode: 'ACT',
    equipmentEventTypeCode: 'DISC',
    equipmentReference: trace.containers[0]?.containerNo,
    ISOEquipmentCode: '45G1',
    emptyIndicatorCode: 'LADEN',
    documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: row.blNo }],
    transportCall: { UNLocationCode: raw, modeOfTransport: 'VESSEL' },
  };
}

test('a port nobody knows is mapped once, its exception resolves by itself, and comes back when that is undone', async ({
  page,
}) => {
  await openAs(page, 'operator', '/exception-manage');
  await exceptionRows(page);
  const chosen = await chooseShipment(page);
  const raw = `ZZ${(Date.now() % 46_656).toString(36).toUpperCase().padStart(3, '0')}`;
  const pushed = await pushNotification(page.request, chosen.row.carrierCode, [unloadedAt(raw, chosen)]);
  expect(pushed.body.data?.accepted).toBe(1);
  const ports = async (): Promise<{ state: string; unknownPortId: string; recordVersion: number; waiting: number }[]> =>
    (await callApi<{ records: never[] }>(page.request, '/api/product/unknownPort/query', { keyword: raw })).records;
  await expect.poll(async () => (await ports()).length, { timeout: 60_000 }).toBe(1);
  /** How many open exceptions there are about the code. */
  const open = async (): Promise<number> => {
    const filters = { blNo: chosen.row.blNo, testPurpose: ['PORT_UNMATCHED'], handleStatus: ['0'] };
    const { rows } = await listExceptions(page.request, filters);
    return rows.filter((row) => JSON.stringify(row).includes(raw)).length;
  };
  await expect.poll(open, { timeout: 60_000 }).toBe(1);

  await page.goto(`/unknown-ports?keyword=${raw}`);
  const pane = visiblePane(page);
  const line = pane.getByRole('row', { name: raw });
  await expect(line).toContainText(states.open.zh);
  await expectAccessible(page, 'unknown ports');
  await line.dblclick();
  const dialog = page.getByRole('dialog', { name: truth.ports.mapTitle.replace('{{code}}', raw) });
  await expect(dialog.getByRole('link', { name: chosen.row.blNo ?? '' })).toBeVisible();
  await expectAccessible(page, 'mapping a port');
  await dialog.getByRole('combobox', { name: truth.ports.other }).fill('NLRTM');
  await page.locator('.ant-select-item-option', { hasText: 'NLRTM' }).click();
  await dialog.getByRole('button', { name: truth.ports.map }).click();
  await expect(dialog).toBeHidden();
  await expect(line).toContainText(states.mapped.zh);
  await expect(line).toContainText('NLRTM');
  await expect.poll(open, { timeout: 60_000 }).toBe(0);

  const [mapped] = await ports();
  await callApi(page.request, '/api/product/unknownPort/unmap', {
    unknownPortId: mapped?.unknownPortId,
    recordVersion: mapped?.recordVersion,
  });
  await expect.poll(open, { timeout: 60_000 }).toBe(1);
  // Left as it does no harm: nobody is notified of it.
  const [again] = await ports();
  await callApi(page.request, '/api/product/unknownPort/map', {
    unknownPortId: again?.unknownPortId,
    recordVersion: again?.recordVersion,
  });
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
});
