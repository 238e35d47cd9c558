// unscoped: Users and their sessions are addressed by id after the caller’s right over them was checked; rules about the last administrator
// count all users.
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { demandPolicy } from '#server/modules/administration/auth/index.ts';
import { sql } from 'kysely';
import { user } from '#entities/user.ts';
import type { CallData } from '#contract/index.ts';
import {
  checkForeignClashes,
  checkReferences,
  clashingElsewhere,
  loose,
  presentOne,
  problemsError,
  staleError,
  toRaw,
  type EntityServices,
  type RawRow,
} from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { checkRow, type RowProblem } from '#shared/entity/check-row.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { codeOf } from '#shared/values/errors.ts';
import { getManagedUser, keepAnAdministrator, presentUser, raised, type Rights } from './load-user.ts';

/** A user as sent, with what they may do. */
export type UserInput = Readonly<Record<string, unknown>>;
type Saved = CallData<'userInsert'>;
export type UserCall<T> = { ctx: Ctx; services: EntityServices; input: T };
/** One that sets a password. */
export type PasswordCall<T> = UserCall<T> & { passwordPolicy: PasswordPolicy };

const taken = (userCode: unknown): RowProblem => ({
  field: 'userCode',
  text: { zh: `用户代码“${String(userCode)}”已存在`, en: `User code "${String(userCode)}" exists already` },
});

/** Codes are of all tenants; who does not see the user that has it is reported no more than that it cannot be used. */
async function checkUserCode(ctx: Ctx, raw: RawRow): Promise<void> {
  checkForeignClashes(ctx);
  const userCode = String(raw['user_code']);
  const known = await ctx.unscoped.system
    .selectFrom('app_user')
    .select('tenant_id')
    .where(sql<string>`lower(user_code)`, '=', userCode.toLowerCase())
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (known === undefined) return;
  const isSeen = ctx.scope.kind === 'all' || ctx.scope.tenantIds.includes(known.tenant_id);
  throw problemsError(ctx, [isSeen ? taken(userCode) : clashingElsewhere(ctx, user, 'userCode', userCode)]);
}

/** The rights as they will be; only what the caller has may be granted. */
function grantedRights(ctx: Ctx, input: UserInput, before: Rights): Rights {
  const menus: string[] = Array.isArray(input['menus']) ? input['menus'] : before.menus;
  const tenantIds: number[] = Array.isArray(input['tenantIds']) ? input['tenantIds'] : before.tenantIds;
  const given = input['allTenants'];
  const allTenants = given === null || given === undefined ? before.allTenants : given === 1;
  const known = new Set(menuCodes);
  const strange = menus.find((menu) => !known.has(menu) && !before.menus.includes(menu));
  if (strange !== undefined) throw refused('user.unknownMenu', { menu: strange });
  const { scope } = ctx;
  if (scope.kind === 'tenants' && (allTenants || tenantIds.some((id) => !scope.tenantIds.includes(id))))
    throw refused('user.rightsBeyondScope');
  return { menus: [...new Set(menus)].sort(), tenantIds: [...new Set(tenantIds)].sort((a, b) => a - b), allTenants };
}

async function writeRights(ctx: Ctx, id: number, rights: Rights): Promise<void> {
  const { system } = ctx.unscoped;
  await system.deleteFrom('user_menu').where('user_id', '=', id).execute();
  await system.deleteFrom('user_tenant').where('user_id', '=', id).execute();
  if (rights.menus.length > 0)
    await system
      .insertInto('user_menu')
      .values(rights.menus.map((menu_code) => ({ user_id: id, menu_code })))
      .execute();
  if (rights.tenantIds.length > 0)
    await system
      .insertInto('user_tenant')
      .values(rights.tenantIds.map((tenant_id) => ({ user_id: id, tenant_id })))
      .execute();
}

/** What the audit keeps of a user: never anything of the password. */
async function recordUser(
  call: UserCall<unknown>,
  action: string,
  before: { row: RawRow; rights: Rights } | undefined,
  after: { row: RawRow; rights: Rights } | undefined,
): Promise<void> {
  const { ctx, services } = call;
  const reported = async (state: { row: RawRow; rights: Rights } | undefined) =>
    state === undefined ? undefined : { ...(await presentOne(ctx, user, state.row, services)), ...state.rights };
  const state = after ?? before;
  if (state === undefined) throw new RangeError('a change has neither before nor after');
  const { row } = state;
  await writeAudit(ctx, {
    entity: user.name,
    entityId: String(row['id']),
    action,
    tenantId: Number(row['tenant_id']),
    before: await reported(before),
    after: await reported(after),
  });
}

