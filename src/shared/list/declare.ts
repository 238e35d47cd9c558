import type { Text } from '../entity/declare.ts';
import type { AmountUnit } from '../words/number-words.ts';
import type { WordSource } from '../words/types.ts';

/** How urgent a value looks; always beside its name, so never by colour alone. */
export type ListTone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger';

/** One value of a code: its name and, where it is a state, its tone. */
export type ListChoice = Text & { readonly tone?: ListTone };

type Common = {
  readonly label: Text;
  /** Width in pixels; by the kind unless said. */
  readonly width?: number;
  /** The value may be missing. */
  readonly nullable?: true;
  /** People may sort by it. */
  readonly sortable?: true;
  /** The value has a copy button. */
  readonly copyable?: true;
  /** Long text: takes the room that the others leave. */
  readonly grow?: true;
  /** On the wire, but no column of the table. */
  readonly hidden?: true;
};

/** Master data whose names stand for codes. */
export type ListNames = 'carrier' | 'status' | 'tenant';

/** A column of a list, by its name on the wire. */
export type ListColumn =
  | (Common & { readonly kind: 'text' })
  /** One of a few values that are known here. */
  | (Common & { readonly kind: 'code'; readonly values: Readonly<Record<string, ListChoice>> })
  /** A value of a dictionary code type. */
  | (Common & { readonly kind: 'dict'; readonly dict: string })
  /** The code of master data, shown by its name. */
  | (Common & { readonly kind: 'reference'; readonly of: ListNames })
  | (Common & { readonly kind: 'instant' })
  | (Common & { readonly kind: 'number'; readonly unit?: Text })
  | (Common & { readonly kind: 'flag' })
  /** Drawn by the page from the rest of the row; nothing on the wire has its name. Its source writes it into exports, where said. */
  | (Common & { readonly kind: 'drawn'; readonly exported?: true });

type FilterCommon = {
  /** That of the column of the same name unless said. */
  readonly label?: Text;
  /** Not in the form: only links carry it, and it shows as a tag while it is active. */
  readonly link?: true;
  /** Its values are looked up by name in this master data. */
  readonly finds?: WordSource;
};

/** A filter of a list; its choices are those of the column of the same name, or given by the page. */
export type ListFilter =
  /** A text: contained in the value, or equal to it. */
  | (FilterCommon & {
      readonly kind: 'text';
      readonly match?: 'exact';
      readonly max?: number;
      /** Rows without a value can be asked for, by `NOBODY`. */
      readonly empty?: true;
    })
  /** A number between two bounds, both included; travels under `<name>Min` and `<name>Max`. */
  | (FilterCommon & {
      readonly kind: 'amount';
      readonly unit?: AmountUnit;
      readonly whole?: true;
      readonly change?: true;
    })
  /** Many values pasted at once, upper case. */
  | (FilterCommon & { readonly kind: 'many' })
  | (FilterCommon & { readonly kind: 'choice' })
  | (FilterCommon & { readonly kind: 'flag' })
  /** Days of the reader's zone; travels as two instants under `<name>From` and `<name>To`, or under other names. */
  | (FilterCommon & { readonly kind: 'range'; readonly wire?: readonly [from: string, to: string] })
  /** The id of a row of something else. */
  | (FilterCommon & { readonly kind: 'id' });

/** Parts of a list that are shown one at a time, each with how many rows it has. */
export type ListTabs = {
  /** The filter the chosen tab travels as. */
  readonly name: string;
  readonly label: Text;
  /** The first one shows all rows and is never sent. */
  readonly values: Readonly<Record<string, Text>>;
};

/** A second view of a list: its rows as cards, in columns by the week of an instant. */
export type ListBoard = {
  /** The call that answers it, made from the declaration for those who may see the list. */
  readonly call: string;
  readonly path: string;
  /** What the view is called. */
  readonly label: Text;
  /** The filter that leaves the rows of a week, by the day it begins with, or those of no week by `none`. */
  readonly filter: string;
  /** What rows without the instant are called. */
  readonly none: Text;
  /** What rows are called that the source marks. */
  readonly marked: Text;
};

/** Stands for no week. */
export const NO_WEEK = 'none';
/** Weeks on a board at once, and cards in each. */
export const BOARD_WEEKS = 6;
export const BOARD_CARDS = 20;

