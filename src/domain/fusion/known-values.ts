import type { OtherMode } from '../journey/mode.ts';
import type {
  BookingContent,
  ContainerContent,
  CutoffContent,
  EventContent,
  LegContent,
  OnwardContent,
  ShipmentContent,
} from '../tracking/model.ts';
import { compareEvents } from './events.ts';
import {
  bookingAttributes,
  businessNoPath,
  cutoffOfPath,
  eventAttributes,
  legAttributes,
  onwardAttributes,
  modePath,
  onwardOfPath,
  parsePath,
  unitAttributes,
} from './paths.ts';
import type { AttributePath, AttributeValue } from './types.ts';

/** What one fusion changed: path -> [value, source]; a value that is gone has no source. */
export type ValueChanges = Readonly<Record<AttributePath, readonly [AttributeValue, string | null]>>;

/** A value known at a moment: who said it, and since when it is shown. */
export type KnownValue = { value: AttributeValue; sourceCode: string; knownAt: number };

/** Brings what is known up to date with one change; a path that is gone is known no more. */
export function applyChanges(known: Map<AttributePath, KnownValue>, changes: ValueChanges, knownAt: number): void {
  for (const [path, [value, sourceCode]] of Object.entries(changes)) {
    if (sourceCode === null) known.delete(path);
    else known.set(path, { value, sourceCode, knownAt });
  }
}

const empty = <T>(names: readonly string[]): T => Object.fromEntries(names.map((name) => [name, null])) as T;

function newEvent(key: string): EventContent {
  const [containerNo = '', statusCode = '', portCode = '', occurrence = '1'] = key.split('|');
  return {
    ...empty<EventContent>(eventAttributes),
    containerNo: containerNo || null,
    statusCode,
    portCode: portCode || null,
    occurrence: Number(occurrence),
  };
}

/** The shipment that known values describe: the same content, in the same order, as the fusion that chose them made. */
export function contentOfValues(known: ReadonlyMap<AttributePath, Pick<KnownValue, 'value'>>): ShipmentContent {
  const booking = empty<BookingContent>(bookingAttributes);
  const legs = new Map<number, LegContent>();
  const containers = new Map<string, ContainerContent>();
  const events = new Map<string, EventContent>();
  const itemOf = (kind: string, key: string): object => {
    if (kind === 'booking') return booking;
    if (kind === 'leg')
      return getOrAdd(legs, Number(key), () => ({ ...empty<LegContent>(legAttributes), sequence: Number(key) }));
    if (kind === 'container')
      return getOrAdd(containers, key, () => ({ ...empty<ContainerContent>(unitAttributes(mode)), containerNo: key }));
    return getOrAdd(events, key, () => newEvent(key));
  };
  const cutoffs: CutoffContent[] = [];
  let onward: OnwardContent | undefined;
  let businessNo: AttributeValue = null;
  const mode = (known.get(modePath)?.value ?? undefined) as OtherMode | undefined;
  for (const [path, { value }] of known) {
    const code = cutoffOfPath(path);
    if (code !== undefined && typeof value === 'number') cutoffs.push({ code, time: value });
    if (path === businessNoPath) businessNo = value;
    const onwardAttribute = onwardOfPath(path);
    if (onwardAttribute !== undefined)
      onward = { ...(onward ?? empty<OnwardContent>(onwardAttributes)), [onwardAttribute]: value };
    const parsed = parsePath(path);
    if (parsed === undefined) continue;
    (itemOf(parsed.kind, parsed.key) as Record<string, AttributeValue>)[parsed.attribute] = value;
  }
  return {
    ...(mode !== undefined && { mode }),
    booking,
    legs: [...legs.values()].sort((a, b) => a.sequence - b.sequence),
    containers: [...containers.keys()].sort().map((key) => containers.get(key) as ContainerContent),
    events: [...events.values()].sort(compareEvents),
    ...(cutoffs.length > 0 && { cutoffs: cutoffs.sort((a, b) => (a.code < b.code ? -1 : 1)) }),
    ...(onward && { onward }),
    ...(typeof businessNo === 'string' && { businessNo }),
  };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
