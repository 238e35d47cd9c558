import type { Text } from '../i18n/text.ts';
import { asRecord, type OnlyKeysOf } from '../values/objects.ts';
import type { AmountUnit } from '../words/number-words.ts';
import type { WordSource } from '../words/types.ts';

/** How urgent a value looks; always beside its name, so never by colour alone. */
export type ListTone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger';

/** One value of a code: its name and, where it is a state, its tone. */
export type ListChoice = Text & { readonly tone?: ListTone };

/** Where a card on a phone shows a column: as its name, its state, what the row is about, or a value with its title. */
export type CardPart = 'title' | 'state' | 'about' | 'fact' | 'none';

type Common = {
  readonly label: Text;
  /** Width in pixels; by the kind unless stated. */
  readonly width?: number | 'by name';
  /** Where a row has the value, as a path of names with dots; under the name of the column unless stated. */
  readonly at?: string;
  /** The value may be missing. */
  readonly nullable?: true;
  /** Stands for a missing value on screen and in files; nothing unless stated. */
  readonly missing?: Text;
  /** People may sort by it. */
  readonly sortable?: true;
  /** The value has a copy button. */
  readonly copyable?: true;
  /** Long text: takes the room that the others leave. */
  readonly grow?: true;
  /** On the wire, but no column of the table. */
  readonly hidden?: true;
  /** Its part of a card, where its place and name say another one. */
  readonly card?: CardPart;
};

/** Master data whose names stand for codes. */
export type ListNames = 'carrier' | 'exceptionType' | 'status' | 'tenant';

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
  /** `unitInCells`: the page writes the unit beside each value, so that only files have it in the title. */
  | (Common & { readonly kind: 'number'; readonly unit?: Text; readonly unitInCells?: true; readonly whole?: true })
  | (Common & { readonly kind: 'flag' })
  /** Drawn by the page from the rest of the row; nothing on the wire has its name. Its source writes it into exports, where stated. */
  | (Common & { readonly kind: 'drawn'; readonly exported?: true });

type FilterCommon = {
  /** That of the column of the same name unless stated. */
  readonly label?: Text;
  /** Not in the form: only links carry it, and it shows as a tag while it is active. */
  readonly link?: true;
  /** Its values are looked up by name in this master data. */
  readonly finds?: WordSource;
};

/** What a filter chooses from. */
export type ListChoices =
  | { readonly kind: 'code'; readonly values: Readonly<Record<string, ListChoice>> }
  | { readonly kind: 'dict'; readonly dict: string }
  | { readonly kind: 'reference'; readonly of: ListNames };

/** A filter of a list; its choices are its own, those of the column of the same name, or given by the page. */
export type ListFilter =
  /** A text: contained in the value, or equal to it. */
  | (FilterCommon & {
      readonly kind: 'text';
      readonly match?: 'exact';
      readonly max?: number;
      /** Rows without a value can be requested, by `NOBODY`. */
      readonly empty?: true;
    })
  /** A number between two bounds, both included; travels under `<name>Min` and `<name>Max`. */
  | (FilterCommon & {
      readonly kind: 'amount';
      readonly unit?: AmountUnit;
      readonly whole?: true;
      readonly change?: true;
    })
  /** Many values pasted at once, upper case; `loose` ones are split by the server. */
  | (FilterCommon & { readonly kind: 'many'; readonly loose?: true })
  | (FilterCommon & { readonly kind: 'choice'; readonly from?: ListChoices })
  | (FilterCommon & { readonly kind: 'flag' })
  /**
   * Days of the reader's zone; travels as two instants under `<name>From` and `<name>To`, or under other names. As texts, the
   * days are those of the zone of the reader's tenant, and the server reads them.
   */
  | (FilterCommon & {
      readonly kind: 'range';
      readonly wire?: readonly [from: string, to: string];
      readonly asText?: true;
    })
  /** The last so many days; always given. */
  | (FilterCommon & {
      readonly kind: 'recent';
      readonly days: Readonly<Record<number, Text>>;
      readonly standard: number;
      readonly max: number;
    })
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
  /** The filter that leaves the rows of a week, by the day it begins with, those that are overdue by `overdue`, or those of no week by `none`. */
  readonly filter: string;
  /** What rows without the instant are called. */
  readonly none: Text;
  /** What rows are called whose instant has passed without the event. */
  readonly overdue: Text;
  /** What rows are called that the source marks. */
  readonly marked: Text;
};

