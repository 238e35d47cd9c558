import { refused } from '#server/platform/errors/app-error.ts';
import { meetsPolicy } from '#shared/text/password-policy.ts';
import { isStrongPassword, type PasswordPolicy, strictLength } from '#shared/text/password-strength.ts';

/** Refuses a new password that does not meet the policy of the installation, and says what it lacks. */
export function demandPolicy(password: string, policy: PasswordPolicy, userCode: string): void {
  if (meetsPolicy(password, policy, userCode)) return;
  if (policy === 'standard') throw refused('auth.weakPassword');
  const isLongEnough = isStrongPassword(password) && password.length >= strictLength;
  throw refused(isLongEnough ? 'auth.guessablePassword' : 'auth.shortPassword', { length: strictLength });
}
