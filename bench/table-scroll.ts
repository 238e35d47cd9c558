/**
 * A table of 1,000 rows is scrolled in Chromium by the wheel, one turn a frame: frames a second, and what the page works for each
 * frame. Floor: the same texts in a bare HTML table, scrolled in the same browser in the same run. Needs `npm run build` and a
 * Chromium. On a busy machine frames are late whatever the page does; the work for a frame is then the figure to look at.
 * Options: --small, --url= (a product that runs already, with a world; signs in as admin).
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { addBenchUser } from './data/open-loaded.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goalFps = 50;
const frames = isSmall() ? 120 : 600;
/** A hundred rows a second at 60 frames: as fast as anybody sees anything of them. */
const stepPx = 60;
const rowCount = 1_000;
const given = process.argv.find((argument) => argument.startsWith('--url='))?.slice('--url='.length);
const chromium = [
  process.env['PORTOLAN_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => file !== undefined && existsSync(file));

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

async function scroll(page: Page, devtools: CDPSession, box: string, row: string): Promise<Scrolled> {
  // The first turn warms up code that is compiled on the way.
  await page.evaluate(turnWheel, { box, row, count: 30, px: stepPx });
  const before = await workOf(devtools);
  const { ms, rows } = await page.evaluate(turnWheel, { box, row, count: frames, px: stepPx });
  return { fps: (frames * 1000) / ms, workMs: ((await workOf(devtools)) - before) / frames, rows };
}

/** The texts of the table as a bare one, in a box of the same height. */
const drawBare = ({ count, texts }: { count: number; texts: string[] }): void => {
  const cells = texts.map((text) => `<td>${text}</td>`).join('');
  const rows = Array.from({ length: count }, (_, index) => `<tr><td>${index}</td>${cells}</tr>`).join('');
  document.body.innerHTML = `<div id="bare" style="height:600px;overflow:auto"><table>${rows}</table></div>`;
};

async function measure(url: string, cookie: string): Promise<Figure[]> {
  const browser = await playwright.launch({
    ...(chromium === undefined ? {} : { executablePath: chromium }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
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
    await page.goto(`${url}/testWaliTable?size=${rowCount}`);
    await page.locator('.pt-window .ant-table-row').first().waitFor();
    const ours = await scroll(page, devtools, '.pt-window', '.ant-table-row');
    await page.evaluate(drawBare, { count: rowCount, texts: ['外高桥四期', '上海', '12.7', '7', '是', '2007', ''] });
    const bare = await scroll(page, devtools, '#bare', 'tr');
    if (ours.rows < 20) throw new Error(`only ${ours.rows} rows came to the top: it was not scrolled`);
    return [
      {
        name: `table of ${rowCount} rows, scrolled`,
        goal: `>= ${goalFps} frames/s`,
        measured: `${rounded(ours.fps)} frames/s`,
        beside: `bare table ${rounded(bare.fps)} frames/s`,
        ratio: rounded(ours.fps / bare.fps),
        reached: ours.fps >= goalFps,
      },
      {
        name: `table of ${rowCount} rows, work for a frame`,
        goal: `<= ${1000 / goalFps} ms`,
        measured: `${rounded(ours.workMs)} ms`,
        beside: `bare table ${rounded(bare.workMs)} ms`,
        ratio: rounded(ours.workMs / bare.workMs),
        reached: ours.workMs <= 1000 / goalFps,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function withProduct(): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-scroll-'));
  const database = await openDatabase({ dataDir, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await migrate(database);
  await addBenchUser(database);
  await database.close();
  const product = await startProductProcess(['--role=web'], { DATA_DIR: dataDir });
  try {
    return await measure(product.url, await signIn(product.url));
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

report(
  given === undefined
    ? await withProduct()
    : await measure(given, await signIn(given, { userCode: 'admin', password: 'Portolan1' })),
);
