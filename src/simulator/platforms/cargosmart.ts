import type { FastifyInstance } from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { toLocalText, zoneOffsetMs } from '#shared/time/zone.ts';
import { asRecord } from '#shared/values/objects.ts';
import { ownerOf } from '../dialects/prove.ts';
import type { WorldCarrier, WorldPort } from '../network/types.ts';
import { planAt } from '../reports/carrier-report.ts';
import type { CarrierRecord } from '../reports/types.ts';
import type { ServerContext } from '../servers/context.ts';
import { endOf, startOf } from '../shipments/route.ts';
import type { RouteLeg, Shipment } from '../shipments/types.ts';
import { reportedBy, type World } from '../world.ts';
import { type Requested, createLimit, findRequested } from './account.ts';

/** The carriers that CargoSmart answers for, which have no other interface of their own. */
const cargoSmartCarriers: readonly string[] = ['TRAD'];

const proof = { headers: { appkey: '{code}-{owner}-appKey' } };

type Kind = { code: string; description: string; mode: 'Truck' | 'Vessel' };

const landKinds: Readonly<Record<string, Kind>> = {
  PICK: { code: 'CS010', description: 'Empty Container Picked Up', mode: 'Truck' },
  GTIN: { code: 'CS020', description: 'Full Container Received by Carrier at Origin', mode: 'Truck' },
  GTOT: { code: 'CS190', description: 'Out for Delivery', mode: 'Truck' },
};

/** Events of ships by whether the leg is the first, or the last: estimates of departure and arrival have codes of their own. */
function shipKind({ code, classifier }: CarrierRecord, isFirst: boolean, isLast: boolean): Kind | undefined {
  const kind = (one: string, description: string): Kind => ({ code: one, description, mode: 'Vessel' });
  const isEstimate = classifier !== 'ACT';
  switch (code) {
    case 'LOAD':
      return isFirst ? kind('CS060', 'Container Loaded on Vessel') : kind('CS090', 'Loaded at Transshipment Port');
    case 'DEPA':
      if (isEstimate) return isFirst ? kind('CS067', 'Vessel Departure (Estimated)') : undefined;
      return isFirst ? kind('CS070', 'Vessel Departed') : kind('CS110', 'Vessel Departed from Transshipment Port');
    case 'ARRI':
      if (isEstimate) return isLast ? kind('CS277', 'Vessel Arrival (Estimated)') : undefined;
      return isLast ? kind('CS120', 'Vessel Arrived') : kind('CS080', 'Vessel Arrived at Transshipment Port');
    case 'DISC':
      return isLast ? kind('CS130', 'Container Discharged') : kind('CS100', 'Discharged at Transshipment Port');
    default:
      return undefined;
  }
}

/** Both times side by side; who takes the local time for GMT writes it in both. */
function timesOf(at: Instant, { zone }: WorldPort, localAsUtc = false) {
  const gmt = localAsUtc ? at + zoneOffsetMs(at, zone) : at;
  return {
    GMT: { text: toIsoText(gmt), timeInMillis: gmt },
    locDT: { text: toLocalText(at, zone).replace(' ', 'T'), timeZone: zone },
  };
}

const cityOf = (port: WorldPort, code: string | null) => ({
  city: port.name,
  portName: port.name,
  locationCode: code === null ? null : { UNLocationCode: code },
});

/** The newest of what was notified of each thing: estimates that were overtaken are gone. */
function newest(records: readonly CarrierRecord[]): CarrierRecord[] {
  const last = new Map<string, CarrierRecord>();
  for (const one of records) {
    const key = [one.type, one.code, one.container, one.group, one.leg?.index].join(' ');
    if (one.classifier === 'ACT' || last.get(key)?.classifier !== 'ACT') last.set(key, one);
  }
  return [...last.values()].filter(({ type }) => type !== 'SHIPMENT');
}

type Reported = { world: World; shipment: Shipment; records: readonly CarrierRecord[]; now: Instant };

function shipOf({ world, now }: Reported, leg: RouteLeg) {
  const plan = planAt(leg, now);
  const sailing = world.sailings.sailing(plan.service, plan.week);
  const { name, imo } = sailing.vesselKnownAt <= now ? sailing.vessel : sailing.plannedVessel;
  const voyage = plan.from < sailing.service.turn ? sailing.outbound : sailing.inbound;
  return {
    vesselName: name,
    lloydsNumber: imo,
    voyage: voyage.replace(/[A-Z]$/, ''),
    direction: /[A-Z]$/.exec(voyage)?.[0] ?? null,
    service: sailing.service.code,
  };
}

function legOf(reported: Reported, leg: RouteLeg, group: number) {
  const plan = planAt(leg, reported.now);
  const ship = shipOf(reported, leg);
  const statements = (code: string): CarrierRecord[] =>
    reported.records.filter((one) => one.code === code && one.group === group && one.leg?.index === leg.sequence - 1);
  const marked = (code: string) =>
    statements(code).map(({ classifier, eventAt, port, localAsUtc }) => ({
      indicator: { value: classifier === 'ACT' ? 'A' : 'E' },
      ...timesOf(eventAt, port, localAsUtc),
    }));
  const [from, to] = [startOf(reported.world.sailings, plan).port, endOf(reported.world.sailings, plan).port];
  return {
    legSeq: leg.sequence,
    POL: { port: cityOf(from, from.code) },
    POD: { port: cityOf(to, to.code) },
    SVVD: { loading: ship, discharge: ship },
    departureDT: marked('DEPA'),
    arrivalDT: marked('ARRI'),
  };
}