/** One list: form, address, table, columns, shapes of its call and export follow from this. */
export type List = {
  /** Name of the list: of its columns as people keep them, and of its export. */
  readonly name: string;
  /** The call that answers it. */
  readonly call: string;
  /** Where that call follows from this declaration: its path and whom its menu codes admit. */
  readonly path?: string;
  readonly menus?: readonly string[];
  /** The page's route, under which people keep views of the list; without it there are none. */
  readonly route?: string;
  readonly label: Text;
  /** Said when there is nothing at all. */
  readonly empty?: Text;
  /** Wire name of the id. */
  readonly id: string;
  /** Rows of a page unless people choose otherwise, and the last page that is answered. */
  readonly pageSize: number;
  readonly lastPage?: number;
  /** In the order of the table. */
  readonly columns: Readonly<Record<string, ListColumn>>;
  /** In the order of the form. */
  readonly filters: Readonly<Record<string, ListFilter>>;
  readonly tabs?: ListTabs;
  readonly board?: ListBoard;
  /** Columns whose values sources told: rows say under `said` who told them and when. */
  readonly said?: readonly string[];
  /** What rows are in order of while nobody sorts them; the id comes last, in the direction of the last one here. */
  readonly order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** It can be exported: all columns that are not drawn, and those drawn ones that its source writes. */
  readonly exported?: true;
};

/** Declares a list; its literal types carry over to rows and calls. */
export const declareList = <const L extends List>(list: L): L => list;

type ValueOf<C> = C extends { kind: 'code'; values: infer V }
  ? keyof V & string
  : C extends { kind: 'instant' | 'number' }
    ? number
    : C extends { kind: 'flag' }
      ? 0 | 1
      : string;
type Value<C> = C extends { nullable: true } ? ValueOf<C> | null : ValueOf<C>;
type Columns<L extends List> = L['columns'];

/** The columns that travel. */
export type WireColumn<L extends List> = {
  [K in keyof Columns<L>]: Columns<L>[K] extends { kind: 'drawn' } ? never : K;
}[keyof Columns<L>] &
  string;

/** Who told a value, by the name of the source in the reader's language, and when. */
export type Said = { source: string; time: number };
/** Who told the values of a row, by column; nothing where nobody told one. */
export type SaidOfRow = { [column: string]: Said };

/** A row of a list on the wire. */
export type ListRow<L extends List> = { [K in L['id']]: string } & {
  -readonly [K in WireColumn<L>]: Value<Columns<L>[K]>;
} & (L extends { said: readonly string[] } ? { said?: SaidOfRow | undefined } : unknown);

type FilterInput<F> = F extends { kind: 'text' }
  ? string | null
  : F extends { kind: 'flag' }
    ? 0 | 1 | boolean | null
    : F extends { kind: 'id' }
      ? string | number | null
      : string | number | readonly (string | number)[] | null;
type Filters<L extends List> = L['filters'];
type RangeKeys<L extends List> = {
  [K in keyof Filters<L> & string]: Filters<L>[K] extends { kind: 'range'; wire: readonly [infer A, infer B] }
    ? (A | B) & string
    : Filters<L>[K] extends { kind: 'range' }
      ? `${K}From` | `${K}To`
      : Filters<L>[K] extends { kind: 'amount' }
        ? `${K}Min` | `${K}Max`
        : never;
}[keyof Filters<L> & string];
type PlainFilter<L extends List> = {
  [K in keyof Filters<L>]: Filters<L>[K] extends { kind: 'range' | 'amount' } ? never : K;
}[keyof Filters<L>] &
  string;
type TabKey<L extends List> = L extends { tabs: { name: infer N extends string } } ? N : never;

/** What a list is asked with. */
export type ListQuery<L extends List> = {
  currentPage?: number;
  pageSize?: number;
  sortRules?: { columnName: string; sortType: 'asc' | 'desc' }[] | null;
} & { [K in PlainFilter<L>]?: FilterInput<Filters<L>[K]> } & { [K in RangeKeys<L>]?: number | null } & {
  [K in TabKey<L>]?: string | null;
};

type FilterValue<F> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'flag' }
    ? 0 | 1
    : F extends { kind: 'id' }
      ? number
      : string[];
/** The filters of a list once read; what filters nothing is absent. */
export type ListValues<L extends List> = { [K in PlainFilter<L>]?: FilterValue<Filters<L>[K]> | undefined } & {
  [K in RangeKeys<L>]?: number | undefined;
} & { [K in TabKey<L>]?: string | undefined };

/** A question for one page once read. */
export type ListAsked<L extends List> = {
  currentPage: number;
  pageSize: number;
  sortRules?: { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined;
} & ListValues<L>;

/** The two names that the bounds of a filter travel under; undefined for one that has no bounds. */
export function boundKeys(name: string, filter: ListFilter): readonly [from: string, to: string] | undefined {
  if (filter.kind === 'range') return filter.wire ?? [`${name}From`, `${name}To`];
  return filter.kind === 'amount' ? [`${name}Min`, `${name}Max`] : undefined;
}

/** Columns people may sort by. */
export const sortableOf = ({ columns }: List): ReadonlySet<string> =>
  new Set(Object.entries(columns).flatMap(([name, column]) => (column.sortable === true ? [name] : [])));

/** What a filter is called. */
export const filterLabel = (list: List, name: string): Text =>
  list.filters[name]?.label ?? list.columns[name]?.label ?? { zh: name, en: name };
