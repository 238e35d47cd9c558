import type { ReactNode } from 'react';
import {
  type CardPart,
  type List,
  type ListColumn,
  type Statement,
  type SourcesOfRow,
  valueIn,
} from '#shared/list/declare.ts';
import type { Lang } from '#web/i18n/languages.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { ColumnNames } from './use-list-names.ts';

/** How a page draws a cell its own way; the text is also what is copied. */
export type Cell<Row> = {
  text?: (row: Row) => string;
  /** `said` is which source reported the value and when, where the list knows it; `text` is the text of the cell. */
  render?: (row: Row, sourceText?: string, text?: string) => ReactNode;
  /** What is drawn, where that is another text than that of the cell: the column is as wide as that needs. */
  drawnText?: (row: Row, text: string) => string;
  lines?: 2;
};

/** Which source reported the values of a row and when; undefined for columns that nobody reported. */
export type ValueSourceOf<Row> = (row: Row, column: string) => Statement | undefined;

type Values = Readonly<Record<string, unknown>>;

const widths: Readonly<Record<ListColumn['kind'], number>> = {
  text: 150,
  code: 112,
  dict: 130,
  reference: 150,
  instant: 196,
  number: 96,
  flag: 84,
  drawn: 200,
};

/** A value as people read it. */
function valueText(
  column: ListColumn,
  value: unknown,
  { names, lang, yesNo }: { names: ColumnNames; lang: Lang; yesNo: (yes: boolean) => string },
): string {
  if (value === null || value === undefined) return column.missing?.[lang] ?? '';
  switch (column.kind) {
    case 'code':
    case 'dict':
    case 'reference':
      return names.nameOf(column, value);
    case 'instant':
      return timeAsText(Number(value));
    case 'flag':
      return yesNo(value === 1);
    default:
      // Amounts of money are decimal texts and stay as they are.
      return typeof value === 'number' ? formatCount(value) : String(value);
  }
}

/** A code whose values are good or bad is a state. */
const isToned = (column: ListColumn): boolean =>
  column.kind === 'code' && Object.values(column.values).some(({ tone }) => tone !== undefined);

/** The part of a card, where it does not follow from place and name. */
const cardOf = (column: ListColumn): CardPart | undefined =>
  column.card ?? (isToned(column) ? 'state' : column.kind === 'instant' ? 'fact' : undefined);

function renderOf(name: string, column: ListColumn, text: (row: Values) => string) {
  if (column.kind === 'instant')
    return (row: Values, sourceText?: string) => {
      const value = valueIn(row, name, column);
      return typeof value === 'number' ? <TimeText instant={value} source={sourceText} /> : null;
    };
  if (column.kind === 'code' && isToned(column))
    return (row: Values) => {
      const value = valueIn(row, name, column);
      return column.nullable === true && value == null ? null : (
        <StatusTag tone={column.values[String(value)]?.tone ?? 'neutral'}>{text(row)}</StatusTag>
      );
    };
  return undefined;
}

/** The columns of a declared list. */
export function columnsOf<Row extends object>(
  list: List,
  tools: {
    names: ColumnNames;
    lang: Lang;
    yesNo: (yes: boolean) => string;
    sourceTextValue: (sourceText: Statement) => string;
    valueSourceOf?: ValueSourceOf<Row> | undefined;
  },
  cells: Readonly<Record<string, Cell<Row> | undefined>>,
): DataColumn<Row>[] {
  const { lang, sourceTextValue, valueSourceOf } = tools;
  const reported = new Set(list.said);
  return Object.entries(list.columns).flatMap(([name, column]): DataColumn<Row>[] => {
    if (column.hidden === true) return [];
    const own = cells[name];
    const plain = (row: Values): string => valueText(column, valueIn(row, name, column), tools);
    const text = own?.text ?? (plain as (row: Row) => string);
    const drawn = renderOf(name, column, text as (row: Values) => string);
    const { render: ownRender, drawnText } = own ?? {};
    const render =
      ownRender === undefined
        ? (drawn as Cell<Row>['render'])
        : (row: Row, by: string | undefined) => ownRender(row, by, text(row));
    const sourceText = (row: Row): string | undefined => {
      const by = (row as { sourceText?: SourcesOfRow }).sourceText?.[name] ?? valueSourceOf?.(row, name);
      return by && sourceTextValue(by);
    };
    const unit = column.kind === 'number' && column.unitInCells !== true ? column.unit?.[lang] : undefined;
    const card = cardOf(column);
    return [
      {
        key: name,
        title: unit === undefined ? column.label[lang] : `${column.label[lang]} (${unit})`,
        also: column.label[lang === 'zh' ? 'en' : 'zh'],
        ...(column.width === 'by name' ? {} : { width: column.width ?? widths[column.kind] }),
        text,
        ...(render === undefined ? {} : { render: (row: Row) => render(row, sourceText(row)) }),
        ...(reported.has(name) || valueSourceOf !== undefined ? { sourceText } : {}),
        ...(column.kind === 'number' ? { align: 'end' as const } : {}),
        ...(column.sortable === true ? { sortName: name } : {}),
        ...(column.copyable === true ? { copyable: true } : {}),
        ...(column.grow === true ? { grow: true as const } : {}),
        ...(card === undefined ? {} : { card }),
        ...(drawnText === undefined ? {} : { drawnText: (row: Row) => drawnText(row, text(row)) }),
        ...(own?.lines === undefined ? {} : { lines: own.lines }),
      },
    ];
  });
}
