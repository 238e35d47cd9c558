/**
 * What a browser fetches of the built web application (gzip), whether the map stays away until it is opened, and what Lighthouse
 * says on a desktop about ten pages of the simulated world, which stands still meanwhile. Needs `npm run build` and a Chromium.
 * Options: --small (one run a page), --only=<path>,<path>.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import type { CallData } from '#contract/index.ts';
import { ask } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const goalPerformance = 95;
const goalAccessibility = 100;
const goalBestPractices = 95;
/** Of 1: what a page may move while it loads. */
const goalShift = 0.1;
const runs = isSmall() ? 1 : 3;
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');

/** The lines of scripts/check-budgets.ts as figures. */
function sizes(): Figure[] {
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'scripts/check-budgets.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/^(ok|OVER)\s+(.+): ([\d.]+) of (\d+) KB gzip/gm)].map(([, verdict, name, kb, limit]) => ({
    name: name ?? '',
    goal: `<= ${limit} KB gzip`,
    measured: `${kb} KB`,
    beside: '-',
    ratio: (Number(kb) / Number(limit)).toFixed(2),
    reached: verdict === 'ok',
  }));
}

type Chunk = { file: string; imports?: string[] };

/** No page brings the map along before somebody opens it: no static import leads to it. */
function mapApart(): Figure {
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist/web/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const reached = new Set<string>();
  const follow = (entry: string): void => {
    if (reached.has(entry)) return;
    reached.add(entry);
    for (const next of manifest[entry]?.imports ?? []) follow(next);
  };
  for (const entry of [
    'index.html',
    'shell/Shell.tsx',
    'features/exceptions/exception-manage/ExceptionManagePage.tsx',
    'features/tracking/trace-detail/TraceDetailPage.tsx',
  ])
    follow(entry);
  const mapFiles = [...reached].filter((entry) => /maplibre/i.test(`${entry} ${manifest[entry]?.file}`));
  return {
    name: 'map loaded only when opened',
    goal: 'in no page from the start',
    measured: mapFiles.length === 0 ? 'in none' : mapFiles.join(', '),
    beside: '-',
    ratio: '-',
    reached: mapFiles.length === 0,
  };
}

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
);

type Categories = { performance: number; accessibility: number; 'best-practices': number };
/** What Lighthouse says: points of 100, the layout shift, the blocking time in milliseconds. */
type Scores = Categories & { shift: number; blockedMs: number };

