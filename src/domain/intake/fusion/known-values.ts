import { valueFor } from '#shared/values/items.ts';
import { recordOf } from '#shared/values/objects.ts';
import { isOtherMode } from '../../tracking/journey/mode.ts';
import { emptyBooking, emptyEvent } from '../../tracking/empty-content.ts';
import type {
  ContainerContent,
  CutoffContent,
  EventContent,
  LegContent,
  OnwardContent,
  ShipmentContent,
  WarningContent,
} from '../../tracking/model.ts';
import { compareEvents } from './events.ts';
import { nothingOnward } from './onward.ts';
import {
  businessNoPath,
  cutoffOfPath,
  legAttributes,
  modePath,
  onwardOfPath,
  parsePath,
  unitAttributes,
  warningOfPath,
} from './paths.ts';
import type { AttributePath, AttributeValue } from './types.ts';
import { compareWarnings } from './warnings.ts';

/** What one fusion changed: path -> [value, source]; a value that is gone has no source. */
export type ValueChanges = Readonly<Record<AttributePath, readonly [AttributeValue, string | null]>>;

/** A value known at a moment: which source stated it, and since when it is shown. */
export type DatedValue = { value: AttributeValue; sourceCode: string; knownAt: number };

/** Brings what is known up to date with one change; a path that is gone is known no more. */
export function applyChanges(known: Map<AttributePath, DatedValue>, changes: ValueChanges, knownAt: number): void {
  for (const [path, [value, sourceCode]] of Object.entries(changes)) {
    if (sourceCode === null) known.delete(path);
    else known.set(path, { value, sourceCode, knownAt });
  }
}

function newEvent(key: string): EventContent {
  const [containerNo = '', statusCode = '', portCode = '', occurrence = '1'] = key.split('|');
  return emptyEvent(containerNo || null, statusCode, portCode || null, Number(occurrence));
}

/** The shipment that known values describe: the same content, in the same order, as the fusion that chose them made. */
export function contentOfValues(known: ReadonlyMap<AttributePath, Pick<DatedValue, 'value'>>): ShipmentContent {
  const booking = { ...emptyBooking };
  const legs = new Map<number, LegContent>();
  const containers = new Map<string, ContainerContent>();
  const events = new Map<string, EventContent>();
  const itemOf = (kind: string, key: string): Record<string, AttributeValue | undefined> => {
    if (kind === 'booking') return booking;
    if (kind === 'leg')
      return getOrAdd(legs, Number(key), () => ({ ...recordOf(legAttributes, () => null), sequence: Number(key) }));
    if (kind === 'container')
      return getOrAdd(containers, key, () => ({ ...recordOf(unitAttributes(mode), () => null), containerNo: key }));
    return getOrAdd(events, key, () => newEvent(key));
  };
  const cutoffs: CutoffContent[] = [];
  const warnings: WarningContent[] = [];
  let onward: OnwardContent | undefined;
  let businessNo: AttributeValue = null;
  const reportedMode = known.get(modePath)?.value;
  const mode = isOtherMode(reportedMode) ? reportedMode : undefined;
  for (const [path, { value }] of known) {
    const code = cutoffOfPath(path);
    if (code !== undefined && typeof value === 'number') cutoffs.push({ code, time: value });
    const warning = warningOfPath(path);
    if (warning !== undefined && typeof value === 'number') warnings.push({ ...warning, time: value });
    if (path === businessNoPath) businessNo = value;
    const onwardAttribute = onwardOfPath(path);
    if (onwardAttribute !== undefined) onward = { ...(onward ?? nothingOnward), [onwardAttribute]: value };
    const parsed = parsePath(path);
    if (parsed === undefined) continue;
    itemOf(parsed.kind, parsed.key)[parsed.attribute] = value;
  }
  return {
    ...(mode !== undefined && { mode }),
    booking,
    legs: [...legs.values()].sort((a, b) => a.sequence - b.sequence),
    containers: [...containers.keys()].sort().map((key) => valueFor(containers, key)),
    events: [...events.values()].sort(compareEvents),
    ...(cutoffs.length > 0 && { cutoffs: cutoffs.sort((a, b) => (a.code < b.code ? -1 : 1)) }),
    ...(warnings.length > 0 && { warnings: warnings.sort(compareWarnings) }),
    ...(onward && { onward }),
    ...(typeof businessNo === 'string' && { businessNo }),
  };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
