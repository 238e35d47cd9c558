import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Locator, test } from '@playwright/test';
import { type RunningProduct, startProduct } from './support/product.ts';
import { expect, expectAccessible, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

// An integrator, without a simulated world: key, webhook, test event, a receiver that fails, and a test shipment that arrives as events.

const { apiKeys, common, firstRun, integrations, table } = textsOf('zh');
const { delivery, test: tests, webhook } = integrations;
const reference = 'ZZZZ070001';

type Got = { body: string; signature: string; isTest: boolean };

/** A receiver that takes what it should: HEAD, and signed lists of events in JSON; everything else is refused. */
const got: Got[] = [];
let fails = 0;
let secret = '';
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.method === 'HEAD') return void response.writeHead(204).end();
    const body = Buffer.concat(chunks).toString();
    const signature = String(request.headers['notification-signature']);
    const wanted = `sha256=${createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('hex')}`;
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json')
      return void response.writeHead(400).end('no list of events');
    if (signature !== wanted) return void response.writeHead(401).end('the signature is wrong');
    if (fails > 0) {
      fails -= 1;
      return void response.writeHead(503).end('<b>closed for stocktaking</b>');
    }
    got.push({ body, signature, isTest: request.headers['notification-test'] === 'true' });
    return void response.writeHead(202).end('thank you');
  });
});
let product: RunningProduct | undefined;

test.beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
test.afterAll(async () => {
  await product?.stop();
  receiver.close();
});

test('from a key to a test shipment that arrives as events', async ({ browser }) => {
  test.setTimeout(300_000);
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
  product = await startProduct({ SIMULATOR: 'off', NOTIFY_ALLOWED_URLS: address });
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(product.message())?.[0] ?? '';
  const context = await browser.newContext({ baseURL: product.url, locale: 'zh-CN' });
  const page = await context.newPage();
  // The name of a button may begin with that of its icon.
  const press = (within: Locator, name: string): Promise<void> =>
    within
      .getByRole('button', { name: new RegExp(spaced(name).source.slice(1)) })
      .last()
      .click();
  await page.goto('/');
  await page.getByLabel(firstRun.code, { exact: true }).fill(code);
  await page.getByLabel(firstRun.password, { exact: true }).fill('Blue-Anchor-Harbour-71');
  await page.getByLabel(firstRun.tenantCode, { exact: true }).fill('OWN');
  await page.getByRole('button', { name: spaced(firstRun.submit) }).click();
  await expect(page).not.toHaveURL(/login/);

  /** The first tenant of a dialog's choice. */
  const chooseTenant = async (dialog: Locator): Promise<void> => {
    await dialog.getByRole('combobox').first().click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  };
  await page.goto('/integrations');
  await press(visiblePane(page), apiKeys.new);
  const newKey = page.getByRole('dialog', { name: apiKeys.newTitle });
  await newKey.getByLabel(apiKeys.column.name, { exact: true }).fill('ERP');
  await chooseTenant(newKey);
  await press(newKey, apiKeys.make);
  const once = page.getByRole('dialog', { name: filled(apiKeys.onceTitle, { name: 'ERP' }) });
  const key = await once.locator('code').innerText();
  await press(once, common.close);
  await expectAccessible(page, 'keys');

  await page.getByRole('tab', { name: integrations.part.webhooks }).click();
  await press(visiblePane(page), webhook.new);
  const newHook = page.getByRole('dialog', { name: webhook.newTitle });
  await newHook.getByLabel(webhook.address, { exact: true }).fill(address);
  await chooseTenant(newHook);
  await expectAccessible(page, 'a new webhook');
  await press(newHook, webhook.make);
  const secretOnce = page.getByRole('dialog', { name: webhook.onceTitle });
  secret = await secretOnce.locator('code').innerText();
  await press(secretOnce, common.close);
  const row = visiblePane(page).locator('.ant-table-row').filter({ hasText: address });
  await row.getByRole('button', { name: table.actions }).click();
  await page.getByRole('menuitem', { name: webhook.open }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: delivery.title });

  const sendTest = async (kind: 'EQUIPMENT' | 'TRANSPORT'): Promise<void> => {
    await press(drawer, webhook.test);
    await page.getByRole('menuitem', { name: webhook.kind[kind] }).click();
  };
  await sendTest('EQUIPMENT');
  await expect(drawer.getByText('HTTP 202')).toBeVisible();
  expect(got).toMatchObject([{ isTest: true }]);
  fails = 1;
  await sendTest('TRANSPORT');
  await expect(drawer.getByText('HTTP 503')).toBeVisible();
  await press(drawer.getByRole('row').filter({ hasText: 'HTTP 503' }), delivery.show);
  const detail = page.getByRole('dialog', { name: delivery.title });
  await expect(detail.getByText('<b>closed for stocktaking</b>')).toBeVisible();
  await expect(detail.getByText(/notification-signature: sha256=/)).toBeVisible();
  await expectAccessible(page, 'a delivery');
  await press(detail, common.close);
  await press(drawer, delivery.resendAll);
  await press(page.getByRole('dialog', { name: delivery.resendAllTitle }), delivery.resend);
  await expect(drawer.getByText('HTTP 503')).toBeHidden({ timeout: 60_000 });
  expect(got).toHaveLength(2);
  await page.keyboard.press('Escape');

  const before = got.length;
  const started = await page.request.post('/api/data-center/tnt/v2/test-shipments', {
    headers: { 'api-key': key },
    data: { reference },
  });
  expect([started.status(), started.headers()['api-version']]).toEqual([201, '2.2.0']);
  await expect
    .poll(() => got.slice(before).some(({ body }) => body.includes(reference)), { timeout: 90_000 })
    .toBe(true);
  const events = JSON.parse(got.slice(before).find(({ body }) => body.includes(reference))?.body ?? '[]') as object[];
  expect(events).toContainEqual(
    expect.objectContaining({ transportEventTypeCode: 'ARRI', eventClassifierCode: 'ACT' }),
  );

  await page.getByRole('tab', { name: integrations.part.tests }).click();
  await expect(visiblePane(page).getByText(tests.ended, { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'test shipments');
  await visiblePane(page).getByRole('link', { name: tests.open }).click();
  await expect(visiblePane(page).getByText(textsOf('zh').value.testData).first()).toBeVisible();
  await page.goto('/integrations?part=tests');
  await press(visiblePane(page), tests.clear);
  await press(page.getByRole('dialog').last(), tests.clear);
  await expect(visiblePane(page).getByText(tests.none)).toBeVisible();
  await context.close();
});