/** A browser of its own that Lighthouse is pointed at: with the session's cookies, as after a sign-in. */
async function openBrowser(url: string, cookie: string | undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portolan-lighthouse-'));
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  // By the address of a page they would be cookies of its folder.
  const { origin } = new URL(url);
  if (cookie !== undefined) {
    await context.addCookies([
      { name, value, url: origin, httpOnly: true, sameSite: 'Strict' },
      { name: 'portolan_signed_in', value: '1', url: origin, sameSite: 'Strict' },
    ]);
  }
  return {
    port,
    folder,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On a busy machine a page sometimes cannot be recorded: that is tried again. */
async function lighthouse(url: string, cookie: string | undefined, attempts = 3): Promise<Scores> {
  for (let attempt = 1; ; attempt += 1) {
    const browser = await openBrowser(url, cookie);
    try {
      return await lighthouseOnce(url, browser.port, path.join(browser.folder, 'report.json'));
    } catch (error) {
      if (attempt >= attempts) throw error;
    } finally {
      await browser.close();
    }
  }
}

async function lighthouseOnce(url: string, port: number, file: string): Promise<Scores> {
  await promisify(execFile)(process.execPath, [
    path.join(root, 'node_modules/lighthouse/cli/index.js'),
    url,
    '--preset=desktop',
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    '--only-categories=performance,accessibility,best-practices',
    '--disable-storage-reset',
    `--port=${port}`,
  ]);
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(file, 'utf8')) as {
    categories: Record<keyof Categories, { score: number; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<
      string,
      {
        score: number | null;
        title: string;
        displayValue?: string;
        numericValue?: number;
        details?: { items?: { node?: { snippet?: string } }[] };
      }
    >;
    finalDisplayedUrl: string;
  };
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
    'speed-index',
  ];
  console.error(new URL(url).pathname, metrics.map((id) => `${id} ${audits[id]?.displayValue}`).join(', '));
  for (const { id, weight } of [...categories.accessibility.auditRefs, ...categories['best-practices'].auditRefs]) {
    const audit = audits[id];
    if (weight === 0 || audit === undefined || audit.score === null || audit.score === 1) continue;
    const where = (audit.details?.items ?? []).map((item) => item.node?.snippet ?? '').slice(0, 5);
    console.error(`${new URL(url).pathname}: ${audit.title}`, where);
  }
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} ended at ${finalDisplayedUrl}`);
  const points = (name: keyof Categories): number => Math.round(categories[name].score * 100);
  return {
    performance: points('performance'),
    accessibility: points('accessibility'),
    'best-practices': points('best-practices'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    blockedMs: audits['total-blocking-time']?.numericValue ?? 0,
  };
}

async function pageFigures(name: string, url: string, cookie: string | undefined): Promise<Figure[]> {
  const scores: Scores[] = [];
  const load = loadavg()[0] ?? 0;
  for (let run = 0; run < runs; run += 1) scores.push(await lighthouse(url, cookie));
  const all = (key: keyof Scores): number[] => scores.map((score) => score[key]).sort((a, b) => b - a);
  const middle = (key: keyof Scores): number => all(key)[Math.floor(runs / 2)] ?? 0;
  const figure = (what: string, goal: string, measured: string, reached: boolean): Figure => ({
    name: `Lighthouse ${what}, ${name}`,
    goal,
    measured,
    beside: '-',
    ratio: '-',
    reached,
  });
  const points = (what: string, key: keyof Categories, goal: number): Figure =>
    figure(what, `>= ${goal}`, `${middle(key)} (of ${all(key).join(', ')})`, middle(key) >= goal);
  const performance = points('desktop performance', 'performance', goalPerformance);
  return [
    {
      ...performance,
      measured: `${performance.measured}; blocked ${Math.round(middle('blockedMs'))} ms at a load of ${rounded(load)}`,
    },
    points('accessibility', 'accessibility', goalAccessibility),
    points('best practices', 'best-practices', goalBestPractices),
    figure('layout shift', `<= ${goalShift}`, rounded(middle('shift')), middle('shift') <= goalShift),
  ];
}

/** Asks until the simulated world gives it. */
async function once<T>(look: () => Promise<T | undefined>): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    if (performance.now() - startedAt > maxWorldMs) throw new Error('the simulated world did not fill');
    await sleep(500);
  }
}

const maxWorldMs = 300_000;
const exceptionsPath = '/api/data/exceptionManage/queryExceptionManageInfo';

/** The product with its simulated world, paused once a shipment has an exception, and the pages to look at. */
async function withWorld<T>(work: (url: string, cookie: string, pages: [string, string][]) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-budgets-'));
  const product = await startProductProcess([], {
    NODE_ENV: 'development',
    LOG_LEVEL: 'fatal',
    SIMULATOR: 'on',
    SIMULATOR_PORT: '0',
    JT808_PORT: '0',
    GT06_PORT: '0',
    DATA_DIR: dataDir,
  });
  const { url } = product;
  try {
    const cookie = await once(() => signIn(url, { userCode: 'operator', password: 'Portolan1' }));
    const admin = await once(() => signIn(url, { userCode: 'admin', password: 'Portolan1' }));
    const shown = await once(async () => {
      const { data } = await ask<CallData<'queryExceptions'>>(url, cookie, exceptionsPath, {
        currentPage: 1,
        pageSize: 50,
      });
      return data.records.find(({ obmTkSubscribe }) => Boolean(obmTkSubscribe?.bkId));
    });
    await ask(url, admin, '/api/autotest/world', { paused: true });
    const trace = new URLSearchParams({ obmBkId: String(shown.obmTkSubscribe?.bkId) });
    return await work(url, cookie, [
      ['exceptions', '/exception-manage'],
      ['handling page', `/exception-manage/handle?id=${shown.obmAutotestResult.obmAutotestResultId}`],
      ['trace', `/trace-detail?${trace}`],
      ['subscriptions', '/exception-subscribe'],
      ['orders', '/oms-index'],
      ['sailings', '/vessel-schedule'],
      ['jobs', '/job'],
      ['event board', '/event-board-index'],
      ['start', '/home'],
    ]);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const figures = [...sizes(), mapApart()];
if (chromium === undefined) console.error('no Chromium on this machine: Lighthouse is left out');
else {
  await withWorld(async (url, cookie, pages) => {
    const all = [['sign-in', '/login'] as const, ...pages].filter(
      ([, page]) => only === undefined || only.some((start) => page.startsWith(start)),
    );
    for (const [name, page] of all)
      figures.push(...(await pageFigures(name, `${url}${page}`, page === '/login' ? undefined : cookie)));
  });
}
report(figures);
