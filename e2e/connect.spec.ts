import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { OAuthProgram } from '#testing/oauth-program.ts';
import { password } from './support/api.ts';
import { type Lang, langs } from '#shared/i18n/text.ts';
import { expect, expectAccessible, test, useLanguage, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

/** A program on the person's computer: it waits on a port of its own for what the browser brings back. */
async function listen(): Promise<{ redirectUrl: string; answered: Promise<URL>; stop: () => void }> {
  let bring: (url: URL) => void = () => undefined;
  const answered = new Promise<URL>((resolve) => {
    bring = resolve;
  });
  const server = createServer((request, response) => {
    response.end('You can close this window.');
    if (request.url?.startsWith('/callback') === true) bring(new URL(request.url, redirectUrl));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const redirectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return { redirectUrl, answered, stop: () => void server.close() };
}

async function signIn(page: Page, lang: Lang, userCode: string): Promise<void> {
  const { login } = textsOf(lang);
  await page.getByLabel(login.userCode, { exact: true }).fill(userCode);
  await page.getByLabel(login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

for (const lang of langs)
  test(`a program is connected after signing in, works, and is disconnected (${lang})`, async ({ page, baseURL }) => {
    const url = baseURL as string;
    const { connect, account } = textsOf(lang);
    await useLanguage(page, lang);
    await page.setViewportSize({ width: 390, height: 844 });
    const home = await listen();
    const name = `Harbour chat ${Date.now()}`;
    const program = new OAuthProgram({ name, redirectUrl: home.redirectUrl });
    const asked = await program.connect(url);
    if (!('authorization' in asked)) throw new Error('nobody was asked');

    await page.goto(asked.authorization.href);
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, lang, 'bob');
    await expect(page).toHaveURL(/\/connect\?request=/);
    await expect(page.getByText(`«${name}»`)).toBeVisible();
    await expect(page.getByText(new URL(home.redirectUrl).host)).toBeVisible();
    await expectAccessible(page, `connect, phone, ${lang}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1366, height: 768 });
    await expectAccessible(page, `connect, ${lang}`);

    await page.getByRole('checkbox', { name: connect.scope.act }).check();
    await page.getByRole('button', { name: connect.allow, exact: true }).click();
    const client = await program.finish(url, await home.answered);
    await expect(page).toHaveURL((address) => address.href.startsWith(home.redirectUrl));
    home.stop();
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    expect(names).toContain('comment');
    const answer = await client.callTool({ name: 'list_attention', arguments: {} });
    expect(answer.isError).not.toBe(true);

    await page.goto(`${url}/account`);
    const pane = visiblePane(page);
    const row = pane.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText(account.programScope.act);
    await expectAccessible(page, `account with a program, ${lang}`);
    await row.getByRole('button', { name: account.programEndNamed.replace('{{name}}', name) }).click();
    await page.getByRole('dialog').getByRole('button', { name: account.programEnd, exact: true }).click();
    await expect(row).toBeHidden();
    expect('authorization' in (await program.connect(url))).toBe(true);
  });

test('a request with a foreign address goes nowhere and says so', async ({ page, baseURL }) => {
  const url = baseURL as string;
  const program = new OAuthProgram();
  const asked = await program.connect(url);
  if (!('authorization' in asked)) throw new Error('nobody was asked');
  asked.authorization.searchParams.set('redirect_uri', 'https://evil.example/');
  await page.goto(asked.authorization.href);
  await signIn(page, 'zh', 'bob');
  await expect(page.getByText(textsOf('zh').connect.problem.invalid_redirect_uri)).toBeVisible();
  await expectAccessible(page, 'a problem of connecting');
});
