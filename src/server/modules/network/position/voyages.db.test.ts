import { beforeAll, describe, expect, test } from 'vitest';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { testDatabase } from '#testing/test-database.ts';
import { type VoyageThread, openVoyageThread } from '#testing/voyage-thread.ts';
import { buildLeg, buildRecord } from '../../../../domain/testing/builders.ts';
import { linkVoyages, predictArrivals } from './index.ts';
import { insertPassage, listFinishedVoyages } from './passage-queries.ts';
import { scorePredictions } from './predict-arrivals.ts';
import { listScores } from './score-queries.ts';
import { listDueVoyages } from './voyage-queries.ts';
import { listVoyageViews } from './voyage-views.ts';

const database = await testDatabase();
const t0 = Date.UTC(2026, 5, 10);
const clock = manualClock(t0 + 40 * HOUR_MS);
const mmsi = 538_324_514;

/** What positions say of a subscription. */
const viewsOf = (id: number) => listVoyageViews(database, { ids: [id], tenantIds: [thread.tenantId] });

let thread: VoyageThread;
const hear = (steps: Parameters<VoyageThread['hear']>[0], ship: number = mmsi) => thread.hear(steps, ship);
let subscriptionId: number;
let predicted = 0;

const recordOf = (id: number = subscriptionId) =>
  database.system
    .selectFrom('shipment')
    .select(['atd', 'ata'])
    .where('subscription_id', '=', id)
    .where('source_code', '=', 'ais')
    .executeTakeFirst();
const fusedOf = () =>
  database.system
    .selectFrom('shipment')
    .select(['atd', 'ata', 'content', 'provenance'])
    .where('subscription_id', '=', subscriptionId)
    .where('fused', '=', true)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  thread = await openVoyageThread(database, clock, t0);
  subscriptionId = await thread.buildShipment();
});

