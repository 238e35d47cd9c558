// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Ctx } from '#server/platform/context.ts';
import { verifyPassword } from '#server/platform/crypto/password.ts';
import { open, seal } from '#server/platform/crypto/index.ts';
import { newTotpSecret, stepOfCode } from '#server/platform/crypto/totp.ts';
import type { Database } from '#server/platform/db/database.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type Account, findAccount } from './queries.ts';
import type { AuthServices } from './services.ts';
import { countAttempt, forgive } from './sign-in-brake.ts';

const recoveryCodes = 10;
/** Letters and digits that are not taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const hashOf = (code: string): Buffer =>
  createHash('sha256')
    .update('portolan recovery code')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();

const newCode = (): string => {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
};

type VerbCall = { ctx: Ctx; principal: Principal; services: AuthServices; ip: string };

const record = (ctx: Ctx, account: Account, action: string) =>
  writeAudit(ctx, { entity: 'user', entityId: String(account.id), action, tenantId: account.tenant_id });

/** The account of the caller, who has proven by the password to be at the keyboard. */
async function provenAccount({ ctx, principal, services, ip }: VerbCall, password: string): Promise<Account> {
  const account = await findAccount(ctx.unscoped, principal.userCode);
  if (password === '') throw refused('auth.currentPasswordRequired');
  if (account === undefined || account.password_hash === null) throw refused('auth.noPassword');
  const now = services.realClock.now();
  await countAttempt(ctx.unscoped, principal.userCode, ip, now);
  if (!(await verifyPassword(password, account.password_hash))) throw refused('auth.currentPasswordWrong');
  await forgive(ctx.unscoped, principal.userCode, ip, now);
  return account;
}

/** Whether the caller is asked for a code when signing in, and how many recovery codes are left. */
export async function getSecondFactor({ ctx, principal }: VerbCall): Promise<CallData<'secondFactor'>> {
  const account = await findAccount(ctx.unscoped, principal.userCode);
  const { left } = await ctx.unscoped.system
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('user_id', '=', principal.userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    enabled: account?.totp_since != null,
    since: account?.totp_since ?? null,
    recoveryCodesLeft: Number(left),
    hasPassword: account?.password_hash != null,
  };
}

