// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { readSearchColumns } from '#server/platform/http/search-columns.ts';
import { rowsOf } from '#server/platform/page.ts';
import { type UserColumn, listUsers } from './queries.ts';

const rules = {
  userCode: ['equal', 'like', 'in'],
  userNameCn: ['equal', 'like', 'in'],
  userType: ['equal', 'in'],
  tenantId: ['equal', 'in'],
  tenantName: ['equal', 'like', 'in'],
  wlUserId: ['equal', 'in'],
  email: ['equal', 'like', 'in'],
} as const satisfies Record<UserColumn, readonly ('equal' | 'like' | 'in' | 'between')[]>;

/** Users whom the caller may name as responsible: of the same tenants, and platform operators. */
export async function listNameableUsers({
  ctx,
  input,
}: {
  ctx: Ctx;
  input: ParsedQuery<'users'>;
}): Promise<CallData<'users'>> {
  const keyword = input.keyword?.trim();
  const { rows, total } = await listUsers(ctx.unscoped, ctx.scope, {
    keyword: keyword === '' ? undefined : keyword,
    tenantCodes: input.tenantCodes?.split(',').filter((code) => code !== ''),
    conditions: readSearchColumns(rules, input.searchColumns),
    ...rowsOf(input),
  });
  return {
    wlUsers: rows.map((row) => ({
      wlUserId: String(row.id),
      userCode: row.user_code,
      userNameCn: row.name_cn,
      tenantName: ctx.lang === 'en' ? (row.tenant_name_en ?? row.tenant_name) : row.tenant_name,
    })),
    totalPage: Math.ceil(total / input.pageSize),
    totalRecord: total,
  };
}
