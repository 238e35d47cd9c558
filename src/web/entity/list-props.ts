import type { ReactNode } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import type { ListState } from '#web/kit/list/list-state.ts';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';
import type { DialogExtras } from './EntityDialog.tsx';
import type { Row } from './entity-calls.ts';
import type { Operation } from './form-state.ts';
import type { OwnChoices } from './use-entity-names.ts';

/** What a dialog was opened for; `count` makes every opening a new one. */
export type Opening = {
  operation: Operation;
  row: Row | undefined;
  copy: Row | undefined;
  open: boolean;
  count: number;
};

/** What a screen adds to the list drawn from a declaration. */
export type EntityListProps = {
  entity: Entity;
  state: ListState;
  onState: (change: Partial<ListState>) => void;
  /** Filters and values the screen itself sets, such as the code type of code values. */
  fixed?: Row;
  /** Further row actions, before delete. */
  actions?: readonly RowAction<Row>[];
  extraColumns?: readonly DataColumn<Row>[];
  /** Further columns stand right after those that come first; otherwise at the end. */
  extraAfterFirst?: boolean;
  /** Fields whose columns come first, in this order; the others follow as declared. The list has to stay the same object. */
  firstColumns?: readonly string[];
  /** Further buttons of the toolbar. */
  toolbar?: ReactNode;
  /** Stated instead of the usual words where there are no rows at all, with the button that fills the list. */
  empty?: { text: string; action?: ReactNode };
  /** Settings of the dialog; a function gets what it was opened for. */
  dialog?: DialogExtras | ((opening: Opening) => DialogExtras);
  /** The row that stands out, and what happens when one is chosen instead of edited. */
  chosen?: string | undefined;
  onChoose?: (row: Row) => void;
  /** Reported the rows of each answer. */
  onRows?: (rows: readonly Row[]) => void;
  /** Without the form of filters, for small panels. */
  plain?: boolean;
  /** Name of the column scheme; the entity's own unless stated. */
  schemeName?: string;
  /** Address of the page this is the list of: views of it can then be saved. */
  route?: string;
  canCopy?: boolean;
  /** There is no history of single rows. */
  noHistory?: boolean;
  /** Brings back a removed row where that is not done from its history. */
  undoRemoval?: (row: Row) => Promise<Row>;
  /** Choices that belong to the screen. */
  choices?: OwnChoices;
};
