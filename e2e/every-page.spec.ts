import type { Page } from '@playwright/test';
import { pageList } from '#web/app/page-list.ts';
import { expectOwnStyles } from './support/foreign-styles.ts';
import { cutTexts } from './support/measured.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goInside,
  openAs,
  test,
  useTheme,
  visiblePane,
} from './support/test.ts';
import { textsOf } from './support/texts.ts';

// The structure of a page is the same in both; its colours are not.
const views = [
  { lang: 'zh', theme: 'light', width: 1366, height: 768, rules: 'all' },
  { lang: 'en', theme: 'dark', width: 1920, height: 1080, rules: 'colors' },
] as const;

/** What only a programmer understands: the key of a text, or a value that could not be written. */
const sections = Object.keys(textsOf('en')).join('|');
const rawText = new RegExp(
  `\\b(?:${sections})(?:\\.[a-z][A-Za-z]+)+\\b|\\bundefined\\b|\\bNaN\\b|\\[object |Invalid Date`,
);

/** Answers of the server that are its own fault. */
function watchAnswers(page: Page): string[] {
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 500) failed.push(`${response.status()} ${response.url()}`);
  });
  return failed;
}

/** Pages of hidden tabs stay in the document, and the rules of axe look at them too. */
const closeOthers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const others = document.querySelectorAll<HTMLElement>('.pt-tab:not([data-active=true]) .pt-tab-close');
    for (const close of others) close.click();
  });

for (const { lang, theme, width, height, rules } of views) {
  test.describe(`every page in ${lang}, ${theme}, at ${width} x ${height}`, () => {
    test.describe.configure({ timeout: 1_200_000 });
    test('opens without a fault, says nothing raw and is accessible', async ({ page }) => {
      await useTheme(page, theme);
      await page.setViewportSize({ width, height });
      await openAs(page, 'admin', '/home', lang);
      await expect(visiblePane(page)).toBeVisible();
      const failed = watchAnswers(page);
      for (const [index, { route, title, load }] of pageList.filter((one) => one.load !== undefined).entries()) {
        await test.step(`${route} ${title[lang]}`, async () => {
          // Mostly as links do, which takes a third of the time; loaded now and then, so that memory does not grow.
          if (index % 10 === 0) await page.goto(route);
          else await goInside(page, route);
          await expect(page.locator(`.pt-tab[data-active=true] a[href^="${route}"]`), route).toHaveCount(1);
          await closeOthers(page);
          await expect(visiblePane(page).locator(':scope > *').first(), route).toBeVisible();
          await expect(visiblePane(page).locator('.pt-loading:visible'), route).toHaveCount(0);
          await expectNoSidewaysScroll(page, route);
          const stillCut = expect.poll(() => cutTexts(page), `cut on ${route}`).toEqual([]);
          await stillCut.catch((error: unknown) => expect.soft(String(error), route).toBe(''));
          const text = await page.locator('body').innerText();
          expect.soft(rawText.exec(text)?.[0], `raw text on ${route}`).toBeUndefined();
          if (rules === 'all' && load !== undefined) await expectOwnStyles(page, load);
          await expectAccessible(page, route, rules).catch((error: unknown) =>
            expect.soft(String(error), route).toBe(''),
          );
        });
      }
      expect(failed, 'calls that the server failed').toEqual([]);
    });
  });
}
