import { destinationPoint } from '#shared/geo/geodesy.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { WEEK_MS, weekOf } from '../network/calendar.ts';
import type { World } from '../world.ts';
import {
  aidToNavigation,
  baseStation,
  classAPosition,
  classBPosition,
  sentencesOf,
  staticPartA,
  staticPartB,
  staticVoyage,
  withTagBlock,
} from './encode.ts';
import { createShipFinder, listShips } from './vessels.ts';
import type { Ship, ShipPlace } from './vessels.ts';

/** Shares of reports with a fault of the air or of a receiver. */
const reportFaults = { lost: 0.04, repeated: 0.03, wrongPlace: 0.003, damaged: 0.004, noFix: 0.004 } as const;
/** Share of a ship's weeks with a transmitter that is off for longer than a day. */
const outageRate = 0.03;

/** When a ship's transmitter is off in the week of a moment. */
function outageOf(seed: string, mmsi: string, at: Instant): { from: Instant; to: Instant } | undefined {
  const week = weekOf(at);
  const random = createRandom(`${seed}/ais-outage/${mmsi}/${week}`);
  if (!random.chance(outageRate)) return undefined;
  const hours = random.int(30, 60);
  const from =
    at - ((((at - Date.UTC(2020, 0, 6)) % WEEK_MS) + WEEK_MS) % WEEK_MS) + random.int(0, 168 - hours) * HOUR_MS;
  return { from, to: from + hours * HOUR_MS };
}

/** Whether a ship's transmitter is off. */
export function isSilent(seed: string, mmsi: string, at: Instant): boolean {
  const outage = outageOf(seed, mmsi, at);
  return outage !== undefined && at >= outage.from && at < outage.to;
}

type Boat = { mmsi: number; name: string; lon: number; lat: number };

/** Pilot boats off a few ports: class B. */
function boatsOf(world: World): Boat[] {
  const codes = ['CNSHA', 'SGSIN', 'NLRTM', 'USLAX', 'DEHAM', 'AEJEA'];
  return codes.flatMap((code, index) => {
    const port = world.network.ports.get(code);
    return port === undefined
      ? []
      : [{ mmsi: 227_000_100 + index, name: `PILOT ${code}`, lon: port.position[0], lat: port.position[1] }];
  });
}

function station(index: number): string {
  return `rSIM${String(index % 40).padStart(2, '0')}`;
}

const lines = (bits: Parameters<typeof sentencesOf>[0], index: number, at: Instant): string[] =>
  sentencesOf(bits, { channel: index % 2 === 0 ? 'A' : 'B', sequence: index % 10 }).map((line) =>
    withTagBlock(line, station(index), at),
  );

function positionOf(seed: string, ship: Ship, index: number, place: ShipPlace, at: Instant): string[] {
  const random = createRandom(`${seed}/ais/${ship.vessel.mmsi}/${Math.floor(at / 1000)}`);
  if (random.chance(reportFaults.lost)) return [];
  const isWrong = random.chance(reportFaults.wrongPlace);
  const [lon, lat] = destinationPoint(
    [place.lon, place.lat],
    random.between(0, 360),
    isWrong ? random.between(300, 3000) : random.between(0, place.moored ? 0.05 : 0.3),
  );
  const hasFix = !random.chance(reportFaults.noFix);
  const isStill = place.moored || place.anchored;
  const speed = isStill ? random.between(0, 0.3) : place.speed + random.between(-0.4, 0.4);
  const bits = classAPosition({
    mmsi: Number(ship.vessel.mmsi),
    type: isStill ? 3 : 1,
    status: place.moored ? 5 : place.anchored ? 1 : 0,
    rateOfTurn: random.chance(0.2) ? -128 : random.int(-3, 3),
    lon: hasFix ? lon : null,
    lat: hasFix ? lat : null,
    speed: random.chance(0.01) ? null : Math.max(0, speed),
    course: random.chance(0.01) ? null : place.course,
    heading: random.chance(0.03) ? null : place.course,
    second: Math.floor(at / 1000) % 60,
  });
  const heard = lines(bits, index, at);
  if (random.chance(reportFaults.damaged)) return heard.map((line) => line.replace(/.\*(?=[^*]*$)/, '~*'));
  return random.chance(reportFaults.repeated) ? [...heard, ...lines(bits, index + 1, at)] : heard;
}

