import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { expectedOf, isJustified, seenFrom } from '#testing/expected-exceptions.ts';
import type { Expected } from '#testing/expected-exceptions.ts';
import { testDatabase } from '#testing/test-database.ts';
import { startWorldThread } from '#testing/world-thread.ts';
import { truthOf } from '../../../../simulator/index.ts';
import type { ShipmentTruth } from '../../../../simulator/index.ts';

// More of everything, for a look at the rules: TRUTH_PER_CODE=20 TRUTH_HEALTHY=200 TRUTH_SEED=other vitest run <this file>
const perCode = Number(process.env['TRUTH_PER_CODE'] ?? 3);
const healthyShipments = Number(process.env['TRUTH_HEALTHY'] ?? 25);
const seed = process.env['TRUTH_SEED'] ?? 'truth';
const isWide = process.env['TRUTH_PER_CODE'] !== undefined;

const start = Date.UTC(2026, 2, 2);
const end = start + 21 * DAY_MS;
const stepMs = 12 * HOUR_MS;

/** Problems that show from what is reported at any later moment; the others have to be watched while they happen. */
const lasting = new Set(['PORT_UNMATCHED', 'CTN_COUNT', 'CTN_INVALID', 'CARRIER_MISMATCH']);

/** A shipment that is watched from `from` to `to` for what was planted in it. */
type Watched = { truth: ShipmentTruth; from: Instant; to: Instant; expected: Expected[] };

const returnedAt = ({ shipment }: ShipmentTruth): Instant =>
  Math.max(...shipment.milestones.filter(({ code }) => code === 'RCVE').map(({ actual }) => actual));

/** What of a shipment can be found between two moments, seen every 12 hours. */
const visibleIn = (truth: ShipmentTruth, from: Instant, to: Instant): Expected[] =>
  expectedOf(truth)
    .map((one) => ({ ...one, from: seenFrom(truth, one, from) }))
    .map((one) => (lasting.has(one.code) ? { ...one, from: Math.max(one.from, from + DAY_MS) } : one))
    .filter(
      (one) =>
        one.from >= from + DAY_MS / 2 && one.from <= to - 2 * stepMs && (one.to ?? to) - one.from >= 1.5 * stepMs,
    );

function watch(truth: ShipmentTruth): Watched | undefined {
  const { bookedAt } = truth.shipment;
  const first = Math.max(start, bookedAt);
  if (truth.healthy) return { truth, from: first, to: Math.min(end, first + 10 * DAY_MS), expected: [] };
  const planted = visibleIn(truth, first, end);
  if (planted.length === 0) return undefined;
  const froms = planted.map((one) => one.from);
  const [from, to] = [Math.max(first, Math.min(...froms) - 5 * DAY_MS), Math.min(end, Math.max(...froms) + 3 * DAY_MS)];
  return { truth, from, to, expected: visibleIn(truth, from, to) };
}

/** Shipments with a few causes of every kind, and healthy ones that are on their way. */
function choose(all: readonly ShipmentTruth[]): Watched[] {
  const counts = new Map<string, number>();
  const chosen: Watched[] = [];
  for (const truth of all) {
    if (returnedAt(truth) < start + 6 * DAY_MS) continue;
    const watched = watch(truth);
    const keys = truth.healthy ? ['healthy'] : (watched?.expected ?? []).map((one) => `${one.kind} ${one.code}`);
    const limit = truth.healthy ? healthyShipments : perCode;
    if (watched === undefined || !keys.some((key) => (counts.get(key) ?? 0) < limit)) continue;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    chosen.push(watched);
  }
  return chosen;
}

type Row = {
  bill_no: string;
  type_code: string;
  problem_key: string;
  created_at: number;
  resolved_at: number | null;
  params: unknown;
};
type Score = { planted: number; found: number; raised: number; wrong: number };

