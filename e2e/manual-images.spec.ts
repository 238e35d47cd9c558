import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { bookOrder } from '#web/features/administration/manual/book-order.ts';
import { readChapters } from '#web/features/administration/manual/read-manual.ts';
import { callApi, type ExceptionRow, listExceptions } from './support/api.ts';
import { withMaps } from './support/kept-page.ts';
import { expect, langs, openAs, test, useTheme, visiblePane } from './support/test.ts';

// Draws the pictures of the manual from a living product: `npm run generate:images`. No part of the suite.
test.use({ launchOptions: withMaps, viewport: { width: 1366, height: 768 } });
test.describe.configure({ timeout: 900_000 });

const manual = join(import.meta.dirname, '../docs/manual');

/** Pages that show nothing before they are asked something: what to ask. */
const questions: Readonly<Record<string, string>> = {
  '/port-vessel-schedule': '?portCode=CNSHA',
  '/vessel-schedule': '?from=CNSHA&to=NLRTM',
};

/** The pages with a picture, and its file. */
const picturesOf = (lang: string): { route: string; file: string }[] =>
  bookOrder
    .flatMap((name) => readChapters(name, readFileSync(join(manual, lang, `${name}.md`), 'utf8')))
    .flatMap(({ route, blocks }) =>
      blocks.flatMap((block) => (block.kind === 'image' && route !== undefined ? [{ route, file: block.file }] : [])),
    );

/** A picture of the screen as WebP, which is a third of a PNG. */
async function webpOf(browser: Browser, page: Page): Promise<Buffer> {
  const png = await page.screenshot({ animations: 'disabled' });
  const encoder = await browser.newPage();
  try {
    const url = await encoder.evaluate(
      async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [image.width, image.height];
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        return canvas.toDataURL('image/webp', 0.82);
      },
      `data:image/png;base64,${png.toString('base64')}`,
    );
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  } finally {
    await encoder.close();
  }
}

/** An exception about a shipment under way, whose page has something to show. */
async function richException(request: APIRequestContext): Promise<ExceptionRow> {
  const { rows } = await listExceptions(request);
  for (const row of rows) {
    if (row.bkId === null) continue;
    const trace = await callApi<{ containers: unknown[]; position: object | null }>(
      request,
      `/api/data/trace/detail?obmBkId=${row.bkId}`,
    );
    if (trace.containers.length > 0 && trace.position !== null) return row;
  }
  throw new Error('no exception is about a vessel at sea with containers');
}

for (const lang of langs) {
  test(`pictures of the manual (${lang})`, async ({ page, browser }) => {
    const folder = join(manual, 'images', lang);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await useTheme(page, 'light');
    await openAs(page, 'operator', '/home', lang);
    const row = await richException(page.request);
    const addresses: Readonly<Record<string, string>> = {
      ...questions,
      '/trace-detail': `?obmBkId=${row.bkId}`,
      '/exception-manage/handle': `?id=${row.obmAutotestResultId}`,
    };
    let signedInAs = 'operator';
    for (const { route, file } of picturesOf(lang)) {
      // Administrators see most; the lists of exceptions and shipments are those of people who work with them.
      const userCode = /^\/(?:exception|trace|dashboard)/.test(route) ? 'operator' : 'admin';
      const address = `${route}${addresses[route] ?? ''}`;
      if (userCode === signedInAs) await page.goto(address);
      else await openAs(page, userCode, address, lang);
      signedInAs = userCode;
      await expect(visiblePane(page).locator(':scope > *').first(), route).toBeVisible();
      await page.evaluate(() => {
        for (const close of document.querySelectorAll<HTMLElement>('.pt-tab:not([data-active=true]) .pt-tab-close'))
          close.click();
      });
      await expect(page.locator('.pt-loading:visible, .ant-spin-spinning:visible'), route).toHaveCount(0);
      await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => {});
      await page.mouse.move(700, 760);
      writeFileSync(join(folder, file), await webpOf(browser, page));
    }
  });
}
