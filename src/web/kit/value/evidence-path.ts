import { cutoffOfPath, isTimeAttribute, parsePath, warningOfPath } from '#domain/intake/fusion/paths.ts';

/** What a piece of evidence is about: the part of the shipment, which one, and its attribute. */
export type EvidenceSubject = {
  kind: 'booking' | 'leg' | 'container' | 'event' | 'cutoff' | 'warning' | 'other';
  key: string;
  attribute: string;
  isTime: boolean;
};

/** What rules about positions look at and what is an instant. */
const positionTimes: ReadonlySet<string> = new Set(['at', 'stay', 'etaLow', 'etaHigh']);

/** Takes the path of a piece of evidence apart; a path of another form keeps its last word as attribute. */
export function subjectOf(path: string): EvidenceSubject {
  const parsed = parsePath(path);
  if (parsed) return { ...parsed, isTime: isTimeAttribute(parsed.attribute) };
  const cutoff = cutoffOfPath(path);
  if (cutoff !== undefined) return { kind: 'cutoff', key: cutoff, attribute: 'time', isTime: true };
  const warning = warningOfPath(path);
  if (warning !== undefined) return { kind: 'warning', key: warning.code, attribute: 'time', isTime: true };
  const attribute = path.split('.').at(-1) ?? path;
  const isTime = isTimeAttribute(attribute) || attribute.endsWith('At') || positionTimes.has(attribute);
  return { kind: 'other', key: path, attribute, isTime };
}