function score(watched: readonly Watched[], rows: readonly Row[]): { scores: Map<string, Score>; details: string[] } {
  const scores = new Map<string, Score>();
  const details: string[] = [];
  const of = (code: string): Score => {
    const known = scores.get(code) ?? { planted: 0, found: 0, raised: 0, wrong: 0 };
    scores.set(code, known);
    return known;
  };
  const truths = new Map(watched.map((one) => [one.truth.billNo, one.truth]));
  const raised = new Set(rows.map((row) => `${row.bill_no} ${row.type_code}`));
  for (const { truth, expected, from } of watched) {
    for (const { code, kind, from: seenAt } of expected) {
      of(code).planted += 1;
      if (raised.has(`${truth.billNo} ${code}`)) of(code).found += 1;
      else
        details.push(
          `missed ${code} of ${truth.billNo}: ${kind} at ${new Date(seenAt).toISOString()}, watched from ${new Date(from).toISOString()}`,
        );
    }
  }
  // One bill counts once per code, however many of its containers say the same.
  for (const [key, [row]] of Map.groupBy(rows, (one) => `${one.bill_no} ${one.type_code}`)) {
    const truth = row && truths.get(row.bill_no);
    if (row === undefined || truth === undefined) continue;
    of(row.type_code).raised += 1;
    if (isJustified(truth, row.type_code)) continue;
    of(row.type_code).wrong += 1;
    const causes = truth.causes.map((cause) => `${cause.kind} at ${new Date(cause.from).toISOString()}`).join(', ');
    details.push(
      `wrong ${key} ${row.problem_key} at ${new Date(row.created_at).toISOString()} ${JSON.stringify(row.params)}; true: ${causes || 'healthy'}`,
    );
  }
  return { scores, details };
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

function report(scores: ReadonlyMap<string, Score>, details: readonly string[]): string {
  const lines = [...scores]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { planted, found, raised, wrong }]) =>
      [
        code.padEnd(24),
        `planted ${planted}`.padEnd(12),
        `recall ${share(found, planted).toFixed(2)}`.padEnd(14),
        `raised ${raised}`.padEnd(12),
        `precision ${share(raised - wrong, raised).toFixed(2)}`,
      ].join(''),
    );
  return [...lines, ...details].join('\n');
}

const how = { timeout: isWide ? 3_600_000 : 300_000 };

test('what was planted in the world is found, and little else', how, async () => {
  const database = await testDatabase();
  const { world, clock, workAll, subscribe } = await startWorldThread(database, { start, seed });
  const tenants = new Map(
    (await database.system.selectFrom('tenant').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  const bills = new Set<string>();
  for (let at = start; at <= end; at += 7 * DAY_MS)
    for (const { billNo } of world.shipmentsAlive(at)) bills.add(billNo);
  const watched = choose([...bills].map((billNo) => truthOf(world, billNo) as ShipmentTruth));

  for (let now = start; now <= end; now += stepMs) {
    clock.set(now);
    const beginning = watched.filter(({ from }) => from <= now && from > now - stepMs);
    const ending = watched.filter(({ to }) => to < now && to >= now - stepMs).map(({ truth }) => truth.billNo);
    await database.execute('update subscription set ended = true where bill_no = any($1)', [ending]);
    await subscribe(
      beginning.map(({ truth: { shipment } }) => ({ tenantId: tenants.get(shipment.tenantCode) as number, shipment })),
      now,
    );
    const { failed } = await workAll();
    expect(failed).toBe(0);
  }

  const rows = await database.query<Row>(
    `select s.bill_no, e.type_code, e.problem_key, e.created_at, e.resolved_at, e.params
     from shipment_exception e join subscription s on s.id = e.subscription_id order by e.id`,
  );
  const { scores, details } = score(watched, rows);
  console.info(`${watched.length} shipments\n${report(scores, details)}`);
  const sum = (name: keyof Score): number => [...scores.values()].reduce((total, one) => total + one[name], 0);
  expect(share(sum('found'), sum('planted'))).toBeGreaterThanOrEqual(0.95);
  expect(share(sum('raised') - sum('wrong'), sum('raised'))).toBeGreaterThanOrEqual(0.95);
  for (const [code, { planted, found }] of scores)
    if (planted >= 3) expect(share(found, planted), code).toBeGreaterThanOrEqual(0.66);
  const healthy = new Map(watched.filter(({ truth }) => truth.healthy).map(({ truth }) => [truth.billNo, truth]));
  // A risk zone on her way is no fault of a healthy shipment.
  const isAlarm = ({ bill_no: billNo, type_code: code }: Row): boolean => {
    const truth = healthy.get(billNo);
    return truth !== undefined && !isJustified(truth, code);
  };
  const alarmed = new Set(rows.filter(isAlarm).map((row) => row.bill_no));
  expect(share(alarmed.size, healthy.size)).toBeLessThanOrEqual(0.04);
});