/** A picture of the rows as a second view of a list: it shows so many rows at once instead of a page. */
export type ListPicture = { readonly label: Text; readonly rows: number };

/** Stands for no week. */
export const NO_WEEK = 'none';
/** Stands for what was expected in a week that is over and has not come: it is of no week. */
export const OVERDUE = 'overdue';
/** Weeks on a board at once, and cards in each. */
export const BOARD_WEEKS = 6;
export const BOARD_CARDS = 20;

/** One list: form, address, table, columns, shapes of its call and export follow from this. */
export type List = {
  /** Name of the list and of its export. */
  readonly name: string;
  /** Under which people's choices of columns are kept; the name unless stated. */
  readonly table?: string;
  /** The call that answers it. */
  readonly call: string;
  /** Where that call follows from this declaration: its path and whom its menu codes admit. */
  readonly path?: string;
  readonly menus?: readonly string[];
  /** The page's route, under which people keep views of the list; without it there are none. */
  readonly route?: string;
  readonly label: Text;
  /** Name of the exported file; the label unless stated. */
  readonly file?: Text;
  /** Stated when there is nothing at all: what fills the list. */
  readonly empty: Text;
  /** Where that is done, for those who may open that page; a list that is filled on its own page has a button there. */
  readonly filledAt?: { readonly href: string; readonly label: Text };
  /** Wire name of the id, or the path to it. */
  readonly id: string;
  /** Rows of a page unless people choose otherwise, and the last page that is answered. */
  readonly pageSize: number;
  readonly lastPage?: number;
  /** In the order of the table. */
  readonly columns: Readonly<Record<string, ListColumn>>;
  /** In the order of the form. */
  readonly filters: Readonly<Record<string, ListFilter>>;
  /** What is shown first, and again after Reset, where that is not everything: filters as the address has them, and the order. */
  readonly opening?: {
    readonly values: Readonly<Record<string, string | readonly string[]>>;
    readonly order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  };
  readonly tabs?: ListTabs;
  /** What the screen asks for besides filters, page and order. */
  readonly asks?: Readonly<Record<string, unknown>>;
  readonly board?: ListBoard;
  readonly picture?: ListPicture;
  /** Columns whose values sources reported: rows say under `said` which source reported them and when. */
  readonly said?: readonly string[];
  /** What rows are in order of while nobody sorts them; the id comes last, in the direction of the last one here. */
  readonly order: readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
  /** It can be exported: all columns that are not drawn, and those drawn ones that its source writes. */
  readonly exported?: true;
};

/** Declares a list; its literal types carry over to rows and calls. */
export const declareList = <const L extends List>(list: L & OnlyKeysOf<L, List>): L => list;

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
  [K in keyof Columns<L>]: Columns<L>[K] extends { kind: 'drawn' } | { at: string } ? never : K;
}[keyof Columns<L>] &
  string;

/** Which source reported a value, by the name of the source in the reader's language, and when. */
export type Statement = { source: string; time: number };
/** Which source reported the values of a row, by column; nothing where nobody reported one. */
export type SourcesOfRow = { [column: string]: Statement };

/** A row of a list on the wire. */
export type ListRow<L extends List> = { [K in L['id']]: string } & {
  -readonly [K in WireColumn<L>]: Value<Columns<L>[K]>;
} & (L extends { said: readonly string[] } ? { said?: SourcesOfRow | undefined } : unknown);

type FilterInput<F> = F extends { kind: 'text' }
  ? string | null
  : F extends { kind: 'recent' }
    ? number | string
    : F extends { kind: 'many'; loose: true }
      ? string | readonly string[] | null
      : F extends { kind: 'flag' }
        ? 0 | 1 | boolean | null
        : F extends { kind: 'id' }
          ? string | number | null
          : string | number | readonly (string | number)[] | null;
