import type { Text } from '../i18n/text.ts';
import type { OnlyKeysOf } from '../values/objects.ts';

type Common = {
  readonly label: Text;
  /** A sentence under the field. */
  readonly help?: Text;
  /** What sheets of other systems call it, in any language, besides its label and its name on the wire. */
  readonly headings?: readonly string[];
  /** A value as people would write it: shown in the empty input. */
  readonly example?: string;
  /** Column of the table; the wire name in snake_case unless stated. */
  readonly column?: string;
  readonly required?: boolean;
  /** Stated instead of "… cannot be empty". */
  readonly requiredText?: Text;
  /** Shown but never written by people. */
  readonly readOnly?: boolean;
  /** Written when added, fixed afterwards. */
  readonly createOnly?: boolean;
  /** Its form checks on an edit only that it is filled; every other rule is then the server's alone, which says what is wrong. */
  readonly editRules?: 'server';
  /** Not a column of the list, or its width in pixels. */
  readonly list?: false | number;
  /** Not in the dialog. */
  readonly form?: false;
  /** The keyword search looks here (texts), or the list has a filter of its own. */
  readonly search?: 'keyword' | 'filter';
};

/** Kinds of texts that are chosen: countries of ISO 3166, IANA zones, configured base addresses, handlers inside the product, counterparts of sources, and recipients (several). */
export type TextChoices = 'country' | 'zone' | 'functionBase' | 'functionHandler' | 'sourceProfile' | 'recipients';

/** A field of a configuration entity. */
export type Field =
  | (Common & {
      readonly kind: 'text';
      readonly max: number;
      readonly upper?: boolean;
      readonly lines?: number;
      readonly unique?: boolean;
      readonly default?: string;
      /** Sealed in the database, and shown only as SECRET_MASK while the other field has this value. */
      readonly maskWhen?: { readonly field: string; readonly is: string };
      /** An address whose query may hold a secret: its values are not shown, and sent back as shown it is unchanged. */
      readonly hidesQuery?: true;
      /** Forms offer what is known of this kind instead of free text; a stored value that is not known stays. */
      readonly picks?: TextChoices;
      /** The wire name under which the names of what it holds travel beside it; the hook `present` of its entity gives them. */
      readonly show?: string;
      /** What its code stands for: lists add the name. A place is a country of ISO 3166 or a port; a counterpart is shown by its name alone. */
      readonly names?: 'country' | 'carrier' | 'place' | 'counterpart';
      /** What else is wrong with a text that is not empty. */
      readonly check?: (value: string) => Text | undefined;
      /** The column that keeps the normal form of the text, and that form; null where it has none. */
      readonly normal?: { readonly column: string; readonly of: (value: string) => string | null };
    })
  | (Common & { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly default?: number })
  | (Common & {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly decimals: number;
      /** What is measured and not agreed: more decimals than it has are rounded, where those of others are refused. */
      readonly measured?: true;
      /** Shown to the cent, thousands apart. */
      readonly money?: boolean;
    })
  | (Common & {
      readonly kind: 'flag';
      readonly default?: 0 | 1;
      /** Lists show a checkbox that cannot be changed, and forms a checkbox in place of a switch. */
      readonly shown?: 'checkbox';
      /** What 0 and 1 mean, where that is not no and yes. */
      readonly words?: readonly [Text, Text];
    })
  /** Values of a dictionary code type; `many` = a comma-joined list. */
  | (Common & { readonly kind: 'choice'; readonly dict: string; readonly many?: boolean; readonly default?: string })
  /**
   * The id of a row of another entity; `show` is the wire name under which its text travels beside the id, `also` are
   * more of its fields by wire name, `namedBy` those of them that lists show beside a code, and `keepIn` is a column of
   * the own table that holds a copy of the text. `many` = a comma-joined list of ids; `show` is then the list of texts.
   * A reference that is read-only follows from the other values of the row: the database fills it.
   */
  | (Common & {
      readonly kind: 'reference';
      readonly entity: string;
      readonly show: string;
      readonly showField: string;
      readonly also?: Readonly<Record<string, string>>;
      readonly namedBy?: Text;
      readonly keepIn?: string;
      readonly many?: true;
      /** Fields of the other entity that tell one choice from another, and what stands between them; `showField` unless stated. */
      readonly choice?: { readonly of: readonly string[]; readonly by: string };
    })
  /** Sealed in the database, never given back: the wire has only whether there is one. */
  | (Common & { readonly kind: 'secret'; readonly max: number })
  /** A day of the calendar without a zone, as 2026-01-31; its column is a date. */
  | (Common & { readonly kind: 'day' })
  | (Common & { readonly kind: 'instant' });

/** What else refers to rows of an entity, by id or by the column `of`: they cannot be removed while it does. */
export type UsedBy = {
  readonly table: string;
  readonly column: string;
  /** The column that tells such a row to people; without it they are only counted. */
  readonly name?: string;
  readonly label: Text;
  readonly of?: string;
};

/** Rows of another entity that belong to a row: those whose reference field `by` names it. */
export type Owning = { readonly entity: string; readonly by: string };

