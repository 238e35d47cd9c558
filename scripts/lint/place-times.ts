import type { Finding, SourceFile } from './read-source.ts';

/** What makes a text of an instant without saying what a place without a zone is shown in. */
const bare = ['toLocalText', 'shownText', 'zoneLabel', 'offsetLabel'];
const machines =
  /^(?:src\/(?:shared\/time|server\/connectors|simulator|testing)\/|(?:bench|e2e|scripts)\/)|\.test\.tsx?$/;
/** Write a local time into a form, or tell the mark of a chosen zone. */
const own = new Set([
  'src/shared/entity/instant-text.ts',
  'src/web/shell/ZoneSwitch.tsx',
  'src/web/shell/WorldClock.tsx',
]);
const foreign =
  /\bIntl\.DateTimeFormat\b(?!\(\)\.resolvedOptions)|\.toLocale(?:Date|Time)String\(|\?\? '(?:UTC|Asia\/Shanghai)'/;

/** Every instant that a person reads is written by `shared/time/place-time.ts`, so that pages, wire, texts and files agree. */
export function checkPlaceTimes({ path, text, imports }: SourceFile): Finding[] {
  if (machines.test(path) || own.has(path)) return [];
  const findings: Finding[] = [];
  const complain = (line: number, what: string): void =>
    void findings.push({ path, line, message: `${what}: use placeTime, placeTimeText or placeTimeStr` });
  const isTime = imports.some(({ specifier }) => specifier.startsWith('#shared/time/'));
  text.split('\n').forEach((line, index) => {
    const name = isTime ? bare.find((one) => new RegExp(`\\b${one}\\(`).test(line)) : undefined;
    if (name !== undefined && !line.startsWith('export const')) complain(index + 1, name);
    const found = foreign.exec(line)?.[0];
    if (found !== undefined) complain(index + 1, found);
  });
  return findings;
}
