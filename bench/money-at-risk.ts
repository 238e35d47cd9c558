/**
 * Whether exceptions sorted by what they may cost stand in the order of what they really cost: shipments of the simulated world at
 * several moments, read from what their carrier and the aggregator said by then, by the product's own parsers, fused, judged by all rules and
 * priced as the product does it, beside the cost by what the world does afterwards (`money-at-risk/true-cost.ts`). Tariffs are those of the world's
 * carriers, orders those of its order systems. Rank correlation over all exceptions that show an amount or really cost something.
 * Options: --small, --seed=.
 */
import { pino } from 'pino';
import { detectAll, findingsOf, presentOf } from '#domain/exception/detect.ts';
import { mayCost, moneyAtRisk, type MoneyFacts } from '#domain/exception/money-at-risk.ts';
import { exceptionRules } from '#domain/exception/rules/index.ts';
import { settingsLookup } from '#domain/exception/settings.ts';
import { fuse } from '#domain/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/fusion/precedence.ts';
import { openReferenceStore } from '#server/modules/masterdata/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { seedMasterData } from '#server/modules/seed/index.ts';
import { seedTariffs } from '#server/modules/seed/world-tariffs.ts';
import { openDatabase } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { dayEndOfText } from '#shared/time/day-range.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import { createConsignments } from '#simulator/air/consignments.ts';
import { loadReference as worldReference } from '#simulator/reference.ts';
import { ordersOf } from '#simulator/commerce/orders.ts';
import { startTemporaryPostgres } from '#testing/postgres.ts';
import { recordsOf, type World, type WorldShipment } from './data/distinct-shipments.ts';
import { rankCorrelation } from './money-at-risk/rank-correlation.ts';
import { trueCost, type WorldLine } from './money-at-risk/true-cost.ts';
import { isSmall, report, rounded } from './support/report.ts';

const goal = 0.8;
const seed = process.argv.find((one) => one.startsWith('--seed='))?.slice('--seed='.length) ?? 'portolan';
const moments = isSmall() ? 3 : 12;
const stepMs = 25 * DAY_MS;
const end = Date.UTC(2026, 10, 1, 8);
const usd: Readonly<Record<string, number>> = { USD: 1, CNY: 0.14, EUR: 1.08, GBP: 1.27, SGD: 0.74 };

/** An exception at a moment, with what it was said to cost and what it really costs. */
type Priced = { code: string; said: number; real: number };

/** Lines of the world's orders by what they refer to: bills and boxes. */
function linesAt(world: World, at: Instant, reference: ReferenceSnapshot): Map<string, WorldLine[]> {
  const consignments = createConsignments(seed);
  const lines = new Map<string, WorldLine[]>();
  for (const tenantCode of ['ALPHA', 'BETA', 'GAMMA'])
    for (const { value } of ordersOf(world, consignments, tenantCode, at))
      for (const line of value.lines.filter(({ mode }) => mode === 'sea')) {
        const promised = dayEndOfText(line.promisedOn, reference.rules.zoneOf(value.destination) ?? 'UTC') ?? at;
        const carried = {
          lineNo: `${value.orderNo} ${line.lineNo}`,
          mode: 'sea' as const,
          shipBy: null,
          promised,
          references: line.references,
        };
        for (const number of line.references) lines.set(number, [...(lines.get(number) ?? []), carried]);
      }
  return lines;
}

function priced(
  world: World,
  shipment: WorldShipment,
  at: Instant,
  reference: ReferenceSnapshot,
  lines: WorldLine[],
): Priced[] {
  const records = recordsOf(world, shipment, at, reference);
  if (records.length === 0) return [];
  const subscription = {
    id: '1',
    tenantId: '1',
    subject: 'bill' as const,
    billNo: shipment.billNo,
    containerNo: null,
    carrierCode: shipment.carrier.code,
    subscribedAt: shipment.bookedAt,
    ended: false,
  };
  const fused = fuse(records, [], defaultPrecedence);
  const histories = { etaHistory: [], departureHistory: [], routeHistory: [], shipHistory: [] };
  const view = { subscription, fused, records, ...histories, sources: [] };
  const scope = { tenantId: '1', carrierCode: shipment.carrier.code, lane: null };
  const options = { rules: exceptionRules, reference: reference.rules, ...settingsLookup(exceptionRules, [], scope) };
  const facts: MoneyFacts = { lines, usdPerUnit: (currency) => usd[currency], rebooking: () => undefined };
  return presentOf(findingsOf(detectAll(view, at, options), view))
    .filter(({ code }) => mayCost(code))
    .map((detected) => {
      const said = moneyAtRisk(detected, view, at, reference.rules, facts)?.usd ?? 0;
      return { code: detected.code, said, real: trueCost(detected, shipment, reference.rules, facts, lines) };
    })
    .filter(({ said, real }) => said > 0 || real > 0);
}

const correlation = (all: readonly Priced[]): number =>
  rankCorrelation(
    all.map(({ said }) => said),
    all.map(({ real }) => real),
  );

async function readReference(url: string): Promise<{ reference: ReferenceSnapshot; close: () => Promise<void> }> {
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openDatabase({ url, poolSize: 2, log });
  await migrate(database);
  await seedMasterData(database);
  await seedTariffs(database, worldReference().carriers);
  const store = await openReferenceStore(database, log);
  return {
    reference: store.current(),
    close: async () => {
      await store.stop();
      await database.close();
    },
  };
}

async function main(): Promise<void> {
  const server = await startTemporaryPostgres();
  if (server === undefined) return report([]);
  const { reference, close } = await readReference(server.url);
  const world = createWorld({ seed });
  const byMoment = Array.from({ length: moments }, (_, index): Priced[] => {
    const at = end - index * stepMs;
    const lines = linesAt(world, at, reference);
    return world.shipmentsAlive(at).flatMap((shipment) => {
      const numbers = [shipment.billNo, ...shipment.containers.map(({ number }) => number)];
      const carried = [...new Set(numbers.flatMap((number) => lines.get(number) ?? []))];
      return priced(world, shipment, at, reference, carried);
    });
  });
  await close();
  await server.stop();
  const all = byMoment.flat();
  const worst = Math.min(...byMoment.map(correlation));
  const figure = (name: string, some: readonly Priced[], told?: string) => ({
    name,
    goal: told === undefined ? `rank correlation >= ${goal}` : '-',
    measured: `${correlation(some).toFixed(3)} of ${some.length}, ${some.filter(({ said }) => said === 0).length} without an amount, ${
      some.filter(({ real }) => real === 0).length
    } that cost nothing${told ?? ''}`,
    beside: `said ${rounded(some.reduce((sum, { said }) => sum + said, 0))}, true ${rounded(some.reduce((sum, { real }) => sum + real, 0))} USD`,
    ratio: '-',
    reached: told === undefined ? correlation(some) >= goal : undefined,
  });
  report([
    figure(`exceptions at ${moments} moments, by what they may cost`, all),
    { ...figure('the worst of these moments', all), measured: worst.toFixed(3), beside: '-', reached: worst >= goal },
    ...[...Map.groupBy(all, ({ code }) => code)].map(([code, some]) => figure(`${code} alone`, some, '')),
  ]);
}

await main();
