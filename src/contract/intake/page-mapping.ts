import { z } from 'zod';

/** What a column of an answer can be; the names of a list of legs at the end. */
export const mappingRoles = [
  'container',
  'boxOrShip',
  'move',
  'time',
  'mark',
  'place',
  'port',
  'facility',
  'vessel',
  'voyage',
  'ship',
  'load',
  'bill',
  'booking',
  'fromPlace',
  'fromPort',
  'etd',
  'atd',
  'toPlace',
  'toPort',
  'eta',
  'ata',
] as const;
export type MappingRole = (typeof mappingRoles)[number];

/** Times of legs, which are moves by themselves. */
export const legTimes = ['etd', 'atd', 'eta', 'ata'] as const satisfies readonly MappingRole[];

const text = (limit: number) => z.string().trim().min(1).max(limit);

/** How a carrier's answer is read, as an operator has pointed it out: kept as data, and read by one interpreter. */
export const pageMapping = z.object({
  /** A table of a page, lists of JSON, or lines with a separator. */
  source: z.enum(['table', 'json', 'text']),
  /** Of JSON the path of its rows, `data.list[].events[]`; `''` elsewhere, and where the answer itself is the row. */
  rows: z.string().max(300),
  /** A column by its title (`#3`: by its place; `Date (2)`: the second of that title), or by its path in JSON. */
  columns: z
    .array(z.object({ column: text(300), role: z.enum(mappingRoles) }))
    .min(1)
    .max(40),
  /** What comes first in 03/04/2026; null: no time is written so. */
  dayFirst: z.enum(['day', 'month']).nullable(),
  /** Whose clock a time without an offset is by: that of its place, or UTC. */
  clock: z.enum(['place', 'utc']),
  /** Which container rows without a column for it are about: the one named above them, the one that was requested, or none. */
  box: z.enum(['above', 'asked', 'none']),
  /** What values of the column `mark` mean. */
  marks: z.array(z.object({ text: text(40), means: z.enum(['ACT', 'EST', 'PLN']) })).max(20),
  /** The text on a page that does not know the shipment; null: it is not known. */
  unknownText: text(100).nullable(),
});
export type PageMapping = z.output<typeof pageMapping>;

/** What is wrong with a mapping, by the field that has to be changed; texts are `mapping.<fault>`. */
export type MappingFault = 'noTime' | 'noMove' | 'twice' | 'badRows' | 'badColumn' | 'sameMark';

const once: readonly MappingRole[] = [...legTimes, 'mark', 'container'];

/** Whether a path of JSON can be read: names with `[]` behind those of lists, apart by points; `\` before a sign that is meant as such. */
const isJsonPath = (path: string): boolean => path === '' || !/^\.|\.\.|\.$|\.\[/.test(path.replaceAll(/\\./g, 'x'));

/** All faults of a mapping that its shape does not show; none: it can be used. */
export function mappingFaults({ source, rows, columns, marks }: PageMapping): MappingFault[] {
  const roles = columns.map(({ role }) => role);
  const legs = legTimes.filter((role) => roles.includes(role));
  const has = (role: MappingRole): boolean => roles.includes(role);
  const texts = marks.map((mark) => mark.text.toUpperCase());
  const faults: [MappingFault, boolean][] = [
    ['noTime', !has('time') && legs.length === 0],
    ['noMove', has('time') && !has('move')],
    ['noTime', has('move') && !has('time')],
    ['twice', once.some((role) => roles.filter((one) => one === role).length > 1)],
    ['badRows', source === 'json' ? !isJsonPath(rows) : rows !== ''],
    ['badColumn', source === 'json' && columns.some(({ column }) => !isJsonPath(column))],
    ['sameMark', new Set(texts).size < texts.length],
  ];
  return [...new Set(faults.filter(([, isSo]) => isSo).map(([fault]) => fault))];
}