async function readUser(
  { ctx, services, input }: UserCall<UserInput>,
  operation: 'ADD' | 'UPDATE',
): Promise<Record<string, unknown>> {
  const { values, problems } = checkRow(user, input, operation, services.choicesOf);
  if (problems.length > 0) throw problemsError(ctx, problems);
  const raw = toRaw(user, values, services.keys);
  const references = await checkReferences(ctx, user, raw, services, operation === 'ADD' ? undefined : 'restored');
  if (references.problems.length > 0) throw problemsError(ctx, references.problems);
  return raw;
}

/** Adds a user with a first password that meets the rule and must be changed at the first sign-in. */
export async function insertUser(call: PasswordCall<UserInput>): Promise<Saved> {
  const { ctx, services, input } = call;
  const raw = await readUser(call, 'ADD');
  const password = String(input['password'] ?? '');
  if (password === '') throw refused('auth.passwordRequired');
  demandPolicy(password, call.passwordPolicy, String(raw['user_code']));
  const rights = grantedRights(ctx, input, { menus: [], tenantIds: [], allTenants: false });
  await checkUserCode(ctx, raw);
  const password_hash = await hashPassword(password);
  return ctx.unscoped.transaction(async () => {
    await checkUserCode(ctx, raw);
    const values = { ...raw, all_tenants: rights.allTenants, password_hash, must_change_password: true };
    const row = await stating(ctx, raw, (): Promise<RawRow> =>
      loose(ctx.db).insertInto(user.table).values(values).returningAll().executeTakeFirstOrThrow(),
    );
    await writeRights(ctx, Number(row['id']), rights);
    await recordUser(call, 'insert', undefined, { row, rights });
    return presentUser(ctx, row, services);
  });
}

/** Two administrators may add the same code at the same moment: the index decides, the text is that of the rule. */
async function stating<T>(ctx: Ctx, raw: RawRow, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    // Somebody else was faster. Whether the caller may see that user cannot be asked in a failed transaction.
    const userCode = String(raw['user_code']);
    const seesAll = ctx.scope.kind === 'all';
    throw problemsError(ctx, [seesAll ? taken(userCode) : clashingElsewhere(ctx, user, 'userCode', userCode)]);
  }
}

const same = (a: Rights, b: Rights): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Changes a user and what they may do; nobody demotes themselves or the last administrator. */
export async function updateUser(call: UserCall<UserInput>): Promise<Saved> {
  const { ctx, services, input } = call;
  return ctx.unscoped.transaction(async () => {
    const before = await getManagedUser(ctx, input['wlUserId'] as number | null | undefined);
    const raw = await readUser(call, 'UPDATE');
    const changes = Object.fromEntries(
      Object.entries(raw).filter(([column, value]) => value !== (before.row[column] ?? null)),
    );
    const rights = grantedRights(ctx, input, before.rights);
    const rightsChanged = !same(rights, before.rights) || changes['user_type'] !== undefined;
    if (Object.keys(changes).length === 0 && !rightsChanged) return presentUser(ctx, before.row, services);
    const seen = input['recordVersion'];
    if (seen != null && Number(seen) !== Number(before.row['record_version']))
      throw await staleError(ctx, user, before.row, services);
    const losesRole =
      before.row['user_type'] === 'admin' &&
      (changes['user_type'] === 'user' || (before.rights.allTenants && !rights.allTenants));
    if (losesRole) {
      if (changes['user_type'] === 'user' && ctx.actor.kind === 'user' && ctx.actor.userId === Number(before.row['id']))
        throw refused('user.notDemoteYourself');
      await keepAnAdministrator(ctx, before.row);
    }
    const id = Number(before.row['id']);
    const row: RawRow = await loose(ctx.db)
      .updateTable(user.table)
      .set({ ...changes, all_tenants: rights.allTenants, ...raised(rightsChanged) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (rightsChanged) await writeRights(ctx, id, rights);
    await recordUser(call, 'update', before, { row, rights });
    return presentUser(ctx, row, services);
  });
}

export { recordUser, checkUserCode };