type Filters<L extends List> = L['filters'];
/** The two names that the bounds of each filter travel under, of those with this mark. */
type RangeKeys<L extends List, Mark> = {
  [K in keyof Filters<L> & string]: Filters<L>[K] extends Mark ? BoundsOf<L, K> : never;
}[keyof Filters<L> & string];
type BoundsOf<L extends List, K extends keyof Filters<L> & string> = Filters<L>[K] extends {
  kind: 'range';
  wire: readonly [infer A, infer B];
}
  ? (A | B) & string
  : Filters<L>[K] extends { kind: 'range' }
    ? `${K}From` | `${K}To`
    : Filters<L>[K] extends { kind: 'amount' }
      ? `${K}Min` | `${K}Max`
      : never;
type TextRange = { kind: 'range'; asText: true };
type NumberRange = { kind: 'range'; asText?: never } | { kind: 'amount' };
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
} & FilterInputs<L>;
type FilterInputs<L extends List> = { [K in PlainFilter<L>]?: FilterInput<Filters<L>[K]> } & {
  [K in RangeKeys<L, NumberRange>]?: number | null;
} & { [K in RangeKeys<L, TextRange>]?: string | null } & { [K in TabKey<L>]?: string | null };

type FilterValue<F> = F extends { kind: 'text' }
  ? string
  : F extends { kind: 'many'; loose: true }
    ? string | string[]
    : F extends { kind: 'flag' }
      ? 0 | 1
      : F extends { kind: 'id' }
        ? number
        : string[];
type RecentKey<L extends List> = {
  [K in keyof Filters<L>]: Filters<L>[K] extends { kind: 'recent' } ? K : never;
}[keyof Filters<L>];
/** The filters of a list once read; what filters nothing is absent. */
export type ListValues<L extends List> = {
  [K in Exclude<PlainFilter<L>, RecentKey<L>>]?: FilterValue<Filters<L>[K]> | undefined;
} & { [K in RecentKey<L>]: number } & { [K in RangeKeys<L, NumberRange>]?: number | undefined } & {
  [K in RangeKeys<L, TextRange>]?: string | undefined;
} & { [K in TabKey<L>]?: string | undefined };

/** How each filter of a list travels, by the name that it travels under: `I` as it is sent, `V` once read. */
export type ListFilterKeys<L extends List> = {
  [K in keyof ListValues<L> & string]: { in: InputOf<L, K>; out: ListValues<L>[K] };
};
type InputOf<L extends List, K> = K extends keyof FilterInputs<L> ? FilterInputs<L>[K] : never;

/** A question for one page once read. */
export type ListRequest<L extends List> = {
  currentPage: number;
  pageSize: number;
  sortRules?: { columnName: string; sortType: 'asc' | 'desc' }[] | null | undefined;
} & ListValues<L>;

/** The two names that the bounds of a filter travel under; undefined for one that has no bounds. */
export function boundKeys(name: string, filter: ListFilter): readonly [from: string, to: string] | undefined {
  if (filter.kind === 'range') return filter.wire ?? [`${name}From`, `${name}To`];
  return filter.kind === 'amount' ? [`${name}Min`, `${name}Max`] : undefined;
}

/** The value at a path of names with dots; undefined where the row does not have it. */
export const valueAt = (row: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => asRecord(value)[key], row);

/** The value of a column in a row of its list; undefined where the row does not have it. */
export const valueIn = (row: unknown, name: string, column: ListColumn): unknown => valueAt(row, column.at ?? name);

/** The names of the columns people may sort by. */
export type SortableColumn<L extends List> = string extends keyof Columns<L>
  ? string
  : { [K in keyof Columns<L>]: Columns<L>[K] extends { sortable: true } ? K : never }[keyof Columns<L>] & string;

/** Columns people may sort by, in the order of the table. */
export function sortableOf<L extends List>({ columns }: L): ReadonlySet<SortableColumn<L>> {
  const isSortable = (name: string): name is SortableColumn<L> => columns[name]?.sortable === true;
  return new Set(Object.keys(columns).filter(isSortable));
}

/** What a filter is called. */
export const filterLabel = (list: List, name: string): Text =>
  list.filters[name]?.label ?? list.columns[name]?.label ?? { zh: name, en: name };
