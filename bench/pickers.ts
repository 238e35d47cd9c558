/**
 * Pickers on 100,000 vessels, on PostgreSQL and on the embedded database: one person typing, from the first letter to the whole
 * name, by part of a word, IMO number, call sign and words that do not exist. What counts is the whole request.
 * Options: --small, --questions=600.
 */
import { embeddedVessels, nameWords, openVesselPostgres, vesselCount } from './data/load-vessels.ts';
import { ask, spread } from './support/ask.ts';
import { type RunningProduct, signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goalMs = 50;
const wanted = Number(
  process.argv.find((argument) => argument.startsWith('--questions='))?.split('=')[1] ?? (isSmall() ? 200 : 600),
);

/** What people type, one letter after the other and in other ways. */
function keywords(): string[] {
  const typed = nameWords.flatMap((word) =>
    [1, 2, 3, 4, word.length].map((length) => word.slice(0, length).toLowerCase()),
  );
  const parts = nameWords.map((word) => word.slice(1, 5));
  const both = nameWords.slice(0, 20).map((word, index) => `${word} ${nameWords[20 + index]?.slice(0, 3)}`);
  const numbers = Array.from({ length: 40 }, (_, index) => String(1_000_000 + index * 2311));
  const some = numbers.map((imo) => imo.slice(0, 5));
  return ['', ...typed, ...parts, ...both, ...numbers, ...some, 'qzx', 'no such vessel', '上海', 'AB7', 'zz'];
}

async function measure(name: string, product: RunningProduct): Promise<Figure> {
  const cookie = await signIn(product.url);
  const all = keywords();
  const took: number[] = [];
  let slowest = { ms: 0, keyword: '' };
  for (let turn = 0; turn < wanted + 50; turn += 1) {
    const keyword = all[(turn * 7) % all.length] ?? '';
    const page = turn % 10 === 9 ? 2 : 1;
    const query = new URLSearchParams({ keyword, currentPage: String(page), pageSize: '20' });
    const { tookMs } = await ask(product.url, cookie, `/api/masterdata/vessel/query?${query}`);
    // The first questions warm up.
    if (turn < 50) continue;
    took.push(tookMs);
    if (tookMs > slowest.ms) slowest = { ms: tookMs, keyword };
  }
  const { middle, p95 } = spread(took);
  console.error(
    `${name}: p95 ${rounded(p95)} ms, middle ${rounded(middle)} ms, slowest ${rounded(slowest.ms)} ms for "${slowest.keyword}"`,
  );
  return {
    name: `picker on ${vesselCount} vessels, ${name}`,
    goal: `p95 <= ${goalMs} ms`,
    measured: `p95 ${rounded(p95)} ms, middle ${rounded(middle)} ms`,
    beside: '-',
    ratio: '-',
    reached: p95 <= goalMs,
  };
}

async function onProduct(name: string, settings: Record<string, string>): Promise<Figure> {
  const product = await startProductProcess(['--role=web'], settings);
  try {
    return await measure(name, product);
  } finally {
    await product.stop();
  }
}

const figures: Figure[] = [];
const server = await openVesselPostgres();
if (server !== undefined) {
  try {
    figures.push(await onProduct('PostgreSQL', { DATABASE_URL: server.url }));
  } finally {
    await server.stop();
  }
}
figures.push(await onProduct('embedded', { DATA_DIR: await embeddedVessels() }));
report(figures);
