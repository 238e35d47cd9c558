// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { isDiskFull } from '#server/platform/db/refused-writes.ts';
import { verifyPassword } from '#server/platform/crypto/password.ts';
import { AppError, forbidden, refused } from '#server/platform/errors/app-error.ts';
import { meetsPolicy } from '#shared/text/password-policy.ts';
import { type SignedIn, openReadOnlySession, openSession } from './open-session.ts';
import { findAccount, markWeakPassword } from './queries.ts';
import type { AuthServices, Origin } from './services.ts';
import { demandCode, demandCodeUnwritten } from './second-factor.ts';
import { countAttempt, forgive } from './sign-in-brake.ts';

type Credentials = { userCode?: string | undefined; password?: string | undefined; code?: string | null | undefined };

/** Signs in by password; an unknown user and a wrong password are the same to anyone who asks. */
export async function signIn(request: {
  ctx: Ctx;
  input: Credentials;
  from: Origin;
  services: AuthServices;
  /** The session that this browser had before; it ends. */
  formerToken: string | undefined;
}): Promise<SignedIn> {
  const { ctx, input, from, services } = request;
  const { unscoped: database } = ctx;
  if (!services.settings.passwordSignIn) throw forbidden('auth.passwordSignInOff');
  const userCode = input.userCode?.trim() ?? '';
  const password = input.password ?? '';
  if (userCode === '') throw refused('auth.userCodeRequired');
  if (password === '') throw refused('auth.passwordRequired');
  const now = services.realClock.now();
  const isCounted = await countAttempt(database, userCode, from.ip, now).then(
    () => true,
    (error: unknown) => {
      if (!isDiskFull(error)) throw error;
      services.brake.count(userCode, from.ip, now);
      return false;
    },
  );

  const account = await findAccount(database, userCode);
  // Without a user or a password this costs the same and is never right.
  const matches = await verifyPassword(password, account?.password_hash ?? null);
  const fail = async (): Promise<void> => {
    services.metrics.signIns.inc({ outcome: 'refused' });
    if (!isCounted)
      return ctx.log.warn({ ip: from.ip }, 'the disk is full: a sign-in failed without an entry in the audit');
    await writeAudit(ctx, {
      entity: 'session',
      entityId: userCode.slice(0, 100),
      action: 'sign-in-failed',
      tenantId: account?.tenant_id ?? null,
      after: { ip: from.ip },
    });
  };
  if (account === undefined || !matches) {
    await fail();
    throw refused('auth.wrongCredentials');
  }

  const lookOnly = async (): Promise<SignedIn> => {
    await demandCodeUnwritten(ctx, account, input.code ?? '', services);
    services.brake.forgive(userCode, from.ip);
    return openReadOnlySession(ctx, services, account.id, from);
  };
  if (!isCounted) return lookOnly();

  const weak = !meetsPolicy(password, services.settings.passwordPolicy, account.user_code);
  const signedIn = await database
    .transaction(async () => {
      await demandCode(ctx, account, input.code ?? '', services);
      await forgive(database, userCode, from.ip, now);
      if (weak !== account.password_weak) await markWeakPassword(database, account.id, weak);
      if (request.formerToken !== undefined) await services.sessions.end(request.formerToken);
      return openSession(ctx, services, account.id, from, 'password');
    })
    .catch(async (error: unknown) => {
      if (isDiskFull(error)) return lookOnly();
      if (error instanceof AppError && error.code === 'auth.codeWrong') await fail();
      throw error;
    });
  services.metrics.signIns.inc({ outcome: 'password' });
  return signedIn;
}
