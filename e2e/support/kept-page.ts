import type { Browser, BrowserContext, Page, ViewportSize } from '@playwright/test';

/** How the browser of the journeys is started: without WebGL, so maps are lists. */
export const launchOptions = {
  executablePath: process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-3d-apis', '--disable-background-networking'],
};

/** `test.use({ launchOptions: withMaps })`: maps are drawn, by the processor. Files with it have a browser of their own. */
export const withMaps = { ...launchOptions, args: ['--no-sandbox', '--enable-unsafe-swiftshader'] };

/** The browser context and the page that all journeys of a worker use, one after the other. */
export type SharedPage = { context?: BrowserContext; page?: Page };

/** What journeys listen to. */
const heard = ['pageerror', 'console', 'dialog', 'popup', 'request', 'requestfinished', 'requestfailed', 'response'];

const scripts = new WeakMap<Page, { dispose: () => Promise<void> }[]>();

/** Runs a script before the application, each time that this journey loads a page. */
export async function beforeLoad<Arg>(page: Page, script: (arg: Arg) => void, arg: Arg): Promise<void> {
  const added = await page.addInitScript(script as (arg: unknown) => void, arg);
  scripts.set(page, [...(scripts.get(page) ?? []), added]);
}

/** The context of the worker. */
export async function contextOf(kept: SharedPage, browser: Browser): Promise<BrowserContext> {
  kept.context ??= await browser.newContext();
  return kept.context;
}

/**
 * The page of the worker. Its process and its cache have the code of the application, read and compiled: in a new context
 * that takes more than half of the time of a short journey.
 */
export async function pageOf(kept: SharedPage, context: BrowserContext): Promise<Page> {
  if (kept.page === undefined || kept.page.isClosed()) {
    const page = await context.newPage();
    page.on('crash', () => {
      if (kept.page === page) delete kept.page;
    });
    kept.page = page;
  }
  return kept.page;
}

/** Closes the context; the next journey begins with a new one and an empty cache. */
export async function giveUp(kept: SharedPage): Promise<void> {
  await kept.context?.close();
  delete kept.context;
  delete kept.page;
}

/** A page of the site without the application: it asks nothing, and stores nothing while it leaves. */
const emptyPath = '/healthz';
export const isEmpty = (page: Page): boolean => page.url() === 'about:blank' || page.url().endsWith(emptyPath);

/** Takes away everything but the cache, so that the next journey begins as in a new browser. */
export async function startOver(kept: SharedPage, baseURL: string, viewport: ViewportSize): Promise<void> {
  const { context, page } = kept;
  // A journey that closed its page, or broke it, gives the next one a new browser.
  if (context === undefined || page === undefined || page.isClosed()) return giveUp(kept);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const event of heard) await page.removeAllListeners(event, { behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const script of scripts.get(page) ?? []) await script.dispose();
  scripts.delete(page);
  await page.goto(`${baseURL}${emptyPath}`);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await context.clearCookies();
  await page.setViewportSize(viewport);
}
