import type { Ctx } from '#server/platform/context.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { Entity, Text, TextChoices } from '#shared/entity/declare.ts';
import type { Statement } from '#shared/list/declare.ts';
import type { RawRow } from './raw-rows.ts';

/** Who uses a row: an entity or table by its label, how many rows, and some of their names. */
export type RowUsers = { entity: string; label: Text; count: number; names: readonly string[] };

/** A row as it was, if it was, and as it is to be. */
export type RowChange = { before: RawRow | undefined; after: RawRow };

/** What an entity does besides its declaration; whatever needs more than these is no entity but a module. */
export type EntityHooks = {
  /** More users of a row than the declarations know of. */
  usersOf?: (ctx: Ctx, row: RawRow) => Promise<RowUsers[]>;
  /** Adds names that no reference gives to rows as the wire shows them. */
  present?: (ctx: Ctx, rows: readonly Record<string, unknown>[]) => Promise<void>;
  /** Columns that follow from the values of a row as it is to be; they are written with it. */
  completes?: (ctx: Ctx, row: RawRow) => Promise<RawRow>;
  /** Refuses a change that the declaration cannot judge; runs in the transaction of the change. */
  beforeWrite?: (ctx: Ctx, change: RowChange) => Promise<void>;
  /** The same of many rows that are written one after the other: why each is refused, undefined for those that are not. */
  beforeWriteMany?: (ctx: Ctx, changes: readonly RowChange[]) => Promise<(Error | undefined)[]>;
  /** What rows have in common that may contradict each other: a preview of a file asks `beforeWriteMany` about those of earlier parts too. */
  contestKey?: (row: RawRow) => string;
  /** How many rows of an entity the caller may see in all, where that is kept; counted otherwise. */
  total?: (ctx: Ctx) => Promise<number>;
  /** Which other system wrote rows and when, by their ids: what it writes is not in the audit. */
  writtenBy?: (ctx: Ctx, ids: readonly number[]) => Promise<ReadonlyMap<number, Statement>>;
  /** Brings to an end what a row does before it is removed; runs in the transaction of the removal, the row locked. */
  beforeRemove?: (ctx: Ctx, row: RawRow) => Promise<void>;
};

/** What configuration entities need of the rest of the product. */
export type EntityServices = {
  entities: Readonly<Record<string, Entity>>;
  keys: SecretKeys;
  /** Values of a dictionary code type. */
  choicesOf: (dict: string) => ReadonlySet<string>;
  /** Texts that a field of this kind may name, in lower case; undefined where the declaration alone says what is right. */
  knownTexts: (picks: TextChoices) => ReadonlySet<string> | undefined;
  /** Says in the current transaction that master data changed. */
  touch: () => Promise<void>;
  hooks: Readonly<Record<string, EntityHooks>>;
};

/** What every verb on an entity gets. */
export type EntityCallOf<Input> = {
  ctx: Ctx;
  entity: Entity;
  services: EntityServices;
  input: Input;
  /**
   * Several rows are written together, and the caller checks afterwards what must occur once. Rows that may change places are here
   * as they were; in their table another value holds their place meanwhile.
   */
  together?: ReadonlyMap<number, RawRow>;
};
