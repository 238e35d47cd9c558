import { readFileSync } from 'node:fs';
import { test as base, expect, type Page, type ViewportSize } from '@playwright/test';
import type axe from 'axe-core';
import { type Lang, langs } from '#shared/i18n/text.ts';
import { signInByApi } from './api.ts';
import { beforeLoad, contextOf, giveUp, isEmpty, type SharedPage, pageOf, startOver } from './kept-page.ts';
import { setPaused } from './kept-world.ts';
import { withWorld } from './product.ts';

/**
 * Languages that a journey runs in: the named one, and both with `npm test -- --full`.
 * The walk over every page reads all of them in both languages each time.
 */
export const langsOf = (lang: Lang): readonly Lang[] => (process.env['TEST_FULL'] === undefined ? [lang] : langs);

type Fixtures = {
  problems: string[];
  /** `test.use({ cold: true })`: the browser has nothing of the application in its cache yet. */
  cold: boolean;
  /** `test.use({ worldMoves: true })`: the clock of the world moves during the test. It stands still during all others. */
  worldMoves: boolean;
  world: void;
};

/** A test on the product of its worker; a page error that nothing catches fails it. */
export const test = base.extend<Fixtures, { kept: SharedPage; productUrl: string }>({
  productUrl: [async ({}, use) => withWorld(use), { scope: 'worker', timeout: 240_000 }],
  kept: [
    async ({}, use) => {
      const kept: SharedPage = {};
      await use(kept);
      await giveUp(kept);
    },
    { scope: 'worker' },
  ],
  cold: [false, { option: true }],
  context: async ({ browser, kept, cold, viewport, baseURL }, use) => {
    if (cold) await giveUp(kept);
    await use(await contextOf(kept, browser));
    await startOver(kept, baseURL as string, viewport as ViewportSize);
  },
  page: async ({ context, kept }, use) => {
    await use(await pageOf(kept, context));
  },
  baseURL: async ({ productUrl }, use) => {
    await use(productUrl);
  },
  worldMoves: [false, { option: true }],
  world: [
    async ({ worldMoves, baseURL }, use) => {
      const url = baseURL as string;
      if (worldMoves) await setPaused(url, false);
      await use();
      if (worldMoves) await setPaused(url, true);
    },
    { auto: true },
  ],
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      await use(problems);
      expect(problems, 'errors of the page that nothing caught').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Sets the language before the application starts. */
export const useLanguage = (page: Page, lang: Lang): Promise<void> =>
  beforeLoad(
    page,
    (value) => {
      try {
        localStorage.setItem('locale', localStorage.getItem('locale') ?? value);
      } catch {
        // A frame without an origin has no storage.
      }
    },
    lang,
  );

/** Sets the theme before the application starts. */
export const useTheme = (page: Page, theme: 'light' | 'dark'): Promise<void> =>
  beforeLoad(
    page,
    (value) => {
      // A frame without an origin has no storage.
      if (globalThis.origin !== 'null') localStorage.setItem('portolan.theme', value);
    },
    theme,
  );

/** Signs in and opens a page. */
export async function openAs(page: Page, userCode: string, path: string, lang: Lang = 'zh'): Promise<void> {
  await useLanguage(page, lang);
  // What an open page still asks would be answered that its session has ended, and take the mark of the new one away.
  if (!isEmpty(page)) await page.goto('about:blank');
  await signInByApi(page.request, userCode);
  await page.goto(path);
}

/** Goes to another page inside the application, as its links do. */
export const goInside = (page: Page, href: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, href);

/** The tab on screen: hidden tabs stay in the document. */
export const visiblePane = (page: Page) => page.locator('.pt-pane:visible');

/** The table of exceptions, once it has rows. */
export async function exceptionRows(page: Page) {
  const rows = visiblePane(page).locator('.ant-table-row');
  await expect(rows.first()).toBeVisible();
  return rows;
}

/** Nothing on screen loads or moves: what axe measures in between, such as a fading colour, nobody reads. */
async function untilStill(page: Page): Promise<void> {
  await expect(page.locator('.ant-btn-loading:visible, .ant-spin-spinning:visible')).toHaveCount(0);
  // What fades or slides is brought to its end, and so is what begins because of that.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const ending = document.getAnimations().filter((animation) => {
          const { iterations } = animation.effect?.getComputedTiming() ?? {};
          return animation.playState === 'running' && iterations !== Infinity;
        });
        for (const animation of ending) animation.finish();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return ending.length;
      }),
    )
    .toBe(0);
}

/** Rules of axe: all of them, or those whose outcome depends on the theme. Only what is wrong is reported. */
const rulesOfAxe = {
  all: { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } },
  colors: { resultTypes: ['violations'], runOnly: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, axe.RunOptions>;
export type Rules = keyof typeof rulesOfAxe;

/** The page with axe in it. */
type WithAxe = typeof globalThis & { axe: typeof axe };

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Brings axe into the page and its frames, once for each load: half of the time of a run went into sending and compiling it. It does not
 * keep the HTML of each element that it looks at.
 */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    try {
      if (await frame.evaluate(() => 'axe' in globalThis)) continue;
      await frame.evaluate(axeSource);
      await frame.evaluate(() => (globalThis as WithAxe).axe.configure({ noHtml: true }));
    } catch (error) {
      // A frame of a tab that was just closed is not looked at any more.
      if (!frame.isDetached()) throw error;
    }
  }
}

/**
 * Nothing that people with a disability would stumble over, by the rules of axe, once the screen is still. `within` is the part that is
 * looked at where the rest was before, such as one of many dialogs.
 */
export async function expectAccessible(page: Page, what: string, rules: Rules = 'all', within?: string): Promise<void> {
  await untilStill(page);
  await bringAxe(page);
  const found = await page.evaluate(
    async ({ part, options }) => {
      const { violations } = await (globalThis as WithAxe).axe.run(part ?? document, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
    },
    { part: within, options: rulesOfAxe[rules] },
  );
  expect(found, what).toEqual([]);
}

/** The page itself does not scroll sideways, once it has taken its place: the menu folds, pictures are redrawn. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const over = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(over, what).toBeLessThanOrEqual(0);
}
