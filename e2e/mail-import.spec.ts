import { rmSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { receivedMailsList } from '#lists/received-mails.ts';
import { freePort, newWorldDir, type RunningProduct, startProduct } from './support/product.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

// From a mail to a shipment that is followed: the address is made, the sheet is mapped once, and its bill is in the list.

const { common, mailImport } = textsOf('zh');
const states = receivedMailsList.columns.state.values;
const dataDir = newWorldDir();
let product: RunningProduct | undefined;

test.afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
});

test('a sheet that comes by e-mail is mapped once, and its bill is followed', async ({ browser }) => {
  const port = await freePort();
  product = await startProduct({
    DATA_DIR: dataDir,
    MAIL_IN_PORT: String(port),
    MAIL_IN_DOMAIN: 'inbound.example',
  });
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  await openAs(page, 'admin', '/mail-import');
  const pane = visiblePane(page);
  await pane.getByRole('button', { name: mailImport.make }).click();
  const setup = page.getByRole('dialog', { name: mailImport.setup.title });
  await setup.getByRole('textbox', { name: mailImport.setup.senders }).fill('erp@haifan.example');
  await setup.getByRole('button', { name: spaced(common.ok) }).click();
  const address = pane.getByText(/^[a-z0-9-]+@inbound\.example$/);
  await expect(address).toBeVisible();
  await expectAccessible(page, 'the list of mails');

  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const sent = await transport.sendMail({
    from: 'erp@haifan.example',
    to: await address.innerText(),
    subject: 'May shipments',
    text: 'see attachment',
    attachments: [{ filename: 'may.csv', content: 'Master B/L,Line\nMERI765432101,MERI\n' }],
  });
  transport.close();
  expect(sent.response).toMatch(/^250/);

  await expect(pane.getByText(states.unmapped.zh)).toBeVisible();
  await pane.getByText('May shipments').dblclick();
  const drawer = page.getByRole('dialog', { name: /May shipments/ });
  await drawer.getByRole('button', { name: mailImport.drawer.map }).click();
  const mapping = page.getByRole('dialog', { name: /may\.csv/ });
  await expect(mapping.getByText('MERI765432101', { exact: true })).toBeVisible();
  await mapping.getByRole('button', { name: spaced(mailImport.mapping.ok) }).click();
  await expect(drawer.getByText(states.done.zh).first()).toBeVisible();

  await page.goto('/exception-subscribe?blNo=MERI765432101');
  await expect(visiblePane(page).getByText('MERI765432101').first()).toBeVisible();
  await context.close();
});
