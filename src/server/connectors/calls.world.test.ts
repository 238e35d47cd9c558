import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import { deriveContent } from '#domain/tracking/derive.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { ShipmentContent, SourceRecord, SourceType } from '#domain/tracking/model.ts';
import { isOtherShip } from '#domain/tracking/ship.ts';
import { buildStages } from '#domain/tracking/stages.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Shipment } from '#simulator/shipments/types.ts';
import { startWorldSources } from '#testing/world-records.ts';

// Departures and arrivals of simulated shipments as a carrier, an aggregator and positions tell them together.

const now = Date.UTC(2026, 2, 1, 6);
let sources: Awaited<ReturnType<typeof startWorldSources>>;
beforeAll(async () => {
  sources = await startWorldSources('calls', () => now);
}, 60_000);
afterAll(() => sources.simulator.stop());

const toRecord = (id: string, sourceType: SourceType, content: ShipmentContent): SourceRecord => ({
  id,
  sourceType,
  channel: 'SHIPPING_TRACKING',
  sourceCode: id,
  observedAt: now,
  content: deriveContent(content),
});

/** Who sailed a leg of a group of the cargo in fact. */
function shipOf({ groups }: Shipment, group: number, leg: number): string {
  const { plan } = groups[group]?.legs[leg]?.versions.at(
    -1,
  ) as Shipment['groups'][number]['legs'][number]['versions'][number];
  return sources.simulator.world.sailings.sailing(plan.service, plan.week).vessel.name;
}

/** What positions show of the first departure of the cargo that was split off, or else of all: some minutes later. */
function seenBy(shipment: Shipment, carrier: ShipmentContent): ShipmentContent {
  const group = shipment.groups.length - 1;
  const left = shipment.milestones.find((one) => one.code === 'DLPT' && one.group === group && one.actual < now);
  if (left === undefined) return emptyContent();
  const leg = {
    sequence: 1,
    vesselName: shipOf(shipment, group, 0),
    vesselImo: null,
    voyage: null,
    etd: null,
    eta: null,
  };
  const ends = { portOfLoading: left.port.code, portOfDischarge: carrier.legs[0]?.portOfDischarge ?? null };
  return { ...emptyContent(), legs: [{ ...leg, ...ends, atd: left.actual + HOUR_MS / 3, ata: null }] };
}

async function fusedOf(shipment: Shipment, container?: string): Promise<ShipmentContent | undefined> {
  const [carrier, aggregator] = [
    await sources.askOf(shipment, 'dcsa', container),
    await sources.askOf(shipment, 'ft', container),
  ];
  if (carrier.content === null || aggregator.content === null) return undefined;
  const records = [
    toRecord('carrier', 'CARRIER', carrier.content),
    toRecord('ft', 'FT', aggregator.content),
    toRecord('ais', 'AIS', seenBy(shipment, carrier.content)),
  ];
  return fuse(records, [], defaultPrecedence).content;
}

const ends = [
  { status: milestones.departed, side: 'portOfLoading', attribute: 'atd' },
  { status: milestones.arrived, side: 'portOfDischarge', attribute: 'ata' },
] as const;

/** Where the head says another departure or arrival than a timeline of cargo on that ship. */
function disagreements(content: ShipmentContent): string[] {
  const containers = [null, ...content.containers.map(({ containerNo }) => containerNo)];
  return ends.flatMap(({ status, side, attribute }) => {
    const leg = attribute === 'atd' ? content.legs[0] : content.legs.at(-1);
    const reported = containers.flatMap((container) =>
      buildStages(content, container)
        .flatMap((stage) => stage.milestones)
        .filter(({ statusCode, portCode }) => statusCode === status && portCode === content.booking[side])
        .filter(({ event }) => event === null || leg === undefined || !isOtherShip(event, leg)),
    );
    return reported
      .filter(({ actual }) => actual !== content.booking[attribute])
      .map(({ actual }) => `${attribute} ${content.booking[attribute]} in the head, ${actual} on the timeline`);
  });
}

test('head and timeline say one departure and one arrival', async () => {
  const sample = sources.alive.filter((_, index) => index % 15 === 0);
  let departed = 0;
  for (const shipment of sample) {
    const content = await fusedOf(shipment);
    if (content === undefined) continue;
    departed += content.booking.atd === null ? 0 : 1;
    expect([shipment.billNo, disagreements(content)]).toEqual([shipment.billNo, []]);
  }
  expect(departed).toBeGreaterThan(40);
}, 60_000);

test('cargo that goes by a later ship is not given the times of the ship before', async () => {
  const split = sources.alive.filter(
    ({ groups, disorder }) => groups.length > 1 && disorder.report === undefined && disorder.aggregator === undefined,
  );
  expect(split.length).toBeGreaterThan(3);
  const wrong: string[] = [];
  let compared = 0;
  for (const shipment of split) {
    for (const [index, { number }] of shipment.containers.entries()) {
      const group = shipment.groups.findIndex(({ containers }) => containers.includes(index));
      const content = await fusedOf(shipment, number);
      for (const leg of content?.legs ?? []) {
        const truth = shipment.milestones.find(
          (one) => one.group === group && one.leg === leg.sequence - 1 && (one.code === 'DLPT' || one.code === 'TSDP'),
        );
        if (leg.atd === null || truth === undefined || leg.vesselName === null) continue;
        if (isOtherShip(leg, { vesselName: shipOf(shipment, group, leg.sequence - 1), voyage: null })) continue;
        compared += 1;
        if (Math.abs(leg.atd - truth.actual) > 2 * HOUR_MS)
          wrong.push(
            `${shipment.billNo} ${number} leg ${leg.sequence} by ${leg.vesselName}: ${new Date(leg.atd).toISOString()}`,
          );
      }
    }
  }
  expect(compared).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
}, 60_000);
