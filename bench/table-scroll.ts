/**
 * A table of 1,000 rows is scrolled in Chromium by the wheel, one turn a frame: frames a second, and what the page works for each
 * frame. Floor: the same texts in a bare HTML table, scrolled in the same browser in the same run. Needs `npm run build` and a
 * Chromium. On a busy machine frames are late whatever the page does; the work for a frame is then the figure to look at.
 * Options: --small, --url= (a product that runs already, with a world; signs in as admin).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { addBenchUser } from './data/open-loaded.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, report, rounded } from './support/report.ts';
import { drawBare, openSignedIn, scroll } from './support/wheel.ts';

const goalFps = 50;
const rowCount = 1_000;
const given = process.argv.find((argument) => argument.startsWith('--url='))?.slice('--url='.length);
async function measure(url: string, cookie: string): Promise<Figure[]> {
  const { page, devtools, close } = await openSignedIn({ url, cookie });
  try {
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
    await close();
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
