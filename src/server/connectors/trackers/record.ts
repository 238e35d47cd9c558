import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { normalizeUnLocode } from '#shared/ids/un-locode.ts';
import { toContent } from '../ft/to-content.ts';
import { validateRecord } from '../ft/validate-record.ts';
import type { Connector, ParsedRecord, ParseReference, ParseRefusal } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import type { Fields } from './talk.ts';

/** What a record is made for. */
export type About = Parameters<Connector['parse']>[1];

/** A place in the form of the checked record; a code that is none stays for the check to refuse. */
export type Place = { portCd: unknown; portName: unknown; timeZone: unknown };

/** The first of some attributes that says something. */
export const first = (fields: Fields, ...names: string[]): unknown =>
  names.map((name) => attribute(fields, name)).find((value) => value !== undefined && value !== '');

/** Text of an attribute, null where it is no text or empty. */
export function textOf(fields: Fields, ...names: string[]): string | null {
  const value = first(fields, ...names);
  return typeof value === 'string' ? value.trim() || null : null;
}

/** Objects read of one list; more is no honest answer. */
const MAX_OBJECTS = 2_000;

/** The objects of a list; one object alone is a list of one. */
export function objects(value: unknown): Fields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_OBJECTS) : [value];
  return list.map((item) => asObject(item)).filter((item) => item !== undefined);
}

/** The nested object of that name, empty where there is none. */
export const part = (fields: Fields, name: string): Fields => asObject(attribute(fields, name)) ?? {};

/** A status of a platform as milestone of ours. */
export function milestoneOf(table: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined;
}

/** Whether two numbers are one bill: the carrier's code may be left out. */
function isSameNumber(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short === long || (short.length >= 6 && long.length === short.length + 4 && long.endsWith(short));
}

/** Nothing is known of the shipment, yet or at all. */
export const nothingReported = (about: About, refusals: ParseRefusal[] = []): ParsedRecord => ({
  content: null,
  observedAt: about.receivedAt,
  refusals,
});

/** The JSON of the newest body: these platforms give whole records. */
export function newestJson(bodies: readonly Uint8Array[]): { value: unknown } | undefined {
  const body = bodies.at(-1);
  return body === undefined ? undefined : parseJsonBytes(body);
}

/**
 * Nodes of a container without estimates that were reported again: of one milestone at one place the estimate that was reported last
 * counts. `reportedAt` gives when a node was reported; nodes of which that is unknown all stay.
 */
export function newestEstimates<Node extends Fields>(
  nodes: readonly Node[],
  reportedAt: (node: Node) => number,
): Node[] {
  const newest = new Map<string, Node>();
  const keyOf = (node: Node): string => `${String(node['nodeCd'])} ${String(node['portCd'])}`;
  const isTimed = (node: Node): boolean => node['isEst'] === 'Y' && Number.isFinite(reportedAt(node));
  for (const node of nodes) {
    const known = newest.get(keyOf(node));
    if (isTimed(node) && (known === undefined || reportedAt(known) <= reportedAt(node))) newest.set(keyOf(node), node);
  }
  return nodes.filter((node) => !isTimed(node) || newest.get(keyOf(node)) === node);
}

/** A record as a platform tells it, in the form that is checked piece by piece. */
export type RecordFields = {
  /** All numbers by which the platform knows the bill, and the booking. */
  billNos: readonly string[];
  bookingNo: string | null;
  pol: Place;
  pod: Place;
  /** Where the carrier takes the goods, and where it hands them over, where they are reported. */
  receipt?: Place;
  delivery?: Place;
  vessels: readonly Fields[];
  containers: readonly Fields[];
  cutOffs?: readonly Fields[];
  /** What it warns of, beside our own rules. */
  warnings?: readonly Fields[];
  updateTime?: unknown;
  /** Deviations from what the platform documents, with how often each was met. */
  tolerated?: Readonly<Record<string, number>>;
};

function codeOf(place: Place | undefined, reference: ParseReference): string | null {
  const code = normalizeUnLocode(typeof place?.portCd === 'string' ? place.portCd : '');
  return reference.resolvePort(code) ?? (/^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? code : null);
}

/** Makes the record of a subscription; pieces that cannot be taken are refused, and a record of another shipment is as a whole. Never throws. */
export function recordOf(
  reported: RecordFields,
  about: About,
  reference: ParseReference,
  noted: readonly ParseRefusal[] = [],
): ParsedRecord {
  const requested = about.billNo?.trim().toUpperCase() ?? '';
  const numbers = reported.billNos.map((number) => number.trim().toUpperCase()).filter((number) => number !== '');
  const known = reported.bookingNo?.trim().toUpperCase() ?? null;
  const isQueried = numbers.some((number) => isSameNumber(number, requested));
  const { record, refusals: checked } = validateRecord(
    { ...reported, billNo: isQueried ? requested : numbers[0], bookingNo: reported.bookingNo ?? undefined },
    reference,
  );
  const refusals = [...noted, ...checked];
  const own = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : undefined;
  const isOtherBill = numbers.length > 0 && !isQueried && (known === null || !isSameNumber(known, requested));
  const isStranger =
    own === undefined
      ? requested !== '' && isOtherBill
      : record.containers.length > 0 && !record.containers.some(({ containerNo }) => containerNo === own);
  if (isStranger) {
    const field = own === undefined ? 'billNo' : 'containerNo';
    const value = own === undefined ? numbers[0] : record.containers[0]?.containerNo;
    return nothingReported(about, [...refusals, refusal('unknown_reference', { field, value })]);
  }
  const containers = record.containers.filter(({ containerNo }) => own === undefined || containerNo === own);
  const warnings = record.warnings.filter(
    ({ containerNo }) => own === undefined || containerNo === null || containerNo === own,
  );
  const content = toContent({ ...record, containers, warnings }, about.carrierCode);
  const [placeOfReceipt, placeOfDelivery] = [codeOf(reported.receipt, reference), codeOf(reported.delivery, reference)];
  return {
    content: {
      ...content,
      booking: { ...content.booking, placeOfReceipt, placeOfDelivery },
      ...(own === undefined && containers.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt: Math.min(record.updatedAt ?? about.receivedAt, about.receivedAt),
    refusals,
    ...(reported.tolerated !== undefined && { tolerated: reported.tolerated }),
  };
}
