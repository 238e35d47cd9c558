import { distanceNm } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import { createRandom } from '#shared/random/prng.ts';
import { itemAt } from '#shared/values/items.ts';
import { type ServiceTemplate, serviceTemplates } from './catalogue.ts';
import type { Connection, Network, ProFormaCall, Service, WorldPort, WorldReference, WorldVessel } from './types.ts';

/** Pilotage and waiting on every sea leg, in hours. */
const PILOT_HOURS = 3;
const HOURS_PER_WEEK = 168;
/** Ships with time to spare do not go slower than this. */
const SLOWEST_KN = 13;
/** Carriers of one alliance carry each other's containers: four by four, in the order of the seed file. */
const ALLIANCE_SIZE = 4;
/** Ports where containers change ships. */
const hubPorts = new Set(
  'SGSIN MYPKG KRPUS HKHKG LKCMB AEJEA EGPSD GRPIR ESALG MAPTM NLRTM BEANR DEHAM GBFXT PABLB'.split(' '),
);

function seaDistanceNm(from: WorldPort, to: WorldPort): number {
  const route = findSeaRoute(from.position, to.position);
  return route?.distanceNm ?? distanceNm(from.position, to.position) * 1.3;
}

/** Distances by sea, each reckoned once. */
function rememberDistances(): Network['seaNm'] {
  const known = new Map<string, number>();
  return (from, to) => {
    const key = from.code < to.code ? `${from.code}${to.code}` : `${to.code}${from.code}`;
    const nm = known.get(key) ?? seaDistanceNm(from, to);
    known.set(key, nm);
    return nm;
  };
}

/** Where domestic services meet: ships from the coast and barges of the Yangtze. */
const domesticHub = 'CNTAG';

/** Hours alongside: the same for every call of a port on a service, between 16 and 34. */
function stayHoursOf(template: ServiceTemplate, call: number): number {
  const random = createRandom(`stay:${template.code}:${call}`);
  return template.weeks <= 2 ? random.int(9, 16) : random.int(16, 34);
}

/** Time to spare is spent in port rather than by creeping, up to two days a call. */
function stretchStays(stays: readonly number[], hoursToFill: number): number[] {
  const total = stays.reduce((sum, hours) => sum + hours, 0);
  const factor = Math.max(1, hoursToFill / total);
  return stays.map((hours) => Math.round(Math.min(48, hours * factor)));
}

function buildSchedule(template: ServiceTemplate, reference: WorldReference) {
  const sides = template.rotation.split('|').map((side) => side.trim().split(/\s+/));
  const ports = sides.flat().map((code) => {
    const port = reference.ports.get(code);
    if (port === undefined) throw new Error(`Service ${template.code} calls at unknown port ${code}`);
    return port;
  });
  const distances = ports.map((port, i) => seaDistanceNm(port, itemAt(ports, (i + 1) % ports.length)));
  const roundTripNm = distances.reduce((sum, nm) => sum + nm, 0);
  const stays = stretchStays(
    ports.map((_, i) => stayHoursOf(template, i)),
    template.weeks * HOURS_PER_WEEK - PILOT_HOURS * ports.length - roundTripNm / SLOWEST_KN,
  );
  const stayTotal = stays.reduce((sum, hours) => sum + hours, 0);
  const sailing = template.weeks * HOURS_PER_WEEK - stayTotal - PILOT_HOURS * ports.length;
  const calls: ProFormaCall[] = [];
  let clock = 0;
  for (const [i, port] of ports.entries()) {
    const seaHours = i === 0 ? 0 : PILOT_HOURS + (sailing * itemAt(distances, i - 1)) / roundTripNm;
    const arrivalHours = Math.round(clock + seaHours);
    const departureHours = arrivalHours + itemAt(stays, i);
    calls.push({ port, arrivalHours, departureHours, seaHours });
    clock = departureHours;
  }
  return {
    calls,
    turn: sides[0]?.length ?? 0,
    homeSeaHours: template.weeks * HOURS_PER_WEEK - clock,
    roundTripNm,
    nextNm: distances,
  };
}

/** Own ships first; what is missing is chartered from carriers with ships to spare. */
function assignFleets(reference: WorldReference): Map<string, { fleet: WorldVessel[]; spare?: WorldVessel }> {
  const free = new Map<string, WorldVessel[]>();
  for (const carrier of reference.carriers) {
    free.set(
      carrier.code,
      reference.vessels.filter((vessel) => vessel.carrierCode === carrier.code),
    );
  }
  const fleets = new Map<string, { fleet: WorldVessel[]; spare?: WorldVessel }>();
  const short: ServiceTemplate[] = [];
  for (const template of serviceTemplates) {
    const own = free.get(reference.carriers[template.carrier]?.code ?? '') ?? [];
    const fleet = own.splice(0, template.weeks);
    fleets.set(template.code, { fleet });
    if (fleet.length < template.weeks) short.push(template);
  }
  const pool = [...free.values()].flat();
  for (const template of short) {
    const entry = fleets.get(template.code);
    entry?.fleet.push(...pool.splice(0, template.weeks - entry.fleet.length));
    if (entry === undefined || entry.fleet.length < template.weeks) {
      throw new Error(`Not enough vessels for service ${template.code}`);
    }
  }
  for (const [i, template] of serviceTemplates.entries()) {
    const spare = pool[i % Math.max(1, pool.length)];
    const entry = fleets.get(template.code);
    if (entry !== undefined && spare !== undefined) entry.spare = spare;
  }
  return fleets;
}

function allianceOf(service: Service): number {
  return Math.floor(service.carrier.index / ALLIANCE_SIZE);
}

function connectionsOf(services: readonly Service[]): Pick<Network, 'connections' | 'hubs'> {
  const connections = new Map<string, Connection[]>();
  const hubs = new Set<string>();
  for (const one of services) {
    for (const [call, { port }] of one.calls.entries()) {
      const found: Connection[] = [];
      const isHub = one.domestic ? port.code === domesticHub : hubPorts.has(port.code);
      for (const other of isHub ? services : []) {
        if (other === one || other.domestic !== one.domestic || allianceOf(other) !== allianceOf(one)) continue;
        for (const [otherCall, place] of other.calls.entries()) {
          if (place.port === port) found.push({ service: other.index, call: otherCall });
        }
      }
      if (found.length > 0) hubs.add(port.code);
      connections.set(`${one.index}:${call}`, found);
    }
  }
  return { connections, hubs };
}

/** Builds the services from the catalogue and the seed files; throws if a port or a ship is missing. */
export function buildNetwork(reference: WorldReference): Network {
  const fleets = assignFleets(reference);
  const services = serviceTemplates.map((template, index): Service => {
    const carrier = reference.carriers[template.carrier];
    if (carrier === undefined) throw new Error(`Service ${template.code} has no carrier`);
    const schedule = buildSchedule(template, reference);
    return {
      index,
      code: template.code,
      carrier,
      domestic: new Set(schedule.calls.map(({ port }) => port.country)).size === 1,
      weeks: template.weeks,
      letters: template.letters,
      bookings: template.bookings,
      startHours: createRandom(`start:${template.code}`).int(0, HOURS_PER_WEEK - 1),
      ...schedule,
      fleet: fleets.get(template.code)?.fleet ?? [],
      spare: fleets.get(template.code)?.spare,
    };
  });
  return {
    services,
    carriers: reference.carriers,
    ports: reference.ports,
    seaNm: rememberDistances(),
    ...connectionsOf(services),
  };
}
