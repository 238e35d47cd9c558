import { containerCheckDigit } from '#shared/ids/container-number.ts';
import { WEEK_LIMIT } from '../network/calendar.ts';
import type { Network } from '../network/types.ts';
import type { ShipmentKey } from './types.ts';

/** Bookings a sailing can have. */
const BOOKINGS_LIMIT = 20;
/** Containers a booking can have. */
const CONTAINERS_LIMIT = 6;

const SERVICE_LIMIT = 100;
const BILL_SPACE = 1_000_000_000;
const SERIAL_SPACE = 1_000_000;
/** Services one carrier can have, and weeks after which a container number comes again. */
const SERVICES_OF_CARRIER = 6;
const CONTAINER_WEEKS = 1_380;

/** Multipliers without the factors 2 and 5: multiplication modulo a power of ten can be undone. */
const BILL_FACTOR = 387_420_489;
const BOOKING_FACTOR = 206_671_513;
const SERIAL_FACTOR = 271_829;
const OFFSET = 123_456_789;

function inverse(factor: number, space: number): bigint {
  let [a, b] = [BigInt(factor), BigInt(space)];
  let [x, y] = [1n, 0n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b] = [b, a % b];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % BigInt(space)) + BigInt(space)) % BigInt(space);
}

const billInverse = inverse(BILL_FACTOR, BILL_SPACE);
const bookingInverse = inverse(BOOKING_FACTOR, BILL_SPACE);
const serialInverse = inverse(SERIAL_FACTOR, SERIAL_SPACE);

function scatter(value: number, factor: number, space: number): number {
  return (value * factor + OFFSET) % space;
}

function gather(value: number, factorInverse: bigint, space: number): number {
  const shifted = BigInt((((value - OFFSET) % space) + space) % space);
  return Number((shifted * factorInverse) % BigInt(space));
}

/** The running number of a shipment, from which its bill, booking and event numbers are made. */
export function shipmentIndex(key: ShipmentKey): number {
  return (key.service * WEEK_LIMIT + key.week) * BOOKINGS_LIMIT + key.seq;
}

/** The shipment of a running number, undefined outside the numbers in use. */
export function keyOfIndex(index: number): ShipmentKey | undefined {
  if (!Number.isInteger(index) || index < 0) return undefined;
  const seq = index % BOOKINGS_LIMIT;
  const rest = Math.floor(index / BOOKINGS_LIMIT);
  const service = Math.floor(rest / WEEK_LIMIT);
  return service < SERVICE_LIMIT ? { service, week: rest % WEEK_LIMIT, seq } : undefined;
}

/** A bill number: the carrier's four letters and nine digits. */
export function billNumber(scac: string, key: ShipmentKey): string {
  return `${scac}${String(scatter(shipmentIndex(key), BILL_FACTOR, BILL_SPACE)).padStart(9, '0')}`;
}

/** The shipment a bill number belongs to, undefined when it can be none. */
export function keyOfBill(billNo: string): ShipmentKey | undefined {
  const match = /^[A-Z]{4}(\d{9})$/.exec(billNo);
  return match === null ? undefined : keyOfIndex(gather(Number(match[1]), billInverse, BILL_SPACE));
}

/** A booking number: ten digits beginning with 2. */
export function bookingNumber(key: ShipmentKey): string {
  return `2${String(scatter(shipmentIndex(key), BOOKING_FACTOR, BILL_SPACE)).padStart(9, '0')}`;
}

/** The shipment a booking number belongs to, undefined when it can be none. */
export function keyOfBooking(bookingNo: string): ShipmentKey | undefined {
  const match = /^2(\d{9})$/.exec(bookingNo);
  return match === null ? undefined : keyOfIndex(gather(Number(match[1]), bookingInverse, BILL_SPACE));
}

function servicesOf(network: Network, carrierIndex: number): number[] {
  return network.services.filter(({ carrier }) => carrier.index === carrierIndex).map(({ index }) => index);
}

/** The serial number of one container of a shipment, unique within its carrier. */
export function containerSerial(network: Network, key: ShipmentKey, container: number): number {
  const carrier = network.services[key.service]?.carrier.index ?? 0;
  const local = servicesOf(network, carrier).indexOf(key.service);
  const value =
    ((local * CONTAINER_WEEKS + (key.week % CONTAINER_WEEKS)) * BOOKINGS_LIMIT + key.seq) * CONTAINERS_LIMIT +
    container;
  return scatter(value, SERIAL_FACTOR, SERIAL_SPACE);
}

/** A prefix the carrier's leased containers bear. */
export function leasedPrefix(carrierIndex: number): string {
  return `LB${String.fromCharCode(65 + carrierIndex)}U`;
}

/** The shipment and container a container number can belong to; the check digit is not looked at. */
export function keyOfContainer(network: Network, number: string): (ShipmentKey & { container: number }) | undefined {
  const match = /^([A-Z]{3}[UJZ])(\d{6})\d$/.exec(number);
  if (match === null) return undefined;
  const [, prefix = '', serial = ''] = match;
  const carrier = network.carriers.find((one) => one.prefixes.includes(prefix) || leasedPrefix(one.index) === prefix);
  if (carrier === undefined) return undefined;
  const value = gather(Number(serial), serialInverse, SERIAL_SPACE);
  const container = value % CONTAINERS_LIMIT;
  const booking = Math.floor(value / CONTAINERS_LIMIT);
  const seq = booking % BOOKINGS_LIMIT;
  const rest = Math.floor(booking / BOOKINGS_LIMIT);
  const local = Math.floor(rest / CONTAINER_WEEKS);
  const service = local < SERVICES_OF_CARRIER ? servicesOf(network, carrier.index)[local] : undefined;
  return service === undefined ? undefined : { service, week: rest % CONTAINER_WEEKS, seq, container };
}

/** A container number with a right or, when asked, a wrong check digit. */
export function containerNumber(prefix: string, serial: number, wrongDigit: boolean): string {
  const first = `${prefix}${String(serial).padStart(6, '0')}`;
  const digit = containerCheckDigit(first);
  if (digit === undefined) throw new RangeError(`No container number: ${first}`);
  return `${first}${wrongDigit ? (digit + 3) % 10 : digit}`;
}
