import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { feedback } from '#entities/feedback.ts';
import { outboxList } from '#lists/outbox.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane, type Lang } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

type Definition = { feedbackName: string; feedbackAddr: string };

/** The secret that the world's receiver ALPHA checks with. */
const receiverSecret = `whsec_${Buffer.from('receiver-ALPHA'.padEnd(32, '.')).toString('base64')}`;

/** Where the receiver of the simulated world listens this time. */
async function receiverOf(request: APIRequestContext): Promise<string> {
  const { records } = await callApi<{ records: Definition[] }>(request, '/api/product/feedback/query', {
    pageSize: 100,
  });
  const address = records.map((row) => row.feedbackAddr).find((text) => text.endsWith('/webhook/ALPHA'));
  if (address === undefined) throw new Error('the simulated world has no receiver');
  return address;
}

const labelOf = (name: keyof typeof feedback.fields, lang: Lang): string => feedback.fields[name].label[lang];
const field = (dialog: Locator, name: keyof typeof feedback.fields, lang: Lang): Locator =>
  dialog.getByLabel(labelOf(name, lang), { exact: true });

async function choose(page: Page, control: Locator, text: string): Promise<void> {
  await control.click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').getByText(text, { exact: true }).click();
}

const rowOf = (page: Page, text: string): Locator =>
  visiblePane(page).locator('.ant-table-row').filter({ hasText: text });

async function act(page: Page, row: Locator, lang: Lang, name: string): Promise<void> {
  await row.getByRole('button', { name: textsOf(lang).table.actions }).click();
  await page.getByRole('menuitem', { name }).click();
}

async function add(page: Page, lang: Lang, values: { name: string; address: string }): Promise<void> {
  const words = textsOf(lang);
  await visiblePane(page)
    .getByRole('button')
    .filter({ hasText: spaced(words.entity.new) })
    .click();
  const dialog = page.getByRole('dialog').last();
  await field(dialog, 'feedbackName', lang).fill(values.name);
  await choose(page, field(dialog, 'tenantId', lang), lang === 'zh' ? '海帆供应链' : 'Haifan Supply Chain');
  await choose(page, field(dialog, 'feedbackType', lang), lang === 'zh' ? '网络回调' : 'Webhook');
  await field(dialog, 'feedbackAddr', lang).fill(values.address);
  await field(dialog, 'feedbackAuth', lang).fill(receiverSecret);
  await field(dialog, 'feedbackContent', lang).fill('{{tenant}} {{nobody}}');
  const save = dialog.getByRole('button', { name: spaced(words.common.save) });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('nobody');
  await field(dialog, 'feedbackContent', lang).fill('{{tenant}} {{error}}');
  await dialog.getByRole('button', { name: words.outbox.secret.make }).click();
  await expect(dialog.getByText(/^whsec_[\w+/]{40,}=*$/)).toBeVisible();
  await expectAccessible(page, 'dialog of a definition');
  await save.click();
  await expect(dialog).toBeHidden();
}

async function changeAddress(page: Page, lang: Lang, name: string, address: string): Promise<void> {
  await act(page, rowOf(page, name), lang, textsOf(lang).common.edit);
  const dialog = page.getByRole('dialog').last();
  await field(dialog, 'feedbackAddr', lang).fill(address);
  await dialog.getByRole('button', { name: spaced(textsOf(lang).common.save) }).click();
  await expect(dialog).toBeHidden();
}

async function sendTest(page: Page, lang: Lang, name: string): Promise<Locator> {
  await act(page, rowOf(page, name), lang, textsOf(lang).outbox.test.action);
  const result = page.getByRole('dialog').filter({ hasText: name });
  await expect(result.getByRole('status')).toBeVisible();
  return result;
}

for (const lang of langsOf('en')) {
  test(`a definition is tested, mended, and what failed is sent again (${lang})`, async ({ page }) => {
    const words = textsOf(lang);
    const { test: message, signature } = words.outbox;
    const state = outboxList.columns.state.values;
    const name = `E2E_${lang}_${Date.now()}`;
    await openAs(page, 'operator', `/feedback?keyword=${name}`, lang);
    const receiver = await receiverOf(page.request);
    await add(page, lang, { name, address: `${receiver}?answer=503` });

    const failed = await sendTest(page, lang, name);
    await expect(failed.getByRole('status')).toContainText(message.notDelivered);
    await expect(failed.getByText(/^503 /)).toBeVisible();
    await expectAccessible(page, 'result of a test');
    await failed
      .getByRole('button', { name: spaced(words.common.close) })
      .last()
      .click();

    await changeAddress(page, lang, name, receiver);
    const sent = await sendTest(page, lang, name);
    await expect(sent.getByRole('status')).toContainText(message.delivered);
    await expect(sent.getByText('"type": "feedback.test"')).toBeVisible();
    await sent.getByRole('button', { name: message.outbox }).click();

    const rows = visiblePane(page).locator('.ant-table-row');
    await expect(rows).toHaveCount(2);
    await expectAccessible(page, 'outbox');
    await rows.filter({ hasText: state.given_up[lang] }).dblclick();
    const drawer = page.getByRole('dialog').filter({ hasText: words.outbox.attempts });
    await expect(drawer.getByText('HTTP 503')).toBeVisible();
    await expectAccessible(page, 'drawer of a notification');
    await drawer.getByRole('button', { name: words.outbox.replay }).click();
    const question = page.getByRole('dialog').filter({ hasText: words.outbox.replayContent });
    await question.getByRole('button', { name: words.outbox.replay }).click();
    await expect(drawer.locator('.pt-drawer-title')).toContainText(state.sent[lang]);
    await expect(drawer.locator('.pt-outbox-attempts tbody tr')).toHaveCount(2);
    await expect(drawer.getByText(signature.valid)).toHaveCount(2);
    await expect(drawer.getByText('HTTP 200')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rows.filter({ hasText: state.sent[lang] })).toHaveCount(2);
  });
}

test('exceptions of the world have reached its receivers', async ({ page }) => {
  await openAs(page, 'operator', '/outbox?state=sent&feedbackType=EMAIL&keyword=duty@haifan.example');
  const { outbox } = textsOf('zh');
  const row = visiblePane(page).locator('.ant-table-row').filter({ hasText: '发现异常' }).first();
  await row.dblclick();
  const drawer = page.getByRole('dialog').filter({ hasText: outbox.attempts });
  await expect(drawer.getByText(outbox.received)).toBeVisible();
  // The receivers of the world forget what they got when it starts again.
  await drawer.getByRole('button', { name: outbox.replay }).click();
  const question = page.getByRole('dialog').filter({ hasText: outbox.replayContent });
  await question.getByRole('button', { name: outbox.replay }).click();
  const texts = drawer.locator('.pt-message-text');
  await expect(texts.nth(1)).toBeVisible();
  expect(await texts.nth(1).textContent()).toBe(await texts.nth(0).textContent());
});

test('without the menu there is no outbox', async ({ page }) => {
  await openAs(page, 'alice', '/outbox');
  await expect(page.getByText('403')).toBeVisible();
});
