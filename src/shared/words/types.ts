import type { AmountUnit } from './number-words.ts';

/** Master data that a word may name and that is looked up by its name. */
export type WordSource = 'ports' | 'vessels' | 'users';

/** One value of a filter by the names people know it by. */
export type WordChoice = { readonly value: string; readonly names: readonly string[] };

/** A filter of a list as sentences speak of it. */
export type WordField = {
  readonly name: string;
  readonly kind: 'text' | 'choice' | 'flag' | 'days' | 'numbers' | 'amount';
  /** Its names in the languages that are known. */
  readonly labels: readonly string[];
  readonly choices?: readonly WordChoice[];
  /** It takes one value, not several. */
  readonly single?: boolean;
  /** Its values are looked up by name. */
  readonly finds?: WordSource;
  /** Rows without a value can be requested. */
  readonly empty?: boolean;
  /** Of amounts: what they are counted in, and whether they are whole. */
  readonly unit?: AmountUnit | undefined;
  readonly whole?: boolean;
  /** Of amounts: a difference, which is negative where the value fell. */
  readonly change?: boolean;
};

/** A column that a list can be sorted by, with its names in the languages that are known. */
export type WordSort = { readonly name: string; readonly labels: readonly string[] };
/** An order of a list, as its call takes it. */
export type WordOrder = { readonly columnName: string; readonly sortType: 'asc' | 'desc' };

/** What a name was found to be; undefined where nothing has that name. */
export type FoundName = { readonly source: WordSource; readonly value: string; readonly label: string } | undefined;

/** What a sentence is read with. */
export type WordContext = {
  /** The reader's day, `yyyy-MM-dd`. */
  readonly today: string;
  /** The reader's own code, for "mine". */
  readonly me?: string;
  /** Names looked up so far, by the text that was looked up. */
  readonly found?: ReadonlyMap<string, FoundName>;
  /** What the list can be sorted by. */
  readonly sorts?: readonly WordSort[];
};

/** A sentence as filters. */
export type Reading = {
  /** Values of filters, as the address of a list holds them. */
  readonly values: Record<string, string | string[]>;
  /** The order that the sentence asks for. */
  readonly sort?: WordOrder;
  /** Names of the values that were looked up, by value. */
  readonly names: Readonly<Record<string, string>>;
  /** Parts of the sentence that mean nothing in this list, as they were written. */
  readonly unknown: readonly string[];
  /** Parts that may be names of places, vessels or people: look them up and read again. */
  readonly wanted: readonly string[];
};
