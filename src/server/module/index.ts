import type { HookTable } from '#server/entity/index.ts';
import type { ListSource } from '#server/list/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { HttpModule, Routes } from '#server/platform/http/index.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';

/** All that a module adds to the product; each member names the parts of the product that it needs. */
type Declared<Web, Work, Lists, Exports> = {
  readonly name: string;
  /** Its calls. */
  readonly routes?: (parts: Web) => Routes;
  /** Its tasks, its kinds of long run, and what it does every minute. */
  readonly background?: (parts: Work) => BackgroundModule;
  /** Where the rows of declared lists come from. */
  readonly lists?: (parts: Lists) => readonly ListSource[];
  /** Lists that can be exported besides the declared ones, by name. */
  readonly exports?: (parts: Exports) => Readonly<Record<string, ListExport>>;
  /** What happens besides when rows of configuration entities are read and written. */
  readonly hooks?: HookTable;
  /** Rows that every installation has; runs at each start, after the migrations. */
  readonly seed?: (database: Database) => Promise<unknown>;
  /** Moves what is measured by the machine's clock when that clock is set. */
  readonly moveClock?: (database: Database, byMs: number) => Promise<void>;
};

/** A module of a product that has these parts. */
export type Module<Parts> = Declared<Parts, Parts, Parts, Parts>;

/** Declares a module. */
export const defineModule = <Web = unknown, Work = unknown, Lists = unknown, Exports = unknown>(
  module: Declared<Web, Work, Lists, Exports>,
): Declared<Web, Work, Lists, Exports> => module;

/** The calls of a module, with the parts they need. */
export const httpModule = <Web>(
  { name, routes }: { readonly name: string; readonly routes?: (parts: Web) => Routes },
  parts: Web,
): HttpModule => ({ name, routes: routes?.(parts) ?? (() => {}) });
