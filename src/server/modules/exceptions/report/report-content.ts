import type { Lang } from '#shared/i18n/text.ts';

/** A figure at the head of a report: what is counted, the number as text, and what it means more exactly. */
export type Figure = { label: string; value: string; note?: string; bad?: boolean };

/** A chart of bars, in the order in which they are shown. `unit` stands behind the values. */
export type Bars = {
  title: string;
  /** Bars beside each other, such as days; otherwise below each other, such as carriers. */
  upright: boolean;
  unit?: string;
  bars: readonly { label: string; value: number; bad?: boolean }[];
};

/** A column of the table of a report; `share` is its part of the width. */
export type PrintedColumn = { title: string; share: number; right?: boolean };

/** The table of a report: its first rows, and how many there are. */
export type PrintedTable = {
  title: string;
  columns: readonly PrintedColumn[];
  rows: readonly (readonly string[])[];
  total: number;
};

/** All that a PDF shows, in words of its language. */
export type ReportContent = {
  lang: Lang;
  title: string;
  tenant: string;
  /** What the report is about: its period and its filters, each a label and a text. */
  about: readonly { label: string; text: string }[];
  /** Who ordered the report. */
  author: string;
  madeAt: number;
  /** The same moment on the clocks of the report. */
  madeAtText: string;
  figures: readonly Figure[];
  charts: readonly Bars[];
  table: PrintedTable;
  /** Page of the product that shows the rows. */
  link: string;
};
