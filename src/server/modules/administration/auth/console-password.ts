// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import { endAllSql } from '#server/platform/auth/session-store.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import type { Database } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { demandPolicy } from './demand-policy.ts';
import { findAccount, setPassword } from './queries.ts';

/**
 * Sets the password of a user from the console of the machine: it must be changed at the next sign-in, and all sessions of the
 * user end. Gives the user's code as it is stored; refused for an unknown user or a weak password.
 */
export async function setPasswordFromConsole(
  ctx: Parameters<typeof writeAudit>[0] & { unscoped: Database },
  userCode: string,
  password: string,
  policy: PasswordPolicy,
): Promise<string> {
  const { unscoped: database } = ctx;
  const target = await findAccount(database, userCode.trim());
  if (target === undefined) throw refused('auth.userNotFound');
  demandPolicy(password, policy, target.user_code);
  const passwordHash = await hashPassword(password);
  await database.transaction(async () => {
    await setPassword(database, target.id, passwordHash, true);
    await database.execute(endAllSql, [target.id]);
    await writeAudit(ctx, {
      entity: 'user',
      entityId: String(target.id),
      action: 'password-changed',
      tenantId: target.tenant_id,
    });
  });
  return target.user_code;
}
