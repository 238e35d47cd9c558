import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Instant, toIsoText } from '#shared/time/instant.ts';
import { offsetLabel, toLocalText } from '#shared/time/zone.ts';
import { itemAt, lastItem } from '#shared/values/items.ts';
import { asRecord } from '#shared/values/objects.ts';
import { ownerOf } from '../dialects/prove.ts';
import type { WorldPort, WorldVessel } from '../network/types.ts';
import { codeOf } from '../reports/aggregator-record.ts';
import type { Heard, HeardContainer } from '../reports/heard.ts';
import type { ServerContext } from '../servers/context.ts';
import type { MilestoneCode } from '../shipments/types.ts';
import { type Requested, requestedOf, createLimit, expectedOf, findRequested, numberOf } from './account.ts';
import { addNews, type News } from './news.ts';

const CODE = 'shipsgo';
const PUSH_SECRET = 'shipsgo-demo-push-secret';
/** Ids of shipments begin here. */
const FIRST_ID = 1_000;

const proof = { headers: { 'x-shipsgo-user-token': '{code}-{owner}-userToken' } };

const events: Partial<Record<MilestoneCode, string>> = {
  STSP: 'EMSH',
  GITM: 'GTIN',
  LOBD: 'LOAD',
  DLPT: 'DEPA',
  TSBA: 'ARRV',
  TSDC: 'DISC',
  TSLB: 'LOAD',
  TSDP: 'DEPA',
  BDAR: 'ARRV',
  DSCH: 'DISC',
  STCS: 'GTOT',
  RCVE: 'EMRT',
};

/** Times of the account's own work are UTC and say nothing of it. */
const ownTime = (at: Instant): string => toIsoText(at).slice(0, 19).replace('T', ' ');

const placeTime = (at: Instant, { zone }: WorldPort): string =>
  `${toLocalText(at, zone).replace(' ', 'T')}${offsetLabel(at, zone)}`;

const locationOf = (port: WorldPort) => ({
  code: codeOf(port),
  name: port.name,
  timezone: port.zone,
  country: { code: port.country, name: port.country },
});

type Move = { at: Instant; port: WorldPort; vessel: WorldVessel | undefined; voyage: string | undefined };

const movement = (event: string, status: 'ACT' | 'EST', { at, port, vessel, voyage }: Move) => ({
  event,
  status,
  location: locationOf(port),
  timestamp: placeTime(at, port),
  vessel: vessel === undefined ? null : { name: vessel.name, imo: Number(vessel.imo) },
  voyage: voyage ?? null,
});

function movementsOf({ legs }: Heard, { moves, onLegs }: HeardContainer) {
  const happened = moves.flatMap((move) => {
    const event = events[move.code];
    const ship = move.leg < 0 ? { vessel: undefined, voyage: undefined } : {};
    return event === undefined ? [] : [movement(event, 'ACT', { ...move, ...ship })];
  });
  const expected = (onLegs ? expectedOf(legs) : []).map(({ does, leg, at }) =>
    movement(does === 'departs' ? 'DEPA' : 'ARRV', 'EST', { ...leg, at, port: does === 'departs' ? leg.pol : leg.pod }),
  );
  return [...happened, ...expected];
}

/** How far the whole shipment is. */
function statusOf({ legs, containers }: Heard): string {
  const did = (code: MilestoneCode): boolean =>
    containers.some(({ moves }) => moves.some((move) => move.code === code));
  if (did('DSCH')) return 'DISCHARGED';
  if (lastItem(legs).ata !== undefined) return 'ARRIVED';
  if (itemAt(legs, 0).atd !== undefined) return 'SAILING';
  return did('LOBD') ? 'LOADED' : 'BOOKED';
}

/** A shipment as ShipsGo shows it; it is new until ShipsGo has heard of it. */
function shipmentOf(requested: Requested, heard: Heard | undefined) {
  const { shipment, container } = requested;
  const own = {
    id: FIRST_ID + numberOf(requested),
    reference: null,
    booking_number: container === undefined ? shipment.billNo : null,
    container_number: container ?? null,
    container_count: 0,
    carrier: { scac: shipment.carrier.scac, name: shipment.carrier.name },
    status: 'NEW',
    route: null,
    containers: [],
    created_at: ownTime(shipment.confirmedAt),
    updated_at: ownTime(heard?.updatedAt ?? shipment.confirmedAt),
    checked_at: ownTime(heard?.updatedAt ?? shipment.confirmedAt),
    discarded_at: null,
  };
  if (heard === undefined) return own;
  const [first, last] = [itemAt(heard.legs, 0), lastItem(heard.legs)];
  const containers = heard.containers.filter(({ number }) => container === undefined || number === container);
  return {
    ...own,
    container_count: containers.length,
    status: statusOf(heard),
    route: {
      port_of_loading: {
        location: locationOf(first.pol),
        date_of_loading: placeTime(first.atd ?? first.etd, first.pol),
        date_of_loading_initial: null,
      },
      port_of_discharge: {
        location: locationOf(last.pod),
        date_of_discharge: placeTime(last.ata ?? last.eta, last.pod),
        date_of_discharge_initial: null,
      },
      ts_count: heard.legs.length - 1,
      transit_time: null,
      transit_percentage: null,
      co2_emission: null,
    },
    containers: containers.map((one) => ({
      number: one.number,
      size: one.isoCode.startsWith('2') ? 20 : 40,
      type: one.isoCode.includes('R') ? 'RE' : 'DC',
      status:
        one.moves.findLast(({ code }) => events[code] !== undefined)?.code === 'RCVE' ? 'EMPTY_RETURN' : 'SAILING',
      movements: movementsOf(heard, one),
    })),
  };
}

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message });

