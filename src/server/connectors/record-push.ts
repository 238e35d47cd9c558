import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import type { Instant } from '#shared/time/instant.ts';
import { readFreightowerPush } from './ft/index.ts';
import { relatedIds } from './trackers/terminal49-record.ts';
import { attributesOf, standingOfNotification } from './trackers/terminal49-warnings.ts';
import { objects, part, textOf } from './trackers/record.ts';
import type { Fields } from './trackers/talk.ts';
import type { Connector } from './types.ts';
import { asObject, attribute, cleanText, parseJsonBytes } from './untrusted.ts';

/** What a push of a platform is about. */
export type RecordPush = {
  /** Numbers of bills, bookings and containers that it names, in capitals. */
  references: string[];
  /** Ids by which the platform addresses what was created there. */
  objectIds: string[];
  /** It tells what is new; else it only says that there is something, and the platform is to be queried. */
  reports: boolean;
  /** Id of the message, which comes again with it when it is sent again. */
  messageId: string | null;
  /** What stands beside later answers, which do not repeat it, as a message of its own; left out where there is nothing. */
  standing?: unknown;
};

const TEXT_CHARS = 60;
const MAX_NAMED = 1_000;

const named = (values: readonly (string | null)[]): string[] =>
  [
    ...new Set(
      values.filter((value) => value !== null && value.length <= TEXT_CHARS).map((value) => cleanText(value ?? '')),
    ),
  ]
    .filter((value) => value !== '')
    .slice(0, MAX_NAMED);

const numbers = (values: readonly (string | null)[]): string[] =>
  named(values.map((value) => value?.toUpperCase() ?? null));

const idOf = (fields: Fields): string | null => {
  const id = attribute(fields, 'id') ?? attribute(fields, 'Id');
  return typeof id === 'number' ? String(id) : typeof id === 'string' ? id : null;
};

const containerOf = (text: string | null): string | null => (text === null ? null : normalizeContainerNumber(text));

/**
 * A notification of Terminal49 names the shipment and the containers that it is about among what it includes. Their state is requested,
 * so that messages that come late or twice change nothing; what it warns of is kept, with the time that answers do not have.
 */
function readTerminal49(value: unknown): RecordPush | undefined {
  const message = asObject(value) ?? {};
  const data = part(message, 'data');
  if (textOf(data, 'type') !== 'webhook_notification') return undefined;
  const included = objects(attribute(message, 'included'));
  const fieldsOf = (type: string): Fields[] => included.filter((one) => textOf(one, 'type') === type);
  const shipments = fieldsOf('shipment');
  const related = included.flatMap((one) => [
    ...relatedIds(one, 'shipment', 'shipment'),
    ...relatedIds(one, 'tracked_object', 'shipment'),
  ]);
  return {
    references: numbers([
      ...shipments.map((one) => textOf(attributesOf(one), 'bill_of_lading_number')),
      ...fieldsOf('tracking_request').map((one) => textOf(attributesOf(one), 'request_number')),
      ...fieldsOf('container').map((one) => containerOf(textOf(attributesOf(one), 'number'))),
    ]),
    objectIds: named([...shipments.map(idOf), ...related, ...relatedIds(data, 'reference_object', 'shipment')]),
    reports: false,
    messageId: idOf(data),
    standing: standingOfNotification(message),
  };
}

/** A push of ShipsGo holds the event and the shipment, which may be older than what is known; it is requested. */
function readShipsGo(value: unknown): RecordPush | undefined {
  const message = asObject(value) ?? {};
  const shipment = asObject(attribute(message, 'shipment'));
  if (shipment === undefined) return undefined;
  const containers = objects(attribute(shipment, 'containers')).map((one) => textOf(one, 'number', 'container_number'));
  return {
    references: numbers([
      textOf(shipment, 'booking_number'),
      ...[textOf(shipment, 'container_number'), ...containers].map(containerOf),
    ]),
    objectIds: named([idOf(shipment)]),
    reports: false,
    messageId: idOf(part(message, 'event')),
  };
}

/** TrackingEyes pushes lists of bills and proves nothing but a key in the address: each of them is requested. */
function readTrackingEyes(value: unknown): RecordPush | undefined {
  const bills = objects(attribute(asObject(value) ?? {}, 'result') ?? value);
  if (bills.length === 0) return undefined;
  return {
    references: numbers(
      bills.flatMap((bill) => [
        textOf(bill, 'referenceNo'),
        textOf(bill, 'blNo'),
        containerOf(textOf(bill, 'ctnrNo')),
        ...objects(attribute(bill, 'ctnrInfos')).map((one) => containerOf(textOf(one, 'ctnrNo'))),
      ]),
    ),
    objectIds: named(bills.map(idOf)),
    reports: false,
    messageId: null,
  };
}

/** An update of Vizion is whole, but proved by the address alone and perhaps older than what is known: it is requested. */
function readVizion(value: unknown): RecordPush | undefined {
  const message = asObject(value) ?? {};
  const payload = part(message, 'payload');
  const referenceId = textOf(message, 'reference_id');
  if (referenceId === null && Object.keys(payload).length === 0) return undefined;
  return {
    references: numbers([
      textOf(payload, 'bill_of_lading'),
      textOf(payload, 'booking_number'),
      containerOf(textOf(payload, 'container_id')),
    ]),
    objectIds: named([referenceId, textOf(message, 'parent_reference_id')]),
    reports: false,
    messageId: idOf(message),
  };
}

type Reader = (value: unknown, body: Uint8Array, receivedAt: Instant) => RecordPush | undefined;

const readers: Partial<Record<Connector['protocol'], Reader>> = {
  ft: (_, body, receivedAt) => {
    const push = readFreightowerPush(body, receivedAt);
    return push && { ...push, objectIds: [], messageId: null };
  },
  terminal49: readTerminal49,
  shipsgo: readShipsGo,
  trackingeyes: readTrackingEyes,
  vizion: readVizion,
};

/** Whether sources of that protocol push messages about whole records instead of events. */
export const pushesRecords = (protocol: string): boolean => Object.hasOwn(readers, protocol);

/** Reads a push of a platform; undefined when the body is not one. Never throws. */
export function readRecordPush(protocol: string, body: Uint8Array, receivedAt: Instant): RecordPush | undefined {
  const reader = Object.entries(readers).find(([name]) => name === protocol)?.[1];
  return reader?.(parseJsonBytes(body)?.value, body, receivedAt);
}
