import { existsSync } from 'node:fs';
import { type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { isSmall } from './report.ts';

const frames = isSmall() ? 120 : 600;
/** A hundred rows a second at 60 frames: as fast as anybody sees anything of them. */
const stepPx = 60;
const chromium = [
  process.env['PORTOLAN_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));

/** How a table was scrolled. */
type Scrolled = { fps: number; workMs: number; rows: number };

/** Turns the wheel once a frame; gives how long all frames took and the number of different rows that were on screen. */
const turnWheel = ({ box, row, count, px }: { box: string; row: string; count: number; px: number }) =>
  new Promise<{ ms: number; rows: number }>((resolve) => {
    const target = document.querySelector(box) as HTMLElement;
    const seen = new Set<string>();
    let done = 0;
    let startedAt = 0;
    const step = (at: number): void => {
      if (done === 0) startedAt = at;
      const first = target.querySelector(row);
      if (first !== null) seen.add(first.textContent);
      if (done === count) return resolve({ ms: at - startedAt, rows: seen.size });
      const deltaY = done < count / 2 ? px : -px;
      const wheel = new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true });
      // A table that scrolls by itself takes the wheel; any other is scrolled as the browser would.
      if (target.dispatchEvent(wheel)) target.scrollTop += deltaY;
      done += 1;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });

async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Scrolls a box by the wheel: frames a second, the page's work for each, and different rows that came to its top. */
export async function scroll(page: Page, devtools: CDPSession, box: string, row: string): Promise<Scrolled> {
  // The first turn warms up code that is compiled on the way.
  await page.evaluate(turnWheel, { box, row, count: 30, px: stepPx });
  const before = await workOf(devtools);
  const { ms, rows } = await page.evaluate(turnWheel, { box, row, count: frames, px: stepPx });
  return { fps: (frames * 1000) / ms, workMs: ((await workOf(devtools)) - before) / frames, rows };
}

/** The texts of the table as a bare one, in a box of the same height. */
export const drawBare = ({ count, texts }: { count: number; texts: string[] }): void => {
  const cells = texts.map((text) => `<td>${text}</td>`).join('');
  const rows = Array.from({ length: count }, (_, index) => `<tr><td>${index}</td>${cells}</tr>`).join('');
  document.body.innerHTML = `<div id="bare" style="height:600px;overflow:auto"><table>${rows}</table></div>`;
};

/** A page of Chromium that somebody is signed in on, with what tells the processor time of its thread. */
export async function openSignedIn({ url, cookie }: { url: string; cookie: string }): Promise<{
  page: Page;
  devtools: CDPSession;
  close: () => Promise<void>;
}> {
  const browser = await playwright.launch({
    ...(chromium === undefined ? {} : { executablePath: chromium }),
    // Maps are drawn by software.
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-dev-shm-usage',
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url, httpOnly: true, sameSite: 'Strict' },
    { name: 'portolan_signed_in', value: '1', url, sameSite: 'Strict' },
  ]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  // Processor time of the page's thread: other work of the machine does not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools, close: () => browser.close() };
}
