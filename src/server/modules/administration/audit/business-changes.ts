import type { AuditChange } from '#contract/administration/audit.ts';
import { isPlaceAttribute, isTimeAttribute, parseEventKey } from '#domain/intake/fusion/paths.ts';
import { listComma, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { isServerMessageCode, serverText, knownText } from '#shared/i18n/server-messages/index.ts';
import { isRecord } from '#shared/values/objects.ts';
import type { AuditEntryRow } from './audit-queries.ts';
import type { Wording } from './value-texts.ts';

/** An entry about business data holds values by their paths, and of what was deleted the names of the items. */
type Noted = { mode?: string; value?: unknown };

const notedIn = (value: unknown): Noted => (typeof value === 'object' && value !== null ? (value as Noted) : {});

/** `leg[1].etd`, `booking.eta`, `container[MERU1234567]` taken apart. */
function partsOf(path: string): { kind: string; key: string; attribute: string } {
  const match = /^(\w+)(?:\[(.*)\])?(?:\.(\w+))?$/s.exec(path);
  return { kind: match?.[1] ?? path, key: match?.[2] ?? '', attribute: match?.[3] ?? '' };
}

const placeName = (code: string, { reference, lang }: Wording): string => {
  const name = reference.rules.nameOf?.('port', code, lang);
  return name === undefined || name === code ? code : `${code} ${name}`;
};

const statusName = (code: string, reference: ReferenceSnapshot, lang: Wording['lang']): string => {
  const status = reference.statuses.get(code);
  return (lang === 'zh' ? status?.nameCn : status?.nameEn) ?? code;
};

/** What a row is known by: a container by its number, a milestone by its container, name and place, a leg by its number or its places. */
function rowName(kind: string, key: string, words: Wording): string {
  if (kind !== 'event')
    return key.includes('>')
      ? key
          .split('>')
          .map((code) => placeName(code, words))
          .join(' → ')
      : key;
  const { containerNo, statusCode, portCode } = parseEventKey(key);
  const place = portCode === null ? null : placeName(portCode, words);
  return [containerNo, statusName(statusCode, words.reference, words.lang), place].filter(Boolean).join(' · ');
}

/** Name of a field in the caller's language; other modes than sea have their own words. */
function fieldLabel(attribute: string, mode: string | undefined, lang: Wording['lang']): string {
  const codes = [...(mode === undefined ? [] : [`business.otherField.${attribute}`]), `business.field.${attribute}`];
  const code = codes.find(isServerMessageCode);
  return code === undefined ? attribute : serverText(code as Parameters<typeof serverText>[0], {}, lang);
}

function labelOf(path: string, mode: string | undefined, words: Wording): string {
  const { kind, key, attribute } = partsOf(path);
  const field = attribute === '' ? '' : fieldLabel(attribute, mode, words.lang);
  const part = kind === 'container' && mode !== undefined ? 'business.part.unit' : `business.part.${kind}`;
  const partName = knownText(part, words.lang);
  if (partName === undefined) return field || path;
  const name = [partName, rowName(kind, key, words)];
  return [name.filter(Boolean).join(' '), kind === 'cutoff' ? '' : field].filter(Boolean).join(' · ');
}

function textOf(path: string, value: unknown, words: Wording): string | null {
  if (value === null || value === undefined || value === '') return null;
  const { attribute } = partsOf(path);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
  if (isPlaceAttribute(attribute)) return placeName(text, words);
  if (attribute === 'carrierCode') return words.reference.rules.nameOf?.('carrier', text, words.lang) ?? text;
  return text;
}

function changeOf(path: string, [was, is]: [unknown, unknown], mode: string | undefined, words: Wording): AuditChange {
  return {
    name: path,
    label: labelOf(path, mode, words),
    before: textOf(path, was, words),
    after: textOf(path, is, words),
    kind: isTimeAttribute(partsOf(path).attribute) ? 'instant' : 'text',
  };
}

/** What was deleted, item by item; whole bookings by the names of their sources. */
function deletedItems(items: readonly unknown[], mode: string | undefined, words: Wording): AuditChange[] {
  const { lang, reference } = words;
  const rows = items.map(String).filter((item) => /^(leg|container|event)\[/.test(item));
  const others = items.map(String).filter((item) => !rows.includes(item));
  const sources = others.map((code) => reference.rules.nameOf?.('source', code, lang) ?? code);
  const isLegs = others.length === 1 && others[0] === 'legs';
  return [
    ...rows.map((item): AuditChange => {
      const { kind, key } = partsOf(item);
      const label = labelOf(`${kind}[]`, mode, words);
      return { name: item, label, before: rowName(kind, key, words) || item, after: null, kind: 'text' };
    }),
    ...(others.length === 0
      ? []
      : [
          {
            name: 'value',
            label: isLegs ? labelOf('leg[]', mode, words) : serverText('business.part.whole', {}, lang),
            before: isLegs ? serverText('business.allLegs', {}, lang) : sources.join(listComma(lang)),
            after: null,
            kind: 'text' as const,
          },
        ]),
  ];
}

/** Former entries have the new values as a list. */
const valuesIn = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (!isRecord(value)) return undefined;
  const { values } = value as { values?: { path: string; value: unknown }[] };
  return Array.isArray(values) ? Object.fromEntries(values.map((one) => [one.path, one.value])) : value;
};

/** What an act changed of business data: every field by its name with its old and new value. */
export function businessChanges(row: AuditEntryRow, words: Wording): AuditChange[] {
  const [before, after] = [notedIn(row.before), notedIn(row.after)];
  const mode = after.mode ?? before.mode;
  if (Array.isArray(before.value) && !isRecord(after.value)) return deletedItems(before.value, mode, words);
  if (typeof after.value === 'number') return [changeOf('booking.ata', [before.value, after.value], mode, words)];
  const [was, is] = [valuesIn(before.value) ?? {}, valuesIn(after.value) ?? {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((path) =>
    changeOf(path, [was[path], is[path]], mode, words),
  );
}
