import type { CallName } from '#contract/paths.ts';
import type { ExportLists } from '#server/modules/administration/export/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { IdStatement, ListExport } from '#server/platform/sheet/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Bars, Figure } from '../report-content.ts';
import type { ReportDefinition } from '../report-run.ts';

/** What a report is made of at a moment. */
export type Making = { definition: ReportDefinition; at: Instant };

/** What summing up works with. `wanted` gives the ids of the rows of the table. */
export type Summing = Making & { ctx: Ctx; reference: ReferenceSnapshot; wanted: IdStatement };

/** What stands above the table. */
export type Summary = { period: string; figures: Figure[]; charts: Bars[] };

/** A kind of report: whose right it needs, which rows it lists, what it prints of them, and how it sums them up. */
export type ReportKind = {
  /** Who may make this call may order the report. */
  call: CallName;
  /** Page of the product with the rows. */
  route: string;
  list: (lists: ExportLists) => ListExport;
  /** What the list is asked with. */
  query: (making: Making) => Record<string, unknown>;
  /** Columns of the PDF by their names, with their parts of the width. */
  printed: readonly (readonly [name: string, share: number, right?: true])[];
  summarise: (summing: Summing) => Promise<Summary>;
};

/** A list of the product by its name. */
export function listOf(lists: ExportLists, name: string): ListExport {
  const list = lists[name];
  if (list === undefined) throw new Error(`no list ${name} can be exported`);
  return list;
}
