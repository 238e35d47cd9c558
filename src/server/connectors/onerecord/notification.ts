import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import type { RefusalReason } from '../refusal-reasons.ts';
import type { ParseRefusal } from '../types.ts';
import { asObject, parseJsonBytes, refusal } from '../untrusted.ts';
import { objectIdIn } from './address.ts';
import { codeAt, indexNodes, isOfType, type Node, nodesAt, textAt, valuesAt } from './json-ld.ts';
import { waybillNumberOf } from './waybill.ts';

/** What a server lets its subscribers know: the waybill that has news. */
export type ObjectNotice = { waybill: string; index: number };

/** An object with news whose number neither its address nor the notification tells: its server has to be queried which one it is. */
export type OpaqueNotice = { objectId: string; index: number };

/** Notifications taken apart. */
export type SplitNotices = { notices: ObjectNotice[]; opaque: OpaqueNotice[]; refusals: ParseRefusal[] };

const MAX_NOTICES = 1_000;
const MAX_ADDRESS = 500;
/** Event types that mean news of an object. */
const news: ReadonlySet<string> = new Set([
  'LOGISTICS_OBJECT_CREATED',
  'LOGISTICS_OBJECT_UPDATED',
  'LOGISTICS_OBJECT_AVAILABLE',
  'LOGISTICS_OBJECT_ACCESS_GRANTED',
  'LOGISTICS_EVENT_RECEIVED',
  'CHANGE_REQUEST_ACCEPTED',
]);
const requests = ['ACCESS_DELEGATION', 'CHANGE', 'SUBSCRIPTION', 'VERIFICATION'];
const requestStatuses = ['PENDING', 'ACCEPTED', 'ACKNOWLEDGED', 'REJECTED', 'FAILED', 'REVOKED'];
/** Event types about requests of a partner: taken, with nothing to do. */
const others: ReadonlySet<string> = new Set(
  requests.flatMap((request) => requestStatuses.map((status) => `${request}_REQUEST_${status}`)),
);

function addressAt(notification: Node, name: string): string | undefined {
  const [value] = valuesAt(notification, name);
  const id = asObject(value)?.['@id'] ?? value;
  return typeof id === 'string' ? id.slice(0, MAX_ADDRESS) : undefined;
}

/** The address of the object of a notification: a reference, or text; else that of its event, which is below the object's. */
const objectOf = (notification: Node): string | undefined =>
  addressAt(notification, 'hasLogisticsObject') ?? addressAt(notification, 'hasLogisticsEvent');

/** The number in the address of a waybill (`…/logistics-objects/waybill-784-12345675`), events and versions behind it left out. */
function waybillIn(address: string): string | undefined {
  const number = /\/logistics-objects\/waybill-(\d{3}-?\d{8})(?=$|[/?#])/.exec(address)?.[1];
  return number === undefined ? undefined : normalizeAirWaybill(number);
}

/** The number that the notification itself tells: of an object that came with it. */
function waybillWith(notification: Node, nodes: ReadonlyMap<string, Node>): string | undefined {
  const object = nodesAt(notification, 'hasLogisticsObject', nodes).find(
    (node) => textAt(node, 'waybillNumber') !== null,
  );
  return object === undefined ? undefined : waybillNumberOf(object);
}

function listOf(root: unknown): unknown[] {
  if (Array.isArray(root)) return root;
  const top = asObject(root);
  const graph = top?.['@graph'];
  return Array.isArray(graph) ? graph : top === undefined ? [] : [top];
}

/**
 * Takes notifications of a ONE Record server apart (`api:Notification`, one, a list or a graph). Only the number or the id is taken
 * from the address of an object: it is requested at the address of the source. Bad ones are refused one by one. Never throws.
 */
export function splitObjectNotices(body: Uint8Array): SplitNotices {
  const json = parseJsonBytes(body);
  if (json === undefined) return { notices: [], opaque: [], refusals: [refusal('unreadable')] };
  const all = listOf(json.value);
  const refusals: ParseRefusal[] = [];
  const opaque: OpaqueNotice[] = [];
  if (all.length > MAX_NOTICES)
    refusals.push(refusal('too_many_events', { field: 'notifications', value: all.length }));
  if (all.length === 0) refusals.push(refusal('missing_field', { field: 'Notification' }));
  const { nodes, isCut } = indexNodes(json.value);
  if (isCut) refusals.push(refusal('too_many_events', { field: '@graph' }));
  const notices = all.slice(0, MAX_NOTICES).flatMap((value, index): ObjectNotice[] => {
    const note = (reason: RefusalReason, field: string, reported?: unknown): ObjectNotice[] => {
      refusals.push(refusal(reason, { index, field, value: reported }));
      return [];
    };
    const given = asObject(value);
    const id = given?.['@id'];
    const notification =
      given !== undefined && Object.keys(given).length === 1 && typeof id === 'string' ? nodes.get(id) : given;
    if (notification === undefined || !isOfType(notification, 'Notification'))
      return note('malformed_event', 'Notification', value);
    const type = codeAt(notification, 'hasEventType');
    if (type === null) return note('missing_field', 'hasEventType');
    if (others.has(type) && !news.has(type)) return [];
    if (!news.has(type)) return note('bad_enumeration', 'hasEventType', type);
    const address = objectOf(notification);
    if (address === undefined) return note('missing_field', 'hasLogisticsObject');
    const waybill = waybillWith(notification, nodes) ?? waybillIn(address);
    const objectId = objectIdIn(address);
    if (waybill === undefined && objectId !== undefined) {
      opaque.push({ objectId, index });
      return [];
    }
    if (waybill === undefined) return note('unknown_reference', 'hasLogisticsObject', address);
    if (findAirWaybillProblem(waybill) !== undefined) return note('bad_check_digit', 'hasLogisticsObject', waybill);
    return [{ waybill, index }];
  });
  return { notices, opaque, refusals };
}
