// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { cutoffOfPath, isTimeAttribute, parsePath } from '#domain/intake/fusion/paths.ts';
import type { Ctx } from '#server/platform/context.ts';
import { pageOf, rowsOf } from '#server/platform/page.ts';
import { listRuns } from '#server/platform/run/index.ts';
import { applyRun, trialRun } from './parser-runs.ts';
import { presentRun, reasonText } from './present.ts';
import { listDifferences } from './run-queries.ts';

const maxRuns = 50;

const isTimePath = (path: string): boolean =>
  cutoffOfPath(path) !== undefined || isTimeAttribute(parsePath(path)?.attribute ?? '');

/** Runs of a parser or of all, newest first; they go over answers of all tenants, so only the platform sees them. */
export async function queryRuns(ctx: Ctx, input: ParsedQuery<'rpaRuns'>): Promise<CallData<'rpaRuns'>> {
  if (ctx.scope.kind !== 'all') return [];
  const subjects = input.parserId === undefined ? undefined : [input.parserId];
  return (await listRuns(ctx.unscoped, { kinds: [trialRun, applyRun], subjects }, maxRuns)).map(presentRun);
}

/** What a run found to be otherwise, value by value. */
export async function queryDifferences(
  ctx: Ctx,
  input: ParsedBody<'rpaDifferences'>,
): Promise<CallData<'rpaDifferences'>> {
  if (ctx.scope.kind !== 'all') return { records: [], totalPage: 0, totalRecord: 0 };
  // Of a page as a whole it is reported why it could not be read.
  const reported = (path: string | null, text: string | null): string | null =>
    path === null && text !== null
      ? text
          .split(', ')
          .map((code) => reasonText(code, ctx.lang))
          .join(' · ')
      : text;
  const page = rowsOf(input);
  const { rows, total } = await listDifferences(ctx.unscoped, input.runId, input.kind, page);
  return pageOf(
    rows.map(({ id, ...row }) => ({
      ...row,
      differenceId: String(id),
      answerId: String(row.answerId),
      before: reported(row.path, row.before),
      after: reported(row.path, row.after),
      isTime: row.path !== null && isTimePath(row.path),
    })),
    total,
    input,
  );
}
