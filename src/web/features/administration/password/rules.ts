import { isStrongPassword, type PasswordPolicy, strictLength } from '#shared/text/password-strength.ts';
import type { PlainKey } from '#web/i18n/index.ts';

/** What the person entered. */
export type PasswordInput = { current: string; next: string; confirmation: string };
/** The first thing wrong with each field. */
export type PasswordProblems = Partial<Record<keyof PasswordInput, PlainKey>>;

/**
 * Checks the three fields: all filled, the new one strong, repeated alike, and different from the current one. Whether it is
 * easily guessed is for the server to say, which has the list of common words.
 */
export function passwordProblems(
  { current, next, confirmation }: PasswordInput,
  policy: PasswordPolicy = 'standard',
): PasswordProblems {
  const problems: PasswordProblems = {};
  if (current === '') problems.current = 'password.currentRequired';
  if (next === '') problems.next = 'password.nextRequired';
  else if (policy === 'strict' && !(isStrongPassword(next) && next.length >= strictLength))
    problems.next = 'password.strictRule';
  else if (!isStrongPassword(next)) problems.next = 'password.rule';
  else if (next === current) problems.next = 'password.same';
  if (confirmation === '') problems.confirmation = 'password.confirmationRequired';
  else if (confirmation !== next) problems.confirmation = 'password.mismatch';
  return problems;
}