/** Makes a secret for the app of the caller; it counts once a code of it was given. */
export async function beginSecondFactor(
  call: VerbCall & { input: { currentPassword?: string | null | undefined } },
): Promise<CallData<'secondFactorBegin'>> {
  const account = await provenAccount(call, call.input.currentPassword ?? '');
  if (account.totp_since !== null) throw refused('auth.secondFactorOn');
  const secret = newTotpSecret();
  // One that was switched on meanwhile keeps its secret.
  const { numUpdatedRows } = await call.ctx.unscoped.system
    .updateTable('app_user')
    .set({ totp_sealed: seal(secret, call.services.settings.keys), totp_last_step: null })
    .where('id', '=', account.id)
    .where('totp_since', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refused('auth.secondFactorOn');
  const label = encodeURIComponent(`Portolan:${account.user_code}`);
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Portolan&digits=6&period=30` };
}

/** Switches two-step verification on with the first code of the app; the recovery codes are shown this once. */
export async function confirmSecondFactor(
  call: VerbCall & { input: { code?: string | null | undefined } },
): Promise<CallData<'secondFactorConfirm'>> {
  const { ctx, principal, services, input } = call;
  const { unscoped: database } = ctx;
  const now = services.realClock.now();
  await countAttempt(database, principal.userCode, call.ip, now);
  return database.transaction(async () => {
    const account = await lockAccount(database, principal.userId);
    if (account.totp_since !== null) throw refused('auth.secondFactorOn');
    if (account.totp_sealed === null) throw refused('auth.secondFactorNotBegun');
    const secret = open(account.totp_sealed, services.settings.keys);
    const step = stepOfCode(secret, (input.code ?? '').trim(), now, null);
    if (step === undefined) throw refused('auth.codeWrong');
    await forgive(database, principal.userCode, call.ip, now);
    const codes = Array.from({ length: recoveryCodes }, newCode);
    await database.system.deleteFrom('recovery_code').where('user_id', '=', account.id).execute();
    await database.system
      .insertInto('recovery_code')
      .values(codes.map((code) => ({ user_id: account.id, code_hash: hashOf(code) })))
      .execute();
    await database.system
      .updateTable('app_user')
      .set({ totp_since: new Date(now), totp_last_step: step })
      .where('id', '=', account.id)
      .execute();
    await record(ctx, account, 'second-factor-on');
    return { recoveryCodes: codes };
  });
}

/** Switches the own two-step verification off, with the password and a code. */
export async function endSecondFactor(
  call: VerbCall & { input: { currentPassword?: string | null | undefined; code?: string | null | undefined } },
): Promise<null> {
  const account = await provenAccount(call, call.input.currentPassword ?? '');
  if (account.totp_since === null) throw refused('auth.secondFactorOff');
  await countAttempt(call.ctx.unscoped, account.user_code, call.ip, call.services.realClock.now());
  return call.ctx.unscoped.transaction(async () => {
    await demandCode(call.ctx, account, call.input.code ?? '', call.services);
    await forgive(call.ctx.unscoped, account.user_code, call.ip, call.services.realClock.now());
    await removeSecondFactor(call.ctx.unscoped, account.id);
    await record(call.ctx, account, 'second-factor-off');
    return null;
  });
}

/** Takes away a user's two-step verification with its recovery codes: the next sign-in asks for the password alone. */
export async function removeSecondFactor(database: Database, userId: number): Promise<void> {
  await database.system.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await database.system
    .updateTable('app_user')
    .set({ totp_sealed: null, totp_since: null, totp_last_step: null })
    .where('id', '=', userId)
    .execute();
}

type Factor = Pick<Account, 'id' | 'tenant_id' | 'totp_sealed' | 'totp_since'> & { totp_last_step: number | null };

async function lockAccount(database: Database, userId: number): Promise<Factor & Account> {
  const [row] = await database.query<Factor & Account>(
    `select id, user_code, tenant_id, password_hash, oidc_subject, password_weak, totp_sealed, totp_since, totp_last_step
     from app_user where id = $1 for update`,
    [userId],
  );
  if (row === undefined) throw refused('auth.userNotFound');
  return row;
}

async function useRecoveryCode(database: Database, userId: number, code: string, now: Instant): Promise<boolean> {
  const { numUpdatedRows } = await database.system
    .updateTable('recovery_code')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(code))
    .where(sql<boolean>`used_at is null`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Refuses an account with two-step verification without a right code of the app, or a recovery code that was not used. In a transaction. */
export async function demandCode(ctx: Ctx, account: Account, code: string, services: AuthServices): Promise<void> {
  if (account.totp_since === null) return;
  const given = code.trim();
  if (given === '') throw refused('auth.codeRequired', {}, { secondFactor: true });
  const now = services.realClock.now();
  const factor = await lockAccount(ctx.unscoped, account.id);
  const secret = factor.totp_sealed === null ? null : open(factor.totp_sealed, services.settings.keys);
  const step = secret === null ? undefined : stepOfCode(secret, given.replace(/\s/g, ''), now, factor.totp_last_step);
  if (step !== undefined) {
    await ctx.unscoped.system
      .updateTable('app_user')
      .set({ totp_last_step: step })
      .where('id', '=', account.id)
      .execute();
    return;
  }
  if (!(await useRecoveryCode(ctx.unscoped, account.id, given, now)))
    throw refused('auth.codeWrong', {}, { secondFactor: true });
  await record(ctx, account, 'recovery-code-used');
}

/** Demands a code of the app while nothing can be written: the step that was used is kept in the memory of this process. */
export async function demandCodeUnwritten(
  { unscoped: database }: Ctx,
  account: Account,
  code: string,
  { usedSteps, realClock, settings }: AuthServices,
): Promise<void> {
  if (account.totp_since === null) return;
  if (code.trim() === '') throw refused('auth.codeRequired', {}, { secondFactor: true });
  const { totp_last_step: last } = await database.system
    .selectFrom('app_user')
    .select('totp_last_step')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const secret = account.totp_sealed === null ? null : open(account.totp_sealed, settings.keys);
  const used = Math.max(last ?? -1, usedSteps.get(account.id) ?? -1);
  const step = secret === null ? undefined : stepOfCode(secret, code.replace(/\s/g, ''), realClock.now(), used);
  if (step === undefined) throw refused('auth.codeWrong', {}, { secondFactor: true });
  usedSteps.set(account.id, step);
}
