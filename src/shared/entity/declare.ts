/** A text in both languages. */
export type Text = { readonly zh: string; readonly en: string };

type Common = {
  readonly label: Text;
  /** A sentence under the field. */
  readonly help?: Text;
  /** Column of the table; the wire name in snake_case unless said. */
  readonly column?: string;
  readonly required?: boolean;
  /** Said instead of "… cannot be empty". */
  readonly requiredText?: Text;
  /** Shown but never written by people. */
  readonly readOnly?: boolean;
  /** Written when added, fixed afterwards. */
  readonly createOnly?: boolean;
  /** Not a column of the list, or its width in pixels. */
  readonly list?: false | number;
  /** Not in the dialog. */
  readonly form?: false;
  /** The keyword search looks here (texts), or the list has a filter of its own. */
  readonly search?: 'keyword' | 'filter';
};

/** A field of a configuration entity. */
export type Field =
  | (Common & { readonly kind: 'text'; readonly max: number; readonly upper?: boolean; readonly lines?: number; readonly unique?: boolean; readonly default?: string })
  | (Common & { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly default?: number })
  | (Common & { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals: number })
  | (Common & { readonly kind: 'flag'; readonly default?: 0 | 1 })
  /** Values of a dictionary code type; `many` = a comma-joined list. */
  | (Common & { readonly kind: 'choice'; readonly dict: string; readonly many?: boolean; readonly default?: string })
  /** The id of a row of another entity; `show` is the wire name under which its text travels beside the id. */
  | (Common & { readonly kind: 'reference'; readonly entity: string; readonly show: string; readonly showField: string })
  /** Sealed in the database, never given back: the wire has only whether there is one. */
  | (Common & { readonly kind: 'secret'; readonly max: number })
  | (Common & { readonly kind: 'instant' });

/** What else refers to rows of an entity: they cannot be removed while it does. */
export type UsedBy = { readonly table: string; readonly column: string; readonly name: string; readonly label: Text };

/** One configuration entity: everything about it follows from this. */
export type Entity = {
  /** Name in paths: /api/product/{name}/{action}. */
  readonly name: string;
  readonly table: string;
  /** Wire name of the id. */
  readonly id: string;
  readonly label: Text;
  /** Menu code that admits to it, or administrators only. */
  readonly menu: string | 'admin';
  /** Rows belong to a tenant (the table has tenant_id, given by this reference field), or all tenants share them. */
  readonly tenantField?: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly order: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  /** Wire fields that together occur once; letter case does not matter. */
  readonly uniqueTogether?: readonly string[];
  readonly usedBy?: readonly UsedBy[];
  /** Said after each act, and when removing failed. */
  readonly said?: { readonly added?: Text; readonly updated?: Text; readonly removed?: Text; readonly removeFailed?: Text };
};

/** Declares an entity; its literal types carry over to rows and calls. */
export const declareEntity = <const E extends Entity>(entity: E): E => entity;

type ValueOf<F> = F extends { kind: 'integer' | 'number' | 'instant' } ? number : F extends { kind: 'flag' } ? 0 | 1 : F extends { kind: 'secret' } ? boolean : string;
type Nullable<F> = F extends { required: true } | { kind: 'flag' | 'secret' } ? ValueOf<F> : ValueOf<F> | null;
type Shown<F> = { [K in keyof F as F[K] extends { kind: 'reference'; show: infer S extends string } ? S : never]: string | null };

/** A row of an entity on the wire. */
export type EntityRow<E extends Entity> = { [K in E['id']]: string } & { -readonly [K in keyof E['fields']]: Nullable<E['fields'][K]> } & Shown<E['fields']> & {
    recordVersion: number;
  };

/** The column a wire name is kept in. */
export const columnOf = (name: string, field: Pick<Field, 'column'> | undefined): string =>
  field?.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