/** One configuration entity: everything about it follows from this. */
export type Entity = {
  /** Name in paths: /api/product/{name}/{action}. */
  readonly name: string;
  readonly table: string;
  /** Wire name of the id. */
  readonly id: string;
  readonly label: Text;
  /** Wire names (fields or shown texts) that tell a row to people. */
  readonly title: readonly string[];
  /** Fields that say the same in English: rows that refer to this one show these to English callers where they are filled, and are found by both. */
  readonly english?: Readonly<Record<string, string>>;
  /** Menu code that admits to it, or administrators only. */
  readonly menu: string | 'admin';
  /**
   * Rows belong to a tenant (the table has tenant_id, given by this reference field), or all tenants share them. A row that
   * may be without a tenant and is, is the platform's: only anyone who sees all tenants sees it.
   */
  readonly tenantField?: string;
  /** Anyone who is signed in may read rows: other screens pick them. */
  readonly pickable?: true;
  /** Its page is for anyone who is signed in; changing rows still takes the menu code. */
  readonly readers?: 'session';
  /** Every process keeps these rows at hand: a change is reported to all of them and to open screens. */
  readonly masterData?: true;
  /**
   * It may be large: its keyword texts are kept together in the column `search_text`, Chinese ones with their pinyin and
   * its initials, and others choose its rows by asking the server. A row whose `exact` field is what was typed comes first.
   */
  readonly finding?: { readonly exact: readonly string[] };
  /** Its rows belong to tenants, who read their own; only people of the platform change them. */
  readonly platformOnly?: true;
  /** Rows can be imported from a file; these fields together are their natural key. */
  readonly importBy?: readonly string[];
  /** Pages besides its own that show one of its rows. */
  readonly shownOn?: readonly string[];
  /** Where the data come from, shown beside them. */
  readonly attribution?: Text;
  /**
   * Its rows are specified without a recordVersion: a change that names none is made on the row as it is, under the lock of
   * the row and a version of its own. All others have to say which version they were made on.
   */
  readonly unversioned?: true;
  /** Last part of the path of the paged list; `query` unless stated. */
  readonly queryAction?: string;
  /** Its part of a path where that is not its name. */
  readonly path?: string;
  /**
   * Rows are parts of the row that this reference field names, and shown and saved together: the list of all parts is requested by
   * the ids of their wholes, and several rows are saved in one transaction.
   */
  readonly partOf?: string;
  /** Of parts: the wire name under which all parts of one whole are requested; the answer is a list without pages. */
  readonly wholeAs?: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly order: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  /** Wire fields that together occur once; letter case does not matter. */
  readonly uniqueTogether?: readonly string[];
  readonly usedBy?: readonly UsedBy[];
  /** Rows whose field has this value are not offered for choice, and refused when chosen anew; what refers to one already keeps it. */
  readonly retiredWhen?: { readonly field: string; readonly is: string | 0 };
  /** Rows of other entities that go with a row of this one: removing asks, and says how many. */
  readonly owns?: readonly Owning[];
  /** What is wrong with the values together; called when each alone is right. */
  readonly check?: (
    values: Readonly<Record<string, string | number | null | undefined>>,
  ) => { readonly field: string; readonly text: Text } | undefined;
  /** Stated after each act, and when one failed without a text of the server; `saveFailed` is of parts that are saved together. */
  readonly message?: {
    readonly added?: Text;
    readonly updated?: Text;
    readonly removed?: Text;
    readonly addFailed?: Text;
    readonly updateFailed?: Text;
    readonly saveFailed?: Text;
    readonly removeFailed?: Text;
  };
};

/** Do the rows of this entity belong to no tenant in particular, so that all of them share them? */
export const isShared = (entity: Pick<Entity, 'tenantField' | 'table'>): boolean =>
  entity.tenantField === undefined && entity.table !== 'tenant';

/** Are the rows of this entity changed by people of the platform only? */
export const isKeptByPlatform = (entity: Pick<Entity, 'tenantField' | 'table' | 'platformOnly'>): boolean =>
  isShared(entity) || entity.platformOnly === true;

/** Declares an entity; its literal types carry over to rows and calls. */
export const declareEntity = <const E extends Entity>(entity: E & OnlyKeysOf<E, Entity>): E => entity;

type ValueOf<F> = F extends { kind: 'integer' | 'number' | 'instant' }
  ? number
  : F extends { kind: 'flag' }
    ? 0 | 1
    : F extends { kind: 'secret' }
      ? boolean
      : string;
/** Stands on the wire for a value that is never given back; sent in it means unchanged. */
export const SECRET_MASK = '******';

type Nullable<F> = F extends { required: true } | { kind: 'flag' | 'secret' } ? ValueOf<F> : ValueOf<F> | null;
type Shown<F> = {
  [K in keyof F as F[K] extends { show: infer S extends string } ? S : never]: string | null;
};
type AlsoKeys<F> = { [K in keyof F]: F[K] extends { also: infer A } ? keyof A & string : never }[keyof F];
type Also<F> = { [K in AlsoKeys<F>]: string | null };

/** A row of an entity on the wire. */
export type EntityRow<E extends Entity> = { [K in E['id']]: string } & {
  -readonly [K in keyof E['fields']]: Nullable<E['fields'][K]>;
} & Shown<E['fields']> &
  Also<E['fields']> & {
    recordVersion: number;
  };

type InputOf<F> = F extends { kind: 'integer' | 'number' | 'instant' }
  ? number | string | null
  : F extends { kind: 'flag' }
    ? 0 | 1 | boolean
    : F extends { kind: 'reference' }
      ? string | number | null
      : F extends { many: true }
        ? string | readonly string[] | null
        : string | null;

/** A row of an entity as it is offered for choice: names for everybody, whole rows for anyone who has the page. */
export type EntityChoice<E extends Entity> = { [K in E['id']]: string } & Partial<EntityRow<E>>;

/** What is sent to save a row: an update carries the id and the version that was seen. */
export type EntityInput<E extends Entity> = { [K in E['id']]?: string | number | null } & {
  -readonly [K in keyof E['fields']]?: InputOf<E['fields'][K]>;
} & {
  recordVersion?: number | null;
};

/** The column a wire name is kept in. */
export const columnOf = (name: string, field: Pick<Field, 'column'> | undefined): string =>
  field?.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
