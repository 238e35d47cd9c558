import { normalizeText } from '../text/normalize.ts';
import type { Entity, Field } from './declare.ts';
import { isZone } from '../time/zone.ts';
import { instantOnWire } from './instant-text.ts';
import { isUnread, type UnreadCell } from './unread-cell.ts';

/** Names of the choices of a dictionary, in any language, by code. */
export type ChoiceNames = (dict: string) => ReadonlyMap<string, readonly string[]> | undefined;

/** A row of a file by wire names, as it is sent. */
export type CellRow = Record<string, string | UnreadCell>;

/** A cell of a file: its text as it is shown, the value behind it where that is another one, or why there is none. */
export type FileCell = { readonly text: string; readonly value?: string; readonly unread?: UnreadCell['unread'] };

/** What a file says a field is: of a number the value and not what is shown of it, of all else what is shown. */
export const cellText = (field: Field | undefined, { text, value }: FileCell): string =>
  field?.kind === 'integer' || field?.kind === 'number' ? (value ?? text) : text;

/** How the cells of a file are read: the zone of its times, and whether 1,5 is one and a half in it. */
export type CellReading = { readonly zone: string; readonly decimalComma?: boolean };

const plain = (text: string): string =>
  normalizeText(text)
    .replace(/ ?[*＊]$/, '')
    .toLowerCase();

/** The fields a file can bring, in the order of the declaration. */
export const importedFields = (entity: Entity): [name: string, field: Field][] =>
  Object.entries(entity.fields).filter(([, field]) => field.readOnly !== true && field.kind !== 'secret');

/** The wire name under which a file brings a field: of a reference the text, not the id. */
export const importedName = (name: string, field: Field): string => (field.kind === 'reference' ? field.show : name);

/** A heading without the zone or the unit that an export writes behind it. */
const headingWord = (heading: string): string => plain(heading).replace(/ ?[(（][^()（）]*[)）]$/, '');

/** The zone that the heading of a column of times names; undefined = it names none. */
function zoneIn(heading: string): string | undefined {
  const [, zone = ''] = /[(（]([^()（）]*)[)）]\s*$/.exec(heading) ?? [];
  return isZone(zone) ? zone : undefined;
}

/** Which field each heading of a file means: its name in Chinese, in English, on the wire or in other systems; undefined = none. */
export function matchHeadings(entity: Entity, headings: readonly string[]): (string | undefined)[] {
  const known = new Map<string, string>();
  for (const [name, field] of importedFields(entity)) {
    for (const word of [field.label.zh, field.label.en, name, importedName(name, field)]) {
      if (!known.has(plain(word))) known.set(plain(word), name);
    }
  }
  // What other systems call a field counts where it is the name of no field.
  for (const [name, field] of importedFields(entity))
    for (const word of field.headings ?? []) if (!known.has(plain(word))) known.set(plain(word), name);
  const taken = new Set<string>();
  return headings.map((heading) => {
    const name = known.get(plain(heading)) ?? known.get(headingWord(heading));
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  });
}

const yes = new Set(['1', 'true', 'yes', 'y', '是', '启用', '√']);
const no = new Set(['0', 'false', 'no', 'n', '否', '停用', '×']);

/** A number as it is sent: without what sets thousands apart, and with a point. What may be read in two ways stays as it is. */
function readNumber(text: string, decimalComma: boolean): string {
  const given = text.trim();
  if (decimalComma) {
    if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(given) && given.includes(','))
      return given.replaceAll('.', '').replace(',', '.');
    // 1,500 may be one and a half, or fifteen hundred written as in English.
    if (/^-?\d+,\d+$/.test(given) && !/^-?\d{1,3},\d{3}$/.test(given)) return given.replace(',', '.');
    return given;
  }
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(given) ? given.replaceAll(',', '') : given;
}

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
export function readCell(
  field: Field,
  given: string,
  choices: ChoiceNames,
  { zone, decimalComma }: CellReading,
): string {
  switch (field.kind) {
    case 'flag': {
      const word = plain(given);
      return yes.has(word) ? '1' : no.has(word) ? '0' : given.trim();
    }
    case 'choice':
      return given.trim() === '' ? '' : readChoices(given, field.many === true, choices(field.dict));
    case 'integer':
    case 'number':
      return readNumber(given, decimalComma === true);
    case 'instant':
      return instantOnWire(given, zone);
    default:
      return given;
  }
}

/** A row of a file as it is sent; columns without a field are left out. A heading that names a zone is of times of that zone. */
export function readCells(
  entity: Entity,
  { columns, headings = [] }: { columns: readonly (string | undefined)[]; headings?: readonly string[] },
  cells: readonly FileCell[],
  choices: ChoiceNames,
  reading: CellReading,
): CellRow {
  const row: CellRow = {};
  for (const [index, name] of columns.entries()) {
    const field = name === undefined ? undefined : entity.fields[name];
    if (name === undefined || field === undefined) continue;
    const cell = cells[index] ?? { text: '' };
    if (cell.unread !== undefined)
      row[importedName(name, field)] = { unread: cell.unread, text: cell.text.slice(0, 200) };
    // Neither yes nor no: as it is, or as it is by default.
    else if (field.kind !== 'flag' || cell.text.trim() !== '')
      row[importedName(name, field)] = readCell(field, cellText(field, cell), choices, {
        ...reading,
        zone: zoneIn(headings[index] ?? '') ?? reading.zone,
      });
  }
  return row;
}

/** The natural key of a row in lower case; undefined where a part of it is missing. */
export function keyOf(entity: Entity, row: Readonly<Record<string, unknown>>): string | undefined {
  const parts = (entity.importBy ?? []).map((name) => {
    const field = entity.fields[name];
    // What a reference stands for, where that is known: one row may say it by code and another by name.
    const known = field === undefined ? [] : [row[name], row[importedName(name, field)]];
    const value = known.find((one) => (one ?? '') !== '') ?? '';
    return isUnread(value) ? '' : normalizeText(String(value)).toLowerCase();
  });
  return parts.length === 0 || parts.some((part) => part === '') ? undefined : parts.join('\u0001');
}
