// unscoped: The statement of the wanted rows is bound to the tenants of the owner.
import { type ReferenceSnapshot, tenantName } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { IdStatement, PreparedExport } from '#server/platform/sheet/index.ts';
import { textOfCell } from '#server/platform/sheet/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { maxPrintedRows } from '#shared/reference/report.ts';
import { type Making, minuteText, type ReportKind } from './kinds/index.ts';
import type { PrintedTable, ReportContent } from './report-content.ts';

type Filling = {
  ctx: Ctx;
  making: Making;
  kind: ReportKind;
  list: PreparedExport;
  reference: ReferenceSnapshot;
  link: string;
};

/** Seconds say nothing on paper. */
const printedText = (text: string): string => text.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d$/, '$1');

async function tableOf({ ctx, making, kind, list }: Filling, wanted: IdStatement): Promise<PrintedTable> {
  const { sql, parameters } = wanted;
  const [counted] = await ctx.unscoped.query<{ n: number }>(`select count(*)::int as n from (${sql}) wanted`, [
    ...parameters,
  ]);
  const first = await ctx.unscoped.query<{ id: number }>(`select id from (${sql}) wanted limit ${maxPrintedRows}`, [
    ...parameters,
  ]);
  const cells = await list.cells(first.map(({ id }) => id));
  return {
    title: serverText(`report.table.${making.definition.reportKind}`, {}, ctx.lang),
    columns: kind.printed.map(([, share, right], index) => ({
      title: list.titles[index] ?? '',
      share,
      ...(right === undefined ? {} : { right }),
    })),
    rows: cells.map((row) => row.map((cell) => printedText(textOfCell(cell)))),
    total: counted?.n ?? 0,
  };
}

/** All that the PDF of a report shows; `list` was prepared with the columns that are printed. */
export async function fillReport(filling: Filling): Promise<ReportContent> {
  const { ctx, making, kind, list, reference, link } = filling;
  const { definition, at } = making;
  const { lang } = ctx;
  const wanted = typeof list.ids === 'function' ? await list.ids() : list.ids;
  const { period, figures, charts } = await kind.summarise({ ...making, ctx, reference, wanted });
  return {
    lang,
    title: definition.reportName,
    tenant: tenantName(definition.tenantId, lang, reference),
    about: [
      { label: serverText('report.about.period', {}, lang), text: period },
      { label: serverText('report.about.zone', {}, lang), text: definition.zone },
      ...(definition.viewName === null
        ? []
        : [
            {
              label: serverText('report.about.filters', {}, lang),
              text: serverText('report.about.view', { name: definition.viewName }, lang),
            },
          ]),
    ],
    author: definition.ownerName,
    madeAt: at,
    madeAtText: minuteText(at, definition.zone),
    figures,
    charts,
    table: await tableOf(filling, wanted),
    link,
  };
}
