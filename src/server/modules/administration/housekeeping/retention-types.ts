import type { RetentionDays } from '#server/platform/config/index.ts';

/** The world's time, or the machine's: that of anyone who writes the age of a row. */
export type AgeClock = 'world' | 'machine';

/** Rows of one table that go when they are old. */
export type Sweep = {
  /** Which rows, in words that follow the name of the table; absent: all. */
  rows?: string;
  /** Column that says how old a row is; an index begins with it, but for walks. */
  age: string;
  /** Days kept, or the setting that tells; 0 of a setting is for ever. */
  days: number | keyof RetentionDays;
  clock: AgeClock;
  /** Condition in SQL, with `t` for the row: without it all old rows go. */
  when?: string;
  /**
   * Many old rows stay, so that looking for the others from the oldest on would cost more every month: once a day all
   * are gone through by their id.
   */
  walks?: true;
  /** Rows of other tables that go with one and may be many: they go first, in steps of their own. */
  first?: readonly { table: string; by: string; step?: number }[];
  /** Rows that go in one step; fewer where they are large. */
  step?: number;
};

/** How long the rows of a table are kept. */
export type Keeping =
  | { kind: 'ever'; why: string }
  /** As long as the row of another table that they belong to, and gone with it. */
  | { kind: 'with'; parent: string }
  /** What waits until it is worked off, and sums that are folded. */
  | { kind: 'passing'; why: string }
  /** Swept in a way of its own. */
  | { kind: 'own'; days: keyof RetentionDays; why: string }
  | { kind: 'swept'; sweeps: readonly [Sweep, ...Sweep[]] };
