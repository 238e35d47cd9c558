import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { createCallCounter } from '../dialects/calls-left.ts';
import { siteOf } from '../pages/sites.ts';
import type { HeardLeg } from '../reports/heard.ts';
import type { ServerContext } from '../servers/context.ts';
import { keyOfIndex, shipmentIndex } from '../shipments/numbers.ts';
import type { Shipment } from '../shipments/types.ts';
import type { Reference, World } from '../world.ts';

/** What a customer asked a platform for: a bill, or one container of it. */
export type Requested = { shipment: Shipment; container: string | undefined };

/** Most calls in a minute of the machine: more than real platforms allow, as the world may run fast. */
const PER_MINUTE = 6_000;

/** Counts the calls of each account; false, with the answer's headers set, for one above the limit. */
export function createLimit(): (name: string, reply: FastifyReply) => boolean {
  const waitOf = createCallCounter();
  return (name, reply) => {
    const waitMs = waitOf(name, { limits: { perMinute: PER_MINUTE } });
    if (waitMs > 0) reply.header('retry-after', String(Math.ceil(waitMs / 1_000)));
    return waitMs === 0;
  };
}

/** Whether an account may see a shipment: of one tenant, who sees what is its own, or `demo`, which sees everything. */
const isSeen = ({ carrier, tenantCode }: Shipment, owner: string): boolean =>
  siteOf(carrier.code) === undefined && (owner === 'demo' || tenantCode === owner);

/** What a number stands for, tried as each of some kinds; a carrier that is named must be its own. */
export function findRequested(
  { world, now }: Pick<ServerContext, 'world' | 'now'>,
  owner: string,
  { number, kinds, scac }: { number: string; kinds: readonly Reference['type'][]; scac: string },
): Requested | undefined {
  const value = number.trim().toUpperCase();
  for (const type of kinds) {
    const shipment = world.find({ type, value }, now());
    if (shipment === undefined || !isSeen(shipment, owner) || (scac !== '' && shipment.carrier.scac !== scac)) continue;
    return { shipment, container: type === 'container' ? value : undefined };
  }
  return undefined;
}

/** The number of what was requested, from which it is found again: 16 places for each shipment, the first for the whole of it. */
export const numberOf = ({ shipment, container }: Requested): number =>
  shipmentIndex(shipment.key) * 16 + shipment.containers.findIndex(({ number }) => number === container) + 1;

/** What a number stands for; undefined for one that was never given out. */
export function requestedOf(world: World, number: number, owner: string, at: Instant): Requested | undefined {
  const key = Number.isSafeInteger(number) && number >= 0 ? keyOfIndex(Math.floor(number / 16)) : undefined;
  const shipment = key && world.shipmentOf(key);
  if (shipment === undefined || shipment.bookedAt > at || !isSeen(shipment, owner)) return undefined;
  const place = number % 16;
  const container = shipment.containers[place - 1]?.number;
  return place > 0 && container === undefined ? undefined : { shipment, container };
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/** A UUID that carries two numbers (32 and 16 bits). */
export function uuidOf(kind: string, first: number, second: number): string {
  const mark = createHash('sha256').update(`${kind} ${first} ${second}`).digest('hex');
  return `${hex(first, 8)}-${hex(second, 4)}-4${mark.slice(0, 3)}-a${mark.slice(3, 6)}-${mark.slice(6, 18)}`;
}

/** The numbers of a UUID of that kind; undefined for any other text. */
export function numbersOf(kind: string, id: string): readonly [number, number] | undefined {
  const [first, second] = [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(9, 13), 16)];
  return Number.isInteger(first) && Number.isInteger(second) && uuidOf(kind, first, second) === id
    ? [first, second]
    : undefined;
}

/** What ships still have to do, as far as it is known. */
export function expectedOf(legs: readonly HeardLeg[]): { does: 'departs' | 'arrives'; leg: HeardLeg; at: Instant }[] {
  return legs.flatMap((leg) => [
    ...(leg.atd === undefined && leg.ata === undefined ? [{ does: 'departs' as const, leg, at: leg.etd }] : []),
    ...(leg.ata === undefined ? [{ does: 'arrives' as const, leg, at: leg.eta }] : []),
  ]);
}
