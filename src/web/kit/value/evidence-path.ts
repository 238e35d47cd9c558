import { parsePath } from '#domain/fusion/paths.ts';

const TIMES: ReadonlySet<string> = new Set([
  'plannedDeparture',
  'etd',
  'atd',
  'plannedArrival',
  'eta',
  'ata',
  'planned',
  'estimated',
  'actual',
]);

/** What a piece of evidence is about: the part of the shipment, which one, and its attribute. */
export type EvidenceSubject = {
  kind: 'booking' | 'leg' | 'container' | 'event' | 'other';
  key: string;
  attribute: string;
  isTime: boolean;
};

/** Takes the path of a piece of evidence apart; a path of another form keeps its last word as attribute. */
export function subjectOf(path: string): EvidenceSubject {
  const parsed = parsePath(path);
  if (parsed) return { ...parsed, isTime: TIMES.has(parsed.attribute) };
  const attribute = path.split('.').at(-1) ?? path;
  return { kind: 'other', key: path, attribute, isTime: TIMES.has(attribute) || attribute.endsWith('At') };
}

/** An event's key taken apart: container, milestone and port; empty parts are null. */
export function eventParts(key: string): { containerNo: string | null; statusCode: string; portCode: string | null } {
  const [containerNo = '', statusCode = '', portCode = ''] = key.split('|');
  return { containerNo: containerNo || null, statusCode, portCode: portCode || null };
}
