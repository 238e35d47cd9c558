import { isTimeAttribute, parsePath } from '#domain/fusion/paths.ts';

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
  if (parsed) return { ...parsed, isTime: isTimeAttribute(parsed.attribute) };
  const attribute = path.split('.').at(-1) ?? path;
  return { kind: 'other', key: path, attribute, isTime: isTimeAttribute(attribute) || attribute.endsWith('At') };
}
