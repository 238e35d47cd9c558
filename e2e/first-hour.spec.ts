import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from '@playwright/test';
import { type RunningProduct, startProduct } from './support/product.ts';
import { expect, expectAccessible, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

// A newcomer with keys in hand: from the first page of an empty product to the first tracked shipment.

const { firstRun, sources, traceIndex } = textsOf('zh');
const digits = '4711002500';
const bill = `CMDU${digits}`;
const key = 'key-of-the-customer';
const day = 86_400_000;

/** A time some days from now, as carriers write it. */
const at = (days: number): string => new Date(Date.now() + days * day).toISOString().replace(/\.\d+Z$/, '+00:00');

const event = (id: string, type: string, days: number, more: object): object => ({
  eventID: id,
  eventType: type,
  eventClassifierCode: days > 0 ? 'EST' : 'ACT',
  eventCreatedDateTime: at(Math.min(days, -0.5)),
  eventDateTime: at(days),
  documentReferences: [{ documentReferenceType: 'TRD', documentReferenceValue: bill }],
  ...more,
});
const call = (port: string): object => ({
  UNLocationCode: port,
  modeOfTransport: 'VESSEL',
  exportVoyageNumber: '0FL7W',
  vessel: { vesselIMONumber: '9776418', vesselName: 'CMA CGM ANTOINE' },
});
const container = { equipmentReference: 'CSQU3054383', ISOEquipmentCode: '45G1', emptyIndicatorCode: 'LADEN' };
const shipment = (): object[] => [
  event('1', 'EQUIPMENT', -6, { ...container, equipmentEventTypeCode: 'GTIN', transportCall: call('CNSHA') }),
  event('2', 'EQUIPMENT', -5, { ...container, equipmentEventTypeCode: 'LOAD', transportCall: call('CNSHA') }),
  event('3', 'TRANSPORT', -4, { transportEventTypeCode: 'DEPA', transportCall: call('CNSHA') }),
  event('4', 'TRANSPORT', 26, { transportEventTypeCode: 'ARRI', transportCall: call('NLRTM') }),
];

const carrier = createServer((request, response) => {
  const isKnown = request.headers['keyid'] === key;
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown && request.url?.includes(digits) === true ? shipment() : []));
});
let product: RunningProduct | undefined;

test.beforeAll(() => new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve)));
test.afterAll(async () => {
  await product?.stop();
  carrier.close();
});

test('from an empty product to the first tracked shipment in at most 12 inputs', async ({ browser }) => {
  test.setTimeout(300_000);
  const address = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
  product = await startProduct({ SIMULATOR: 'off', NOTIFY_ALLOWED_URLS: address });
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(product.message())?.[0] ?? '';
  const context = await browser.newContext({ baseURL: product.url, locale: 'zh-CN' });
  const page = await context.newPage();
  let inputs = 0;
  const enter = async (label: string, value: string): Promise<void> => {
    inputs += 1;
    await page.getByLabel(label, { exact: true }).fill(value);
  };

  await page.goto('/');
  await enter(firstRun.code, code);
  await enter(firstRun.password, 'Blue-Anchor-Harbour-71');
  await enter(firstRun.tenantCode, 'OWN');
  await page.getByRole('button', { name: spaced(firstRun.submit) }).click();

  await page.getByRole('link', { name: sources.first.toSources }).click();
  const connect = page.getByRole('dialog', { name: sources.connect });
  inputs += 1;
  await connect.getByRole('combobox', { name: sources.counterpart }).fill('CMA');
  await page.locator('.ant-select-item-option', { hasText: 'CNC' }).click();
  await enter('API 密钥', key);
  inputs += 1;
  await connect.getByText(sources.ownAddress, { exact: true }).click();
  await enter(sources.address, address);
  await expectAccessible(page, 'connecting a source');
  await connect.getByRole('button', { name: spaced(sources.save) }).click();
  await expect(connect).toBeHidden();

  await page.goto('/first-steps');
  await page.getByRole('link', { name: sources.first.toTrace }).click();
  const paste = page.getByRole('dialog', { name: traceIndex.title });
  inputs += 1;
  await paste.getByRole('textbox', { name: traceIndex.text }).fill(bill);
  await paste.getByRole('button', { name: spaced(traceIndex.recognise) }).click();
  await expectAccessible(page, 'pasting references');
  await paste.getByRole('button', { name: spaced(filled(traceIndex.subscribe, { count: 1 })) }).click();
  await expect(paste).toBeHidden();

  await page.goto('/first-steps');
  await expect(page.getByText(filled(sources.first.seen, { count: 1 }))).toBeVisible({ timeout: 120_000 });
  await page.goto('/trace-index');
  await expect(visiblePane(page).getByText(bill).first()).toBeVisible();
  expect(inputs).toBeLessThanOrEqual(12);
  await context.close();
});
