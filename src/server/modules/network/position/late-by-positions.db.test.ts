import { expect, test } from 'vitest';
import { processOutcomes } from '#server/modules/intake/collection/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { distanceNm } from '#shared/geo/geodesy.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { openVoyageThread } from '#testing/voyage-thread.ts';
import { linkVoyages, predictArrivals } from './index.ts';
import { insertPassage } from './passage-queries.ts';

const database = await testDatabase();
const t0 = Date.UTC(2026, 5, 10);
const clock = manualClock(t0);
const mmsi = 538_324_514;
const usualDays = 7.4;

const exceptions = () =>
  database.execute<{ open: boolean; params: Record<string, number>; severity: string }>(
    `select open, params, severity from shipment_exception where type_code = 'AIS_DIVERGENCE' order by id`,
  );

/** How good predictions have been: of 50 so many ships came earlier than predicted by more than is counted a hit. */
const score = (tooLate: number) =>
  database.execute(
    `insert into eta_score (lead_days, learned, predictions, voyages, median_error_h, hits, too_late, told, told_hits, claims,
       claims_right, scored_at) select lead, true, 50, 25, 5, 50 - $1::int, $1::int, 50, 40, 0, 0, now()
     from unnest(array[3, 7, 14]) as lead
     on conflict (lead_days, learned) do update set hits = excluded.hits, too_late = excluded.too_late`,
    [tooLate],
  );

/** The place on a way after so many miles. */
function placeAfter(line: readonly LonLat[], miles: number): LonLat {
  let left = miles;
  for (const [index, from] of line.entries()) {
    const to = line[index + 1];
    if (to === undefined) return from;
    const nm = distanceNm(from, to);
    if (nm >= left) return [from[0] + ((to[0] - from[0]) * left) / nm, from[1] + ((to[1] - from[1]) * left) / nm];
    left -= nm;
  }
  throw new Error('no way');
}

test('a ship that is truly late by her positions opens AIS_DIVERGENCE while predictions prove good, and only then', async () => {
  const thread = await openVoyageThread(database, clock, t0);
  const subscriptionId = await thread.buildShipment();
  const { rows } = await database.execute<{ id: number }>(
    'select id from subscription_source where subscription_id = $1',
    [subscriptionId],
  );
  const target = rows[0]?.id as number;
  /** The carrier is asked and says nothing new: the shipment is judged as the pipeline judges it. */
  const askCarrier = () =>
    processOutcomes(
      thread.pipeline,
      [{ kind: 'unchanged', subscriptionSourceId: target, requestedAt: clock.now() }],
      clock.now(),
    );

  // Ships of the lane have taken the same time again and again.
  const ports = thread.reference.current().ports;
  const at = (code: string): [number, number] => [ports.get(code)?.lon ?? 0, ports.get(code)?.lat ?? 0];
  const route = findSeaRoute(at('CNSHA'), at('SGSIN'));
  const laneNm = route?.distanceNm ?? 0;
  for (let voyage = 1; voyage <= 40; voyage += 1) {
    const departedAt = t0 - (voyage + 10) * 2 * DAY_MS;
    const arrivedAt = departedAt + (usualDays + (voyage % 5) / 50) * DAY_MS;
    const marks = [
      { at: departedAt, leftNm: laneNm },
      { at: arrivedAt, leftNm: 0 },
    ];
    await insertPassage(database, {
      mmsi: 413_000_000 + voyage,
      fromPort: 'CNSHA',
      toPort: 'SGSIN',
      departedAt,
      arrivedAt,
      laneNm,
      marks,
    });
  }

  // She leaves two hours late, which is nothing, and after five days she has come as far as others in three.
  await thread.hear(
    [
      [2, 'CNSHA', 0, 0],
      [26, 'CNSHA', 0, 0],
      [26.5, 'CNSHA', -0.05, 8],
      [28, 'CNSHA', -0.5, 8],
    ],
    mmsi,
  );
  clock.set(t0 + 28 * HOUR_MS);
  await linkVoyages(thread.voyageDeps);
  await thread.worker.processAll();
  await thread.hear([[26 + 5 * 24, placeAfter(route?.line ?? [], 0.4 * laneNm), 0, 8]], mmsi);
  clock.set(t0 + (26 + 5 * 24) * HOUR_MS);
  await linkVoyages(thread.voyageDeps);
  await thread.worker.processAll();

  // One ship in five came earlier than predicted: nothing is stated.
  await score(10);
  expect(await predictArrivals(thread.voyageDeps)).toBe(1);
  await askCarrier();
  expect((await exceptions()).rows).toEqual([]);

  // They prove good: at the next look of the pipeline it is stated, with both times.
  await score(1);
  clock.advance(2 * HOUR_MS);
  await askCarrier();
  const [found] = (await exceptions()).rows;
  expect(found).toMatchObject({ open: true, params: { late: 1, etaAt: t0 + 8 * DAY_MS, vessel: 'BOREALIS ARDOUR' } });
  expect(found?.params['ownEtaAt']).toBeGreaterThan(t0 + 10 * DAY_MS);

  // Arrivals prove them bad again: it is taken back.
  await score(10);
  clock.advance(2 * HOUR_MS);
  await askCarrier();
  expect((await exceptions()).rows).toMatchObject([{ open: false }]);
});