describe('a voyage from positions', () => {
  test('a stay in the port of loading is no departure yet', async () => {
    await hear([
      [2, 'CNSHA', 0, 0],
      [20, 'CNSHA', 0, 0],
    ]);
    expect(await linkVoyages(thread.voyageDeps)).toMatchObject({ shipments: 1, vessels: 1, reports: 0 });
    expect(await recordOf()).toBeUndefined();
    expect((await viewsOf(subscriptionId)).get(subscriptionId)).toMatchObject({
      mmsi,
      departedAt: null,
      stay: { portCode: 'CNSHA' },
    });
  });

  test('the departure becomes a record of its own and wins the fusion', async () => {
    await hear([
      [26, 'CNSHA', 0, 0],
      [26.5, 'CNSHA', -0.05, 8],
      [28, 'CNSHA', -0.5, 14],
    ]);
    expect(await linkVoyages(thread.voyageDeps)).toMatchObject({ vessels: 1, reports: 1 });
    await thread.worker.processAll();
    expect(await recordOf()).toMatchObject({ atd: t0 + 26 * HOUR_MS, ata: null });
    const fused = await fusedOf();
    expect(fused.atd).toBe(t0 + 26 * HOUR_MS);
    expect(JSON.stringify(fused.provenance)).toContain('AIS');
  });

  test('names the ship that was seen, so that nothing of her is stated once the cargo goes by another one', async () => {
    const record = await database.system
      .selectFrom('shipment')
      .select('content')
      .where('subscription_id', '=', subscriptionId)
      .where('source_code', '=', 'ais')
      .executeTakeFirstOrThrow();
    const seen = record.content as ShipmentContent;
    expect(seen.legs).toMatchObject([{ vesselName: 'BOREALIS ARDOUR', atd: t0 + 26 * HOUR_MS }]);
    const carrier = (vesselName: string) =>
      buildRecord('carrier', {
        booking: { portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN' },
        legs: [buildLeg(1, 'CNSHA', 'SGSIN', { vesselName, etd: t0 + 80 * HOUR_MS })],
      });
    const shown = (vesselName: string) =>
      fuse(
        [carrier(vesselName), { ...buildRecord('ais', {}, { sourceType: 'AIS' }), content: seen }],
        [],
        defaultPrecedence,
      ).content;
    expect(shown('BOREALIS ARDOUR').booking.atd).toBe(t0 + 26 * HOUR_MS);
    const rolled = shown('MERIDIAN STAR');
    expect([rolled.booking.atd, rolled.legs[0]?.atd, ...rolled.events.map(({ actual }) => actual)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('where she says she goes is part of it while she says so', async () => {
    const statement = async (hoursAgo: number) => {
      await database.execute(
        `update ais_vessel set destination = 'SG SIN', said_at = said_at || jsonb_build_object('destination', $2::bigint) where mmsi = $1`,
        [mmsi, t0 + (28 - hoursAgo) * HOUR_MS],
      );
      return (await viewsOf(subscriptionId)).get(subscriptionId)?.destination;
    };
    expect(await statement(24)).toBe('SG SIN');
    expect(await statement(25)).toBeNull();
  });

  test('calls that carriers announce before the port of discharge are part of it, in order', async () => {
    await database.execute(`update ais_vessel set imo = '9811000' where mmsi = $1`, [mmsi]);
    const call = (port: string, hours: number, omitted = false): Promise<unknown> =>
      database.execute(
        `insert into sailing_call (carrier_code, service_code, imo, vessel_name, port_code, omitted, arrives_at, departs_at, changed_at, change_no)
         values ('MERI', 'M1', '9811000', 'MERIDIAN STAR', $1, $2, $3, $3, $3, nextval('sailing_call_change_no'))`,
        [port, omitted, new Date(t0 + hours * HOUR_MS)],
      );
    const calls = async () => (await viewsOf(subscriptionId)).get(subscriptionId)?.callsBefore;
    await call('VNVUT', 150);
    expect(await calls()).toBeUndefined();
    await call('SGSIN', 200);
    await call('CNYTN', 100);
    await call('HKHKG', 120, true);
    await call('MYPKG', 230);
    expect(await calls()).toEqual(['CNYTN', 'VNVUT']);
    await database.execute(`delete from sailing_call where imo = '9811000'`);
  });

  test('looking again tells nothing twice', async () => {
    const before = await database.execute<{ n: number }>('select count(*)::int as n from raw_answer');
    await linkVoyages(thread.voyageDeps);
    await thread.worker.processAll();
    const after = await database.execute<{ n: number }>('select count(*)::int as n from raw_answer');
    expect(after.rows).toEqual(before.rows);
  });

  test('under way nothing is predicted while nothing is known of the way but its length', async () => {
    expect(await predictArrivals(thread.voyageDeps)).toBe(0);
    const view = (await viewsOf(subscriptionId)).get(subscriptionId);
    expect(view).toMatchObject({ departedAt: t0 + 26 * HOUR_MS, stay: null, prediction: null });
    expect(await listDueVoyages(database, 2 * HOUR_MS, 10)).toEqual([]);
  });

  test('with voyages that are over her arrival is predicted, and how good such predictions were is known', async () => {
    for (const [ship, n] of [1, 2, 3].entries()) {
      const departedAt = t0 - (n + 1) * 20 * DAY_MS;
      const arrivedAt = departedAt + 7.4 * DAY_MS;
      await insertPassage(database, {
        mmsi: 413_000_000 + ship,
        fromPort: 'CNSHA',
        toPort: 'SGSIN',
        departedAt,
        arrivedAt,
        laneNm: 2200,
        marks: [
          { at: departedAt, leftNm: 2200 },
          { at: arrivedAt, leftNm: 0 },
        ],
      });
    }
    await database.execute('update voyage_watch set predicted_at = null');
    await database.execute(
      `insert into eta_score (lead_days, learned, predictions, voyages, median_error_h, hits, too_late, told, told_hits, claims,
         claims_right, scored_at) values (7, true, 50, 25, 5, 48, 1, 50, 40, 0, 0, now())`,
    );
    expect(await predictArrivals(thread.voyageDeps)).toBe(1);
    const view = (await viewsOf(subscriptionId)).get(subscriptionId);
    expect(view).toMatchObject({ prediction: { basis: 'lane' }, score: { leadDays: 7, voyages: 25, hits: 48 } });
    predicted = view?.prediction?.eta ?? 0;
    const days = (predicted - t0) / DAY_MS;
    expect(days).toBeGreaterThan(6);
    expect(days).toBeLessThan(10);
  });

  test('the arrival follows', async () => {
    clock.set(t0 + 9 * DAY_MS);
    await hear([
      [8.5 * 24 - 0.5, 'SGSIN', 0.05, 8],
      [8.5 * 24, 'SGSIN', 0, 0],
    ]);
    await linkVoyages(thread.voyageDeps);
    await thread.worker.processAll();
    expect(await fusedOf()).toMatchObject({ atd: t0 + 26 * HOUR_MS, ata: t0 + 8.5 * DAY_MS });
  });

  test('and then the prediction is scored against it, beside what the carrier reported', async () => {
    await insertPassage(database, {
      mmsi,
      fromPort: 'CNSHA',
      toPort: 'SGSIN',
      departedAt: t0 + 26 * HOUR_MS,
      arrivedAt: Math.round(predicted) + 5 * HOUR_MS,
      laneNm: 2200,
      marks: [],
    });
    await scorePredictions(thread.voyageDeps);
    expect(await listScores(database)).toMatchObject([
      {
        leadDays: 7,
        learned: true,
        predictions: 1,
        voyages: 1,
        hits: 1,
        tooLate: 0,
        medianErrorH: expect.closeTo(5, 3),
        reported: 1,
        reportedHits: 1,
        claims: 0,
      },
    ]);
  });
});

describe('a voyage from positions that are far apart', () => {
  const other = 538_324_515;
  let sparse: number;

  test('the last position in port is no departure that others are overruled by, but she is under way', async () => {
    await hear(
      [
        [2, 'CNSHA', 0, 0],
        [20, 'CNSHA', 0, 0],
        [30, 'CNSHA', -0.5, 14],
      ],
      other,
    );
    await database.execute(`update ais_vessel set name = 'MERIDIAN GAP' where mmsi = $1`, [other]);
    sparse = await thread.buildShipment({ vesselName: 'MERIDIAN GAP', vesselImo: null });
    await linkVoyages(thread.voyageDeps);
    await thread.worker.processAll();
    expect(await recordOf(sparse)).toBeUndefined();
    expect((await viewsOf(sparse)).get(sparse)).toMatchObject({ mmsi: other, stay: null });
  });

  test('nor is the first position in the port of discharge an arrival', async () => {
    await hear(
      [
        [200, 'SGSIN', 0.5, 14],
        [210, 'SGSIN', 0, 0],
      ],
      other,
    );
    await linkVoyages(thread.voyageDeps);
    await thread.worker.processAll();
    expect(await recordOf(sparse)).toBeUndefined();
  });

  test('and nothing is learned from it', async () => {
    const voyages = await listFinishedVoyages(database, 'CNSHA', 'SGSIN', t0 - 30 * DAY_MS, 10);
    expect(voyages.map((voyage) => voyage.mmsi)).not.toContain(other);
    await database.execute(
      `update port_visit set departed_before = departed_at + interval '1 hour', arrived_after = arrived_at - interval '1 hour'
       where mmsi = $1`,
      [other],
    );
    const seen = await listFinishedVoyages(database, 'CNSHA', 'SGSIN', t0 - 30 * DAY_MS, 10);
    expect(seen.map((voyage) => voyage.mmsi)).toContain(other);
  });
});

describe('a shipment that changed', () => {
  const watchesOf = (id: number) => database.query('select mmsi from voyage_watch where subscription_id = $1', [id]);
  /** Adds changes to a shipment. */
  const addChanges = (id: number, count: number) =>
    database.execute(
      `insert into shipment_change (tenant_id, shipment_id, known_at, changes)
       select tenant_id, id, now(), '{}' from shipment, generate_series(1, $2::int) where subscription_id = $1 and fused`,
      [id, count],
    );

  test.runIf(database.kind === 'postgres')(
    'is watched though many others are looked at before it is committed',
    async () => {
      const late = await database.transaction(async () => {
        const id = await thread.buildShipment();
        await database.detached(async () => {
          await addChanges(subscriptionId, 60);
          await linkVoyages(thread.voyageDeps);
        });
        return id;
      });
      expect(await linkVoyages(thread.voyageDeps)).toMatchObject({ shipments: 1 });
      expect(await watchesOf(late)).toEqual([{ mmsi }]);
      expect(await linkVoyages(thread.voyageDeps)).toMatchObject({ shipments: 0 });
    },
  );

  test('is watched after any number of changes of what goes by another way', async () => {
    const parcel = await thread.buildShipment();
    await database.execute(`update subscription set mode = 'air' where id = $1`, [parcel]);
    await addChanges(parcel, 900);
    const next = await thread.buildShipment();
    for (let look = 0; look < 3; look += 1) await linkVoyages(thread.voyageDeps);
    expect(await watchesOf(next)).toEqual([{ mmsi }]);
  });
});
