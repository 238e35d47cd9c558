import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { demandPolicy } from '#server/modules/administration/auth/index.ts';
import { user } from '#entities/user.ts';
import type { CallData } from '#contract/index.ts';
import { checkVersion, loose, type RawRow, staleError } from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import { hashPassword } from '#server/platform/crypto/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { getManagedUser, keepAnAdministrator, presentUser, raised, readRights } from './load-user.ts';
import { checkUserCode, recordUser, type UserCall } from './save-user.ts';

type WithSessions<T> = UserCall<T> & { sessions: SessionStore };

type Removal = { wlUserId?: number | null | undefined; recordVersion?: number | null | undefined };

/** Removes a user: not oneself, not the last administrator, not an older version; the sessions end, the row stays for the history. */
export async function removeUser(call: WithSessions<Removal>): Promise<null> {
  const { ctx, input, sessions, services } = call;
  return ctx.unscoped.transaction(async () => {
    const before = await getManagedUser(ctx, input.wlUserId);
    if (input.recordVersion != null)
      await checkVersion(input.recordVersion, before.row['record_version'], () =>
        staleError(ctx, user, before.row, services),
      );
    const id = Number(before.row['id']);
    if (ctx.actor.kind === 'user' && ctx.actor.userId === id) throw refused('user.notYourself');
    if (before.row['user_type'] === 'admin') await keepAnAdministrator(ctx, before.row);
    await loose(ctx.db)
      .updateTable(user.table)
      .set({ removed_at: new Date(realClock.now()), ...raised(false) })
      .where('id', '=', id)
      .execute();
    await sessions.endAllOf(id);
    await recordUser(call, 'delete', before, undefined);
    return null;
  });
}

/** Brings a removed user back with what they might do; the code must still be free. */
export async function restoreUser(call: UserCall<number | null | undefined>): Promise<CallData<'userRestore'>> {
  const { ctx, services, input } = call;
  return ctx.unscoped.transaction(async () => {
    const { row: removed } = await getManagedUser(ctx, input, 'removed');
    if (removed['removed_at'] === null) throw refused('user.notDeleted');
    await checkUserCode(ctx, removed);
    const row: RawRow = await loose(ctx.db)
      .updateTable(user.table)
      .set({ removed_at: null, ...raised(false) })
      .where('id', '=', removed['id'])
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordUser(call, 'restore', undefined, { row, rights: await readRights(ctx, row) });
    return presentUser(ctx, row, services);
  });
}

/** Sets a new password that must be changed at the next sign-in, and ends every session of the user. */
export async function resetPassword({
  ctx,
  input,
  sessions,
  passwordPolicy,
}: WithSessions<{ userCode?: string | null; password?: string | null }> & {
  passwordPolicy: PasswordPolicy;
}): Promise<null> {
  const userCode = input.userCode?.trim() ?? '';
  const password = input.password ?? '';
  if (userCode === '') throw refused('error.emptyInput');
  demandPolicy(password, passwordPolicy, userCode);
  const password_hash = await hashPassword(password);
  return ctx.unscoped.transaction(async () => {
    const found = await ctx.db
      .selectFrom('app_user')
      .select('id')
      .where((eb) => eb(eb.fn<string>('lower', ['user_code']), '=', userCode.toLowerCase()))
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) throw notFound('auth.userNotFound');
    const { row } = await getManagedUser(ctx, found.id);
    await loose(ctx.db)
      .updateTable(user.table)
      .set({ password_hash, password_weak: false, must_change_password: true, ...raised(false) })
      .where('id', '=', found.id)
      .execute();
    await sessions.endAllOf(found.id);
    await writeAudit(ctx, {
      entity: user.name,
      entityId: String(found.id),
      action: 'password-reset',
      tenantId: Number(row['tenant_id']),
    });
    return null;
  });
}
