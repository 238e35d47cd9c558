import { pipelineDeps } from '#server/parts.ts';
import { taskHandlers } from '#server/product.ts';
import { createAisDecoder } from '#server/connectors/ais/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { fencesOf } from '#server/modules/network/position/fences.ts';
import { createIngest } from '#server/modules/network/position/ingest.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { classAPosition, sentencesOf, withTagBlock } from '#simulator/ais/encode.ts';
import { buildContent, buildLeg } from '../domain/testing/builders.ts';
import { anyTask } from './any-task.ts';
import { silentLog as log } from './database-templates.ts';
import { buildSource, buildSubscription } from './factories.ts';

/** A position: when in hours, where (a port and how far north of it, or degrees), how fast. */
export type HeardStep = readonly [
  hours: number,
  place: string | readonly [lon: number, lat: number],
  dLat: number,
  speed: number,
];

type Ship = { vesselName: string; vesselImo: string | null };
type Place = { database: Database; tenantId: number; reference: ReferenceStore; t0: Instant };

/** A carrier's record of one leg from Shanghai to Singapore, as the collection writes it, fused. */
async function buildShipment(
  { database, tenantId, t0 }: Place,
  ship: Ship = { vesselName: 'BOREALIS ARDOUR', vesselImo: '9713545' },
): Promise<number> {
  const { id } = await buildSubscription(database, { tenantId, carrierCode: 'BORE' });
  const source = await buildSource(database, { carrierCode: 'BORE' });
  const times = { etd: t0 + 24 * HOUR_MS, eta: t0 + 8 * DAY_MS };
  const content = buildContent({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN', ...times },
    legs: [buildLeg(1, 'CNSHA', 'SGSIN', { ...ship, ...times })],
  });
  const base = {
    tenantId,
    subscriptionId: id,
    observedAt: t0,
    receivedAt: t0,
    rawAnswerId: null,
    direction: null,
    containerNo: null,
    ended: false,
    content,
    stored: toStored(content, {}),
    history: null,
  };
  await database.execute(
    'insert into subscription_source (tenant_id, subscription_id, source_id) values ($1, $2, $3)',
    [tenantId, id, source.id],
  );
  await upsertShipments(
    database,
    [{ ...base, fused: false, sourceId: source.id, sourceType: 'CARRIER', sourceCode: source.code, channel: 'API' }],
    t0,
  );
  const [fused] = await upsertShipments(
    database,
    [{ ...base, fused: true, sourceId: null, sourceType: 'CARRIER', sourceCode: 'fusion', channel: 'UNION' }],
    t0,
  );
  await database.execute(
    `insert into shipment_change (tenant_id, shipment_id, known_at, changes) values ($1, $2, now(), '{}')`,
    [tenantId, fused?.id],
  );
  return id;
}

/** Positions of a vessel, as receivers bring them. */
async function hear({ database, reference, t0 }: Place, steps: readonly HeardStep[], ship: number): Promise<void> {
  const snapshot = reference.current();
  const ingest = createIngest({ database, fences: () => fencesOf(snapshot, []) });
  const decoder = createAisDecoder();
  for (const [hours, place, dLat, speed] of steps) {
    const port = typeof place === 'string' ? snapshot.ports.get(place) : undefined;
    const [lon, lat] = typeof place === 'string' ? [port?.lon ?? 0, port?.lat ?? 0] : place;
    const at = t0 + hours * HOUR_MS;
    const fix = { mmsi: ship, lon, lat: lat + dLat, speed, course: 90, heading: 90, second: 0 };
    const bits = classAPosition({ ...fix, type: 1, status: speed === 0 ? 5 : 0, rateOfTurn: 0 });
    for (const text of sentencesOf(bits, { channel: 'A', sequence: 0 })) {
      const message = decoder.line(withTagBlock(text, 'r1', at));
      if (message !== undefined) ingest.take(message, at);
    }
  }
  await ingest.flush();
}

/** A tenant with shipments from Shanghai to Singapore, whose ships are heard from `t0` on; the parts of the product that follow them. */
export async function openVoyageThread(database: Database, clock: Clock, t0: Instant) {
  await seedMasterData(database);
  const reference = await openReferenceStore(database, log);
  const queue = createQueue({ database, clock, log });
  const deps = {
    queue,
    clock,
    reference,
    keys: [Buffer.alloc(32)],
    concurrency: 1,
    bookingFeedUrl: null,
    callbackBase: null,
  };
  const handlers = taskHandlers(deps);
  const worker = createWorker({ queue, handlers: { pushed: handlers['pushed'] as (typeof handlers)[string] } });
  const { id: tenantId } = await database.system
    .insertInto('tenant')
    .values({ code: 'VOY', name: 'VOY', zone: 'Asia/Shanghai' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const voyageDeps = {
    database,
    clock,
    log,
    reference: () => reference.current(),
    scheduleProcessing: async (ids: readonly number[]) => {
      await queue.enqueueMany(
        anyTask('pushed'),
        ids.map((id) => ({ payload: { subscriptionSourceId: id }, singletonKey: String(id) })),
      );
    },
  };

  const place = { database, tenantId, reference, t0 };
  return {
    reference,
    queue,
    worker,
    tenantId,
    voyageDeps,
    pipeline: pipelineDeps(deps),
    buildShipment: (ship?: Ship) => buildShipment(place, ship),
    hear: (steps: readonly HeardStep[], ship: number) => hear(place, steps, ship),
  };
}
export type VoyageThread = Awaited<ReturnType<typeof openVoyageThread>>;
