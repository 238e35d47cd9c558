import { parsePath } from '#domain/fusion/paths.ts';
import type { ExceptionRow } from './row-rules.ts';

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

/** Values that experts entered and that rule now, by path. */
export function expertValuesOf(
  updateLogMap: Readonly<Record<string, unknown>>,
): { path: string; value: string | number | null }[] {
  return Object.entries(updateLogMap).flatMap(([path, value]) =>
    value === null || typeof value === 'string' || typeof value === 'number' ? [{ path, value }] : [],
  );
}

/** A known moment in the life of an exception. */
export type Moment = { at: number; kind: 'created' | 'regressed' | 'handled' | 'resolved' | 'updated' };

/** What the row itself tells of its life, newest first. */
export function momentsOf(result: ExceptionRow['obmAutotestResult']): Moment[] {
  const { createTime, handleTime, lastModifyTime, open, regressions } = result;
  const moments: Moment[] = [];
  if (createTime !== null) moments.push({ at: createTime, kind: 'created' });
  if (handleTime !== null) moments.push({ at: handleTime, kind: 'handled' });
  const told = moments.some((moment) => moment.at === lastModifyTime);
  if (lastModifyTime !== null && !told)
    moments.push({ at: lastModifyTime, kind: open === 0 ? 'resolved' : regressions > 0 ? 'regressed' : 'updated' });
  return moments.toSorted((a, b) => b.at - a.at);
}
