import { normalizeText } from '../text/normalize.ts';
import type { Entity, Field } from './declare.ts';
import { instantOnWire } from './instant-text.ts';

/** Names of the choices of a dictionary, in any language, by code. */
export type ChoiceNames = (dict: string) => ReadonlyMap<string, readonly string[]> | undefined;

/** A row of a file by wire names, as it is sent. */
export type CellRow = Record<string, string>;

const plain = (text: string): string =>
  normalizeText(text)
    .replace(/ ?[*＊]$/, '')
    .toLowerCase();

/** The fields a file can bring, in the order of the declaration. */
export const importedFields = (entity: Entity): [name: string, field: Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.readOnly !== true && field.kind !== 'secret');

/** The wire name under which a file brings a field: of a reference the text, not the id. */
export const importedName = (name: string, field: Field): string => (field.kind === 'reference' ? field.show : name);

/** Which field each heading of a file means: its name in Chinese, in English or on the wire; undefined = none. */
export function matchHeadings(entity: Entity, headings: readonly string[]): (string | undefined)[] {
  const known = new Map<string, string>();
  for (const [name, field] of importedFields(entity)) {
    for (const word of [field.label.zh, field.label.en, name, importedName(name, field)]) {
      if (!known.has(plain(word))) known.set(plain(word), name);
    }
  }
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = known.get(plain(heading));
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
}

const yes = new Set(['1', 'true', 'yes', 'y', '是', '启用', '√']);
const no = new Set(['0', 'false', 'no', 'n', '否', '停用', '×']);

/** A text that an export kept from being run as a formula, as it was meant. */
const unquoted = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

function readChoices(text: string, many: boolean, names: ReadonlyMap<string, readonly string[]> | undefined): string {
  const codeOf = (word: string): string => {
    const meant = plain(word);
    for (const [code, labels] of names ?? []) {
      if (plain(code) === meant || labels.some((label) => plain(label) === meant)) return code;
    }
    return word.trim();
  };
  return many
    ? text
        .split(/[,，、;；]/)
        .filter((word) => word.trim() !== '')
        .map(codeOf)
        .join(',')
    : codeOf(text);
}

/** What a cell stands for on the wire: codes for names of choices, 1 and 0 for yes and no, times as those of the zone. */
export function readCell(field: Field, text: string, choices: ChoiceNames, zone: string): string {
  const given = unquoted(text);
  switch (field.kind) {
    case 'flag': {
      const word = plain(given);
      return yes.has(word) ? '1' : no.has(word) ? '0' : given.trim();
    }
    case 'choice':
      return given.trim() === '' ? '' : readChoices(given, field.many === true, choices(field.dict));
    case 'integer':
    case 'number':
      // Thousands separators, as sheets show them.
      return /^\s*-?\d{1,3}(,\d{3})+(\.\d+)?\s*$/.test(given) ? given.replaceAll(',', '').trim() : given.trim();
    case 'instant':
      return instantOnWire(given, zone);
    default:
      return given;
  }
}

/** The row of a file as it is sent, its times read in the zone; columns without a field are left out. */
export function readCells(
  entity: Entity,
  columns: readonly (string | undefined)[],
  cells: readonly string[],
  choices: ChoiceNames,
  zone: string,
): CellRow {
  const row: CellRow = {};
  for (const [index, name] of columns.entries()) {
    const field = name === undefined ? undefined : entity.fields[name];
    if (name === undefined || field === undefined) continue;
    // Neither yes nor no: as it is, or as it is by default.
    if (field.kind === 'flag' && (cells[index] ?? '').trim() === '') continue;
    row[importedName(name, field)] = readCell(field, cells[index] ?? '', choices, zone);
  }
  return row;
}

/** The natural key of a row in lower case; undefined where a part of it is missing. */
export function keyOf(entity: Entity, row: Readonly<Record<string, unknown>>): string | undefined {
  const parts = (entity.importBy ?? []).map((name) => {
    const field = entity.fields[name];
    const value = field === undefined ? undefined : row[importedName(name, field)];
    return value === undefined || value === null ? '' : normalizeText(String(value)).toLowerCase();
  });
  return parts.length === 0 || parts.some((part) => part === '') ? undefined : parts.join('\u0001');
}