function eventOf(reported: Reported, record: CarrierRecord, legs: readonly RouteLeg[]) {
  const index = record.leg?.index ?? -1;
  const kind =
    record.leg === undefined ? landKinds[record.code] : shipKind(record, index === 0, index === legs.length - 1);
  // Of containers only what happened is reported.
  if (kind === undefined || (record.type === 'EQUIPMENT' && record.classifier !== 'ACT')) return [];
  const { port, portCode, eventAt, createdAt, classifier, localAsUtc } = record;
  // At the port of loading the code stands beside the leg only.
  const isNamedOnly = record.code === 'GTIN' && portCode === port.code;
  return [
    {
      CSEvent: { CSEventCode: kind.code, estActIndicator: classifier === 'ACT' ? 'A' : 'E' },
      carrEventCode: null,
      eventDescription: kind.description,
      eventDT: timesOf(eventAt, port, localAsUtc),
      eventReceivedDT: { GMT: { text: toIsoText(createdAt) } },
      mode: kind.mode,
      location: {
        locationName: `${port.name} Container Terminal`,
        CSStandardCity: { CSParentCityID: null },
        cityDetails: cityOf(port, isNamedOnly ? null : portCode),
      },
    },
  ];
}

/** The events of each container of a shipment, or of one of them. */
export function containersOf(reported: Reported, unit: string | undefined) {
  const { shipment } = reported;
  return shipment.containers.flatMap((container, place) => {
    if (unit !== undefined && container.number !== unit) return [];
    const group = Math.max(
      0,
      shipment.groups.findIndex(({ containers }) => containers.includes(place)),
    );
    const legs = shipment.groups[group]?.legs ?? [];
    // Until its own ships are known, a container that is split off goes with the others.
    const shown = reported.records.some((one) => one.container < 0 && one.group === group) ? group : 0;
    const own = reported.records.filter((one) => one.container === place || (one.container < 0 && one.group === shown));
    const written = legs.map((leg) => legOf(reported, leg, group));
    return [
      {
        containerNumber: {
          containerNumber: container.number.slice(0, 10),
          containerCheckDigit: container.number.slice(10),
          CSContainerSizeType: container.isoCode,
          carrCntrSizeType: container.isoCode,
          seal: [{ sealNumber: container.sealNumber }],
        },
        externalReference: [
          { CSReferenceType: { value: 'BL' }, referenceNumber: shipment.billNo.slice(4) },
          { CSReferenceType: { value: 'BKG' }, referenceNumber: shipment.bookingNo },
        ],
        event: own.toSorted((a, b) => a.eventAt - b.eventAt).flatMap((record) => eventOf(reported, record, legs)),
        route: { firstPOL: written[0]?.POL, lastPOD: written.at(-1)?.POD, shipmentLeg: written },
      },
    ];
  });
}

const names = {
  billOfLadingNumber: 'bill',
  bookingNumber: 'booking',
  cntrNumber: 'container',
} as const;

/** What a question names: one reference, bills without the letters of the carrier. */
function find(context: ServerContext, carrier: WorldCarrier, owner: string, body: Record<string, unknown>) {
  const given = Object.entries(names).flatMap(([name, kind]) => {
    const value = body[name];
    return typeof value === 'string' && value !== '' ? [{ kind, value }] : [];
  });
  const [one] = given;
  if (given.length !== 1 || one === undefined) return 'wrong';
  const number = one.kind === 'bill' ? `${carrier.scac}${one.value}` : one.value;
  const requested: Requested | undefined = findRequested(context, owner, {
    number,
    kinds: [one.kind],
    scac: carrier.scac,
  });
  return requested;
}

const refusal = (errorCode: string, errorDescription: string) => ({
  shipmentContent: null,
  errors: [{ errorCode, errorDescription }],
});

/** Adds CargoSmart, by which some carriers answer: `POST /carriers/{carrierCode}` with an app key and the number of the customer. */
export function addCargoSmart(app: FastifyInstance, context: ServerContext): void {
  const { world, now } = context;
  const isWithinLimit = createLimit();
  app.register(async (scope) => {
    for (const carrier of world.network.carriers) {
      if (!cargoSmartCarriers.includes(carrier.code)) continue;
      scope.post(`/carriers/${carrier.code}`, async (request, reply) => {
        const owner = await ownerOf(request, proof, carrier.code);
        if (owner === undefined) return reply.code(401).send(refusal('401', 'Invalid appKey'));
        if (!isWithinLimit(`${carrier.code} ${owner}`, reply))
          return reply.code(429).send(refusal('429', 'Too many requests'));
        const body = asRecord(request.body);
        if (body['customerID'] !== `${carrier.code}-${owner}-customerId` || body['scacCode'] !== carrier.scac)
          return reply.code(403).send(refusal('403', 'The customer has no permission'));
        const requested = find(context, carrier, owner, body);
        if (requested === 'wrong') return reply.code(400).send(refusal('400', 'One reference is required'));
        const records = requested && newest(reportedBy(world.carrierReport(requested.shipment), now()));
        if (requested === undefined || records === undefined || records.length === 0)
          return refusal('404', 'No data found');
        const { shipment, container } = requested;
        const content = { containerDetail: containersOf({ world, shipment, records, now: now() }, container) };
        // Of every other shipment the content is JSON in a text.
        return {
          shipmentContent: shipment.key.seq % 2 === 0 ? content : JSON.stringify(content),
          errors: [],
        };
      });
    }
  });
}
