/**
 * What a browser fetches of the built web application (gzip), whether the map stays away until it is opened, and what Lighthouse
 * says about the sign-in page and the exception list on a desktop. Needs `npm run build` and a Chromium.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium as playwright } from 'playwright-core';
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { prepareAnswers } from './data/prepared-answers.ts';
import { type RunningProduct, signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report } from './support/report.ts';
import { prepareSources } from './support/world-of-sources.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const goalPerformance = 95;
const goalAccessibility = 100;
const runs = isSmall() ? 1 : 3;

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
    'features/exception-manage/ExceptionManagePage.tsx',
    'features/trace-detail/TraceDetailPage.tsx',
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

type Scores = { performance: number; accessibility: number };

/** A browser of its own that Lighthouse is pointed at: with the session's cookies, as after a sign-in. */
async function openBrowser(url: string, cookie: string | undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portolan-lighthouse-'));
  const port = 20_000 + Math.floor(Math.random() * 30_000);
  const context = await playwright.launchPersistentContext(folder, {
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--remote-debugging-port=${port}`],
  });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie !== undefined) {
    await context.addCookies([
      { name, value, url, httpOnly: true, sameSite: 'Strict' },
      { name: 'portolan_signed_in', value: '1', url, sameSite: 'Strict' },
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
    '--only-categories=performance,accessibility',
    '--disable-storage-reset',
    `--port=${port}`,
  ]);
  const { categories, audits, finalDisplayedUrl } = JSON.parse(readFileSync(file, 'utf8')) as {
    categories: Record<keyof Scores, { score: number; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<
      string,
      {
        score: number | null;
        title: string;
        displayValue?: string;
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
  for (const { id, weight } of categories.accessibility.auditRefs) {
    const audit = audits[id];
    if (weight === 0 || audit === undefined || audit.score === null || audit.score === 1) continue;
    const where = (audit.details?.items ?? []).map((item) => item.node?.snippet ?? '').slice(0, 5);
    console.error(`${new URL(url).pathname}: ${audit.title}`, where);
  }
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} ended at ${finalDisplayedUrl}`);
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
  };
}

async function pageFigures(name: string, url: string, cookie: string | undefined): Promise<Figure[]> {
  const scores: Scores[] = [];
  for (let run = 0; run < runs; run += 1) scores.push(await lighthouse(url, cookie));
  const best = (key: keyof Scores): number[] => scores.map((score) => score[key]).sort((a, b) => b - a);
  const middle = (key: keyof Scores): number => best(key)[Math.floor(runs / 2)] ?? 0;
  return [
    {
      name: `Lighthouse desktop performance, ${name}`,
      goal: `>= ${goalPerformance}`,
      measured: `${middle('performance')} (of ${best('performance').join(', ')})`,
      beside: '-',
      ratio: '-',
      reached: middle('performance') >= goalPerformance,
    },
    {
      name: `Lighthouse accessibility, ${name}`,
      goal: String(goalAccessibility),
      measured: String(middle('accessibility')),
      beside: '-',
      ratio: '-',
      reached: middle('accessibility') >= goalAccessibility,
    },
  ];
}

async function withProduct<T>(work: (product: RunningProduct) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portolan-budgets-'));
  const database = await openDatabase({ dataDir, poolSize: 2, log: createLogger({ level: 'warn' }) });
  await prepareSources(database, prepareAnswers(300).slice(0, 20), {
    baseUrl: 'http://127.0.0.1:9',
    pullIntervalS: 86_400,
  });
  await database.close();
  const product = await startProductProcess(['--role=web'], { DATA_DIR: dataDir });
  try {
    return await work(product);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const figures = [...sizes(), mapApart()];
if (chromium === undefined) console.error('no Chromium on this machine: Lighthouse is left out');
else {
  figures.push(
    ...(await withProduct(async (product) => [
      ...(await pageFigures('sign-in', `${product.url}/login`, undefined)),
      ...(await pageFigures('exception list', `${product.url}/exception-manage`, await signIn(product.url))),
    ])),
  );
}
report(figures);