function dataOf(ship: Ship, index: number, place: ShipPlace, at: Instant): string[] {
  const { vessel } = ship;
  const size = Number(vessel.mmsi) % 250;
  return lines(
    staticVoyage({
      mmsi: Number(vessel.mmsi),
      imo: Number(vessel.imo),
      callSign: vessel.callSign,
      name: vessel.name,
      shipType: 71,
      lengthM: 149 + size,
      beamM: 24 + Math.round(size / 8),
      draughtM: 8 + ((index + ship.slot) % 60) / 10,
      destination: place.next.port.code,
      eta: place.next.plannedArrival,
    }),
    index,
    at,
  );
}

function othersAt(boats: readonly Boat[], at: Instant): string[] {
  const index = Math.floor(at / MINUTE_MS);
  const boat = boats[index % Math.max(1, boats.length)];
  const shore = baseStation({ mmsi: 2_275_300, lon: 4.05, lat: 51.98, at });
  const buoy = aidToNavigation({ mmsi: 992_275_001, name: 'MAAS CENTER', lon: 3.88, lat: 52.02 });
  const found = [...lines(shore, index, at), ...lines(buoy, index, at), '$GPZDA,120000.00,01,01,2026,00,00*69'];
  if (boat === undefined) return found;
  const [lon, lat] = destinationPoint([boat.lon, boat.lat], (index * 13) % 360, 3);
  const fix = { mmsi: boat.mmsi, lon, lat, speed: 9, course: (index * 13) % 360, heading: null, second: 30 };
  const data = { mmsi: boat.mmsi, callSign: `PB${boat.mmsi % 1000}`, shipType: 50, lengthM: 18, beamM: 5 };
  return [
    ...found,
    ...lines(classBPosition(fix), index, at),
    ...lines(staticPartA(boat), index, at),
    ...lines(staticPartB(data), index, at),
  ];
}

/** Makes the sentences that receivers of the world hear; all of it follows from seed and world time. */
export function createTransmitter(world: World) {
  const finder = createShipFinder(world);
  const ships = listShips(world);
  const boats = boatsOf(world);
  const { seed } = world;

  return {
    ships,
    finder,
    /** What one ship is heard to say at a moment; nothing while she is silent or out of service. */
    reportOf(index: number, at: Instant, withData: boolean): string[] {
      const ship = ships[index];
      if (ship === undefined || isSilent(seed, ship.vessel.mmsi, at)) return [];
      const place = finder.placeOf(ship, at);
      if (place === undefined) return [];
      const position = positionOf(seed, ship, index, place, at);
      return withData ? [...dataOf(ship, index, place, at), ...position] : position;
    },
    /** Everything else on the air: boats, a shore station, a buoy, and what receivers write besides. */
    othersAt: (at: Instant): string[] => othersAt(boats, at),
    /** A ship's past as a receiver recorded it: every few hours at sea, and around ports. */
    *recordingOf(index: number, from: Instant, to: Instant): Generator<string> {
      const ship = ships[index];
      if (ship === undefined) return;
      const moments = new Set<Instant>();
      for (let at = from + (index % 60) * MINUTE_MS; at < to; at += 6 * HOUR_MS) moments.add(at);
      for (const turn of finder.changeTimesOf(ship, from, to)) {
        for (const at of [turn - HOUR_MS, turn, turn + 20 * MINUTE_MS, turn + HOUR_MS]) if (at < to) moments.add(at);
      }
      let statedAt = Number.NEGATIVE_INFINITY;
      for (const at of [...moments].toSorted((a, b) => a - b)) {
        const withData = at - statedAt >= 4 * DAY_MS;
        if (withData) statedAt = at;
        yield* this.reportOf(index, at, withData);
      }
    },
  };
}
export type Transmitter = ReturnType<typeof createTransmitter>;
