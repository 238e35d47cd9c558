import type { Ctx } from '../context.ts';
import { type PageWanted, rowsOf } from '../page.ts';
import { readRun, type Run, type RunKind, type RunState } from './define-run.ts';
import { readAll } from './start-run.ts';

type Kinds<Params, Outcome> = readonly RunKind<Params, Outcome>[];

/** Which runs a list is requested. */
export type OwnRunFilter<Params, Outcome> = {
  kinds: Kinds<Params, Outcome>;
  subjects?: readonly string[] | undefined;
  states?: readonly string[] | undefined;
};

/** A run of some kinds that the caller may see: a run of the caller's tenants, or any run for a caller who sees all tenants. */
export async function findOwnRun<Params, Outcome>(
  ctx: Ctx,
  kinds: Kinds<Params, Outcome>,
  id: number,
): Promise<Run<Params, Outcome> | undefined> {
  const row = await ctx.db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst();
  const kind = kinds.find((one) => one.kind === row?.kind);
  return row === undefined || kind === undefined ? undefined : readRun(kind, row);
}

/** A page of the runs that the caller may see, newest first, and how many there are. */
export async function listOwnRuns<Params, Outcome>(
  ctx: Ctx,
  { kinds, subjects, states }: OwnRunFilter<Params, Outcome>,
  page: PageWanted,
): Promise<{ rows: Run<Params, Outcome>[]; total: number }> {
  const names = kinds.map(({ kind }) => kind);
  if (names.length === 0) return { rows: [], total: 0 };
  const requested = () => {
    let query = ctx.db.selectFrom('run').where('kind', 'in', names);
    if (subjects !== undefined) query = query.where('subject', 'in', subjects);
    if (states !== undefined) query = query.where('state', 'in', states as RunState[]);
    return query;
  };
  const { limit, offset } = rowsOf(page);
  const [rows, { n }] = await Promise.all([
    requested().selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    requested()
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows: readAll(kinds, rows), total: Number(n) };
}

/** How many runs of kinds a person has under way, in all tenants. */
export async function countRunning(ctx: Ctx, kinds: readonly { kind: string }[], handlerCode: string): Promise<number> {
  const { n } = await ctx.unscoped.system
    .selectFrom('run')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('handler_code', '=', handlerCode)
    .where('state', '=', 'running')
    .where(
      'kind',
      'in',
      kinds.map(({ kind }) => kind),
    )
    .executeTakeFirstOrThrow();
  return Number(n);
}