/** What is requested by a booking number, by which bills are known too, or by a container. */
function queriedBy(
  context: ServerContext,
  owner: string,
  fields: Readonly<Record<string, unknown>>,
): Requested | undefined {
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const scac = text('carrier');
  return text('container_number') === ''
    ? findRequested(context, owner, { number: text('booking_number'), kinds: ['bill', 'booking'], scac })
    : findRequested(context, owner, { number: text('container_number'), kinds: ['container'], scac });
}

/** Adds ShipsGo under /shipsgo/v2: a shipment is created once, by a booking (or bill) or a container, and read by its id. */
export function addShipsGo(app: FastifyInstance, context: ServerContext): News<Requested> {
  const { world, now } = context;
  const isWithinLimit = createLimit();
  const created = new Map<string, Requested>();
  const news = addNews<Requested, Heard>(app, context, {
    desk: '/shipsgo/service/push',
    stateOf: (shipment, _, at) => world.heardOf(shipment, at),
    isNew: (heard, reported) => heard.updatedAt !== reported?.updatedAt,
    messageOf: (_, requested, heard) => {
      const event = { id: randomUUID(), name: 'OCEAN.SHIPMENTS.SHIPMENT_UPDATED', triggered_by: null };
      const body = JSON.stringify({ event, shipment: shipmentOf(requested, heard) });
      const signature = createHmac('sha256', PUSH_SECRET).update(body).digest('hex');
      const headers = {
        'x-shipsgo-webhook-id': event.id,
        'x-shipsgo-webhook-name': event.name,
        'x-shipsgo-webhook-signature': signature,
      };
      return { body, headers };
    },
  });
  const callerOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> => {
    const owner = await ownerOf(request, proof, CODE);
    if (owner === undefined) void refuse(reply, 401, 'UNAUTHENTICATED');
    else if (!isWithinLimit(owner, reply)) void refuse(reply, 429, 'TOO_MANY_REQUESTS');
    else return owner;
    return undefined;
  };

  app.register(
    async (scope) => {
      scope.post('/ocean/shipments', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const fields = asRecord(request.body);
        if (typeof fields['booking_number'] !== 'string' && typeof fields['container_number'] !== 'string')
          return refuse(reply, 422, 'VALIDATION_ERROR');
        const requested = queriedBy(context, owner, fields);
        // A number that no carrier knows is created too; it ends untracked.
        const id = requested === undefined ? 1 : FIRST_ID + numberOf(requested);
        if (requested !== undefined && created.has(`${owner} ${id}`))
          return reply.code(409).send({ message: 'ALREADY_EXISTS', shipment: { id } });
        if (requested !== undefined) created.set(`${owner} ${id}`, requested);
        return { message: 'SUCCESS', shipment: { id } };
      });
      scope.get('/ocean/shipments', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const query = asRecord(request.query);
        const filters = Object.fromEntries(
          ['booking_number', 'container_number'].map((name) => [
            name,
            String(query[`filters[${name}]`] ?? '').replace('eq:', ''),
          ]),
        );
        const requested = queriedBy(context, owner, filters);
        const own = requested && created.get(`${owner} ${FIRST_ID + numberOf(requested)}`);
        const shipments = own === undefined ? [] : [{ id: FIRST_ID + numberOf(own) }];
        return { message: 'SUCCESS', shipments, meta: { more: false, total: shipments.length } };
      });
      scope.get<{ Params: { id: string } }>('/ocean/shipments/:id', async (request, reply) => {
        const owner = await callerOf(request, reply);
        if (owner === undefined) return reply;
        const id = Number(request.params.id);
        if (id === 1) return { message: 'SUCCESS', shipment: { id, status: 'UNTRACKED', route: null, containers: [] } };
        const requested = requestedOf(world, id - FIRST_ID, owner, now());
        if (requested === undefined) return refuse(reply, 404, 'NOT_FOUND');
        const at = now();
        const heard = world.heardOf(requested.shipment, at);
        news.follow(`${owner} ${id}`, requested, requested.shipment, at);
        return { message: 'SUCCESS', shipment: shipmentOf(requested, heard) };
      });
    },
    { prefix: '/shipsgo/v2' },
  );
  return news;
}
