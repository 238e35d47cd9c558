// unscoped: Tokens are found by the tenant, which was read by `ctx.db` before, and by the id of the caller; moments are of the whole database.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import {
  type DataFile,
  type ExportCall,
  listDataFiles,
  orderExport,
} from '#server/modules/administration/export/index.ts';
import { datasetOf, datasets } from './datasets/index.ts';
import { datasetOfList, listOf, readFileQuery } from './dataset-export.ts';
import { isToken, lastToken, tokenBefore, transactionOf, type FileSeries } from './tokens.ts';

/** A moment with its zone, as ISO 8601 has it. */
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** The data sets, in the caller's language. */
export const listDatasets = (ctx: Ctx): CallData<'analyticsDatasets'> =>
  datasets.map(({ name, label, about, columns }) => ({
    dataset: name,
    label: label[ctx.lang],
    about: about[ctx.lang],
    columns: Object.keys(columns).length,
  }));

/** A data file on the wire. */
export function presentFile({ status, query, noted }: DataFile): CallData<'analyticsFileOrder'> {
  const { tenantId, since } = readFileQuery(query);
  return {
    exportId: status.exportId,
    dataset: datasetOfList(status.list) ?? status.list,
    tenantId: String(tenantId),
    state: status.state,
    rows: status.state === 'done' ? status.done : 0,
    sizeBytes: status.sizeBytes,
    orderedAt: status.orderedAt,
    finishedAt: status.finishedAt,
    keptUntil: status.keptUntil,
    since,
    token: noted,
    problem: status.problem,
  };
}

/** The token that a caller means by `since`; undefined when only a complete file is sure to have everything. */
async function tokenOf(ctx: Ctx, since: string, series: FileSeries): Promise<string | undefined> {
  if (since === 'all') return undefined;
  if (since === 'last') return lastToken(ctx.unscoped, series);
  if (isToken(since)) return since;
  const at = momentForm.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(at)) throw refused('analytics.since');
  return tokenBefore(ctx.unscoped, at);
}

/** Has a data set written to a Parquet file: all rows, or those that changed. */
export async function orderFile(
  call: ExportCall<ParsedBody<'analyticsFileOrder'>>,
): Promise<CallData<'analyticsFileOrder'>> {
  const { ctx, input } = call;
  const tenantId = Number(input.tenantId);
  const dataset = datasetOf(input.dataset);
  if (dataset === undefined || ctx.actor.kind !== 'user') throw notFound();
  const tenant = await ctx.db.selectFrom('tenant').select('id').where('id', '=', tenantId).executeTakeFirst();
  if (tenant === undefined) throw notFound();
  const series = { tenantId, userId: ctx.actor.userId, dataset: dataset.name };
  const token = await tokenOf(ctx, input.since, series);
  const after = token === undefined ? undefined : await transactionOf(ctx.unscoped, token);
  const query = { tenantId, after: after ?? null, since: after === undefined ? null : (token ?? null) };
  const status = await orderExport({
    ...call,
    input: { list: listOf(dataset.name), kind: 'parquet', query, clientKey: input.clientKey },
  });
  return presentFile({ status, query, noted: null });
}

/** Data files that the caller ordered, newest first. */
export const listFiles = async (call: ExportCall<unknown>): Promise<CallData<'analyticsFileQuery'>> =>
  (await listDataFiles(call)).map(presentFile);
