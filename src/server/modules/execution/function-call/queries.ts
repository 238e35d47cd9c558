import { sql } from 'kysely';
import type { Ctx } from '#server/platform/context.ts';

/** A function interface as it is called. */
export type FunctionRow = {
  id: number;
  function_code: string;
  function_path_env: string;
  function_path: string;
  function_status: string;
  function_method: string;
  function_class_path: string | null;
  in_param: string | null;
};

const columns = [
  'id',
  'function_code',
  'function_path_env',
  'function_path',
  'function_status',
  'function_method',
  'function_class_path',
  'in_param',
] as const;

/** A function by its code, letter case aside, or by its id. */
export function findFunction(
  ctx: Pick<Ctx, 'db'>,
  { functionCode, id }: { functionCode?: string | null | undefined; id?: number | null | undefined },
): Promise<FunctionRow | undefined> {
  const query = ctx.db.selectFrom('function_interface').select(columns);
  return (
    id == null
      ? query.where(sql<string>`lower(function_code)`, '=', (functionCode ?? '').trim().toLowerCase())
      : query.where('id', '=', id)
  ).executeTakeFirst();
}

/** The whole row, locked, to be written again. */
export const lockFunction = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('function_interface').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Keeps an answer and raises the row's version. */
export const storeReturnData = (ctx: Ctx, id: number, returnData: string, at: Date) =>
  ctx.db
    .updateTable('function_interface')
    .set({ return_data: returnData, record_version: sql<number>`record_version + 1`, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
