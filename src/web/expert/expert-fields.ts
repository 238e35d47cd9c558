import type { TraceDetail } from '#contract/tracking/trace.ts';
import {
  bookingAttributes,
  bookingPath,
  containerAttributes,
  containerPath,
  isNumericAttribute,
  legAttributes,
  legPath,
  parsePath,
  isPlaceAttribute,
} from '#domain/intake/fusion/paths.ts';
import type { AttributePath, AttributeValue } from '#domain/intake/fusion/types.ts';
import { zoneOfUnknownPlace } from '#shared/time/zone.ts';

/** How a value is entered. */
export type FieldKind = 'time' | 'amount' | 'port' | 'carrier' | 'vessel' | 'text';

/** A field an expert may correct, and the row it is in. */
export type ExpertField = { path: AttributePath; attribute: string; row: FieldRow; kind: FieldKind };

/** The row of a field: the booking, a leg, a container, a milestone. */
export type FieldRow =
  | { kind: 'booking' }
  | { kind: 'leg'; number: number }
  | { kind: 'container'; number: string }
  | { kind: 'event'; statusCode: string; portCode: string; containerNo: string };

const amounts = new Set(['quantity', 'grossWeightKg', 'volumeM3']);
const departures = new Set(['etd', 'atd', 'plannedDeparture']);

/** How an attribute is entered. */
export function kindOf(attribute: string): FieldKind {
  if (amounts.has(attribute)) return 'amount';
  if (isNumericAttribute(attribute)) return 'time';
  if (isPlaceAttribute(attribute)) return 'port';
  if (attribute === 'carrierCode') return 'carrier';
  return attribute === 'vesselName' ? 'vessel' : 'text';
}

const field = (path: AttributePath, attribute: string, row: FieldRow): ExpertField => ({
  path,
  attribute,
  row,
  kind: kindOf(attribute),
});

const eventTimes = new Set(['planned', 'estimated', 'actual']);

/** The milestone a key stands for. */
function eventRowOf(key: string): FieldRow {
  const [containerNo = '', statusCode = '', portCode = ''] = key.split('|');
  return { kind: 'event', statusCode, portCode, containerNo };
}

/** The row a path is in; undefined for text that is no path. */
export function rowOfPath(path: AttributePath): FieldRow | undefined {
  const parsed = parsePath(path);
  switch (parsed?.kind) {
    case 'booking':
      return { kind: 'booking' };
    case 'leg':
      return { kind: 'leg', number: Number(parsed.key) };
    case 'container':
      return { kind: 'container', number: parsed.key };
    case 'event':
      return eventRowOf(parsed.key);
    default:
      return undefined;
  }
}

/** Every field of a shipment that an expert may correct, in the order of the screen. */
export function fieldsOf(trace: Pick<TraceDetail, 'legs' | 'containers' | 'provenance'>): ExpertField[] {
  const booking = bookingAttributes.map((name) => field(bookingPath(name), name, { kind: 'booking' }));
  const legs = trace.legs.flatMap(({ sequence }) =>
    legAttributes.map((name) => field(legPath(sequence, name), name, { kind: 'leg', number: sequence })),
  );
  const containers = trace.containers.flatMap(({ containerNo }) =>
    containerAttributes
      .filter((name) => name !== 'containerNo')
      .map((name) => field(containerPath(containerNo, name), name, { kind: 'container', number: containerNo })),
  );
  const events = Object.keys(trace.provenance).flatMap((path) => {
    const parsed = parsePath(path);
    return parsed?.kind === 'event' && eventTimes.has(parsed.attribute)
      ? [field(path, parsed.attribute, eventRowOf(parsed.key))]
      : [];
  });
  return [...booking, ...legs, ...containers, ...events];
}

/** The value of a field as it is shown now. */
export const shownValue = (trace: Pick<TraceDetail, 'provenance'>, path: AttributePath): AttributeValue =>
  trace.provenance[path]?.winner.value ?? null;

/** The zone in whose time a field is entered; null for what is no time. */
export function zoneOf(trace: TraceDetail, { path, attribute, row, kind }: ExpertField): string | null {
  if (kind !== 'time') return null;
  const portValue = (of: string): string | null => {
    const value = shownValue(trace, of);
    return typeof value === 'string' ? value : null;
  };
  const end = departures.has(attribute) ? 'portOfLoading' : 'portOfDischarge';
  const port =
    row.kind === 'event'
      ? row.portCode
      : row.kind === 'leg'
        ? portValue(legPath(row.number, end))
        : portValue(bookingPath(end));
  const ownZone = row.kind === 'event' ? portValue(path.replace(/\.\w+$/, '.zone')) : null;
  const portZone = port === null ? undefined : trace.places[port]?.zone;
  return ownZone ?? portZone ?? zoneOfUnknownPlace;
}
