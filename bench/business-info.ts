/**
 * The business info page on a voyage of 3,000 bookings, on PostgreSQL, with the product in a process of its own: the whole request
 * beside one hand-written statement that makes the same answer (compared in the run); then in Chromium from the end of the answer to
 * the first paint of its rows, and frames a second while all bookings are scrolled on one page. Needs `npm run build` and a Chromium.
 * Options: --small, --rounds=15.
 */
import { deepStrictEqual } from 'node:assert/strict';
import pg from 'pg';
import { type Answered, askByHand } from './business-info/peer.ts';
import { measureScreen } from './business-info/screen.ts';
import { openVoyagePostgres, voyageBookings } from './data/load-voyage.ts';
import { ask, spread } from './support/ask.ts';
import { signIn, startProductProcess } from './support/product.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const goalRatio = 1.5;
const warmUps = 3;
const rounds = Number(
  process.argv.find((argument) => argument.startsWith('--rounds='))?.split('=')[1] ?? (isSmall() ? 5 : 15),
);

async function measureQuery(client: pg.Client, url: string, cookie: string, bkId: string): Promise<Figure> {
  const [ours, theirs] = [[] as number[], [] as number[]];
  const body = { bkId, businessType: 'vesselVoyage', children: 0 };
  for (let round = -warmUps; round < rounds; round += 1) {
    const answer = await ask<Answered[]>(url, cookie, '/api/data/exceptionManage/queryExceptionBusiness', body);
    const startedAt = performance.now();
    const hand = await askByHand(client);
    const tookMs = performance.now() - startedAt;
    if (answer.data.length !== voyageBookings) throw new Error(`${answer.data.length} bookings were answered`);
    if (round === -warmUps) deepStrictEqual(answer.data, hand);
    if (round < 0) continue;
    ours.push(answer.tookMs);
    theirs.push(tookMs);
  }
  const [product, floor] = [spread(ours), spread(theirs)];
  const ratio = product.middle / floor.middle;
  return {
    name: `voyage of ${voyageBookings} bookings, the query`,
    goal: `<= ${goalRatio} x hand-written`,
    measured: `middle ${rounded(product.middle)} ms, p95 ${rounded(product.p95)} ms`,
    beside: `middle ${rounded(floor.middle)} ms, p95 ${rounded(floor.p95)} ms`,
    ratio: rounded(ratio),
    reached: ratio <= goalRatio,
  };
}

const server = await openVoyagePostgres();
if (server === undefined) report([]);
else {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const product = await startProductProcess(['--role=web'], { DATABASE_URL: server.url });
  try {
    const cookie = await signIn(product.url);
    const { rows } = await client.query<{ id: string }>('select id from shipment where fused order by id limit 1');
    const bkId = String(rows[0]?.id);
    const query = await measureQuery(client, product.url, cookie, bkId);
    console.error(query);
    report([query, ...(await measureScreen({ url: product.url, cookie, bkId, bookings: voyageBookings }))]);
  } finally {
    await product.stop();
    await client.end();
    await server.stop();
  }
}
