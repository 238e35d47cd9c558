import type { CallName } from '#contract/paths.ts';
import type { Ctx, Lang } from '#server/platform/context.ts';
import { chosenColumns, readAsCall, type ListExport, type SheetCell } from '#server/platform/sheet/index.ts';
import type { ListColumn, ListNames } from '#shared/list/declare.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { listIds, type ListInput, listRowsById, type ListSource, type WireRow } from './source.ts';

/** The words that stand for codes, for one caller. */
export type ListWords = {
  lang: Lang;
  /** In which times are written. */
  zone: string;
  dictName: (dict: string, value: string) => string;
  nameOf: (of: ListNames, code: string) => string;
  yesNo: (value: unknown) => string;
};

function cellOf(column: ListColumn, value: unknown, words: ListWords): SheetCell {
  if (value === null || value === undefined) return '';
  switch (column.kind) {
    case 'code':
      return column.values[String(value)]?.[words.lang] ?? String(value);
    case 'dict':
      return words.dictName(column.dict, String(value));
    case 'reference':
      return words.nameOf(column.of, String(value));
    case 'instant':
      return toLocalText(Number(value), words.zone);
    case 'number':
      return Number(value);
    case 'flag':
      return words.yesNo(value);
    default:
      return String(value);
  }
}

/** A time says its zone, a number its unit. */
function titleOf(column: ListColumn, { lang, zone }: ListWords): string {
  const label = column.label[lang];
  const mark = column.kind === 'instant' ? zone : column.kind === 'number' ? column.unit?.[lang] : undefined;
  if (mark === undefined) return label;
  return lang === 'zh' ? `${label}（${mark}）` : `${label} (${mark})`;
}

/** A declared list as a file: the columns of the screen, in names and times of the caller. */
export function listExport(source: ListSource, wordsFor: (ctx: Ctx) => ListWords): ListExport {
  const { list, cells = {} } = source;
  const call = list.call as CallName;
  const columns = new Map(
    Object.entries(list.columns).flatMap(([name, column]): [string, [string, ListColumn]][] =>
      column.hidden === true || (column.kind === 'drawn' && column.exported !== true) ? [] : [[name, [name, column]]],
    ),
  );
  return {
    title: list.label,
    call,
    prepare: (ctx, query, names) => {
      const input = readAsCall(call, query) as unknown as ListInput;
      const wanted = chosenColumns(columns, names);
      const words = wordsFor(ctx);
      const lineOf = (row: WireRow): SheetCell[] =>
        wanted.map(([name, column]) => cells[name]?.(row, ctx) ?? cellOf(column, row[name], words));
      return {
        titles: wanted.map(([, column]) => titleOf(column, words)),
        ids: listIds(source, ctx, input),
        cells: async (ids) => (await listRowsById(source, ctx, ids)).map(lineOf),
      };
    },
  };
}
