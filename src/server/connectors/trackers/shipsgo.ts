import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Access } from '../access/types.ts';
import { PullFailure, type Connector, type PullAnswer, type PullRequest } from '../types.ts';
import { asObject, attribute } from '../untrusted.ts';
import { objects } from './record.ts';
import { parseShipsGo } from './shipsgo-record.ts';
import { answerOf, required, type Talk, talkTo, type Reported } from './talk.ts';

const PATH = 'ocean/shipments';

/** What ShipsGo is requested: a container, or a booking, by which bills are known too. */
function referenceOf({ subject, billNo, containerNo }: PullRequest): Record<string, string> {
  return subject === 'container'
    ? { container_number: normalizeContainerNumber(containerNo ?? '') }
    : { booking_number: (billNo ?? '').trim().toUpperCase() };
}

function idOf(shipment: unknown): string | undefined {
  const id = attribute(asObject(shipment) ?? {}, 'id');
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
}

const shipmentIn = (value: unknown): unknown => attribute(asObject(value) ?? {}, 'shipment');

/** Finds the shipment among those that exist. */
async function find(talk: Talk, request: PullRequest): Promise<string | undefined> {
  const [[name, value] = ['', '']] = Object.entries(referenceOf(request));
  const query = { [`filters[${name}]`]: `eq:${value}`, take: '1' };
  const reported = required(await talk({ path: PATH, query }), request);
  return idOf(objects(attribute(asObject(reported) ?? {}, 'shipments'))[0]);
}

/** Creates the shipment, which costs a credit; 409: it is there already, and its id is had at no cost. */
async function create(talk: Talk, request: PullRequest): Promise<string> {
  const { scac = request.carrierCode } = request;
  const carrier = /^[A-Z0-9]{4}$/i.test(scac) ? { carrier: scac.toUpperCase() } : {};
  const reported = await talk({ path: PATH, body: { ...referenceOf(request), ...carrier } });
  if (reported.status === 402) throw new PullFailure('not_permitted', 'HTTP 402: no credits are left');
  const named = reported.status === 409 ? shipmentIn(reported.value) : shipmentIn(required(reported, request));
  const id = idOf(named) ?? (reported.status === 409 ? await find(talk, request) : undefined);
  if (id === undefined) throw new PullFailure('bad_answer', 'the answer names no shipment');
  return id;
}

const read = (talk: Talk, id: string): Promise<Reported> => talk({ path: `${PATH}/${encodeURIComponent(id)}` });

/** A shipment is created once and requested by its id from then on; where nothing may be created it is looked for. */
async function pull(request: PullRequest, access: Access, firstField: string): Promise<PullAnswer> {
  const talk = talkTo(request, { access, firstField });
  if (request.objectId != null) {
    const known = await read(talk, request.objectId);
    // Other keys do not know it.
    if (known.status !== 404) return answerOf(required(known, request), request);
  }
  const id = request.remember === undefined ? await find(talk, request) : await create(talk, request);
  if (id === undefined) return answerOf({}, request);
  await request.remember?.(id);
  return answerOf(required(await read(talk, id), request), request);
}

/** ShipsGo, asked with these keys. */
export const shipsGoConnector = (access: Access, firstField: string): Connector => ({
  protocol: 'shipsgo',
  queriedBy: 'pipeline',
  emptyMeans: 'unanswered',
  pull: (request) => pull(request, access, firstField),
  parse: parseShipsGo,
});
