import { randomInt } from 'node:crypto';
import { setPasswordFromConsole } from '../modules/administration/auth/index.ts';
import { consoleCtx } from './acting.ts';
import type { Requested, CommandInput, Outcome } from './command.ts';
import { askOnConsole } from './console.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const generatedLength = 16;

/** A password that meets every policy: random, with each kind of character. */
function newPassword(): string {
  const text = Array.from({ length: generatedLength }, () => letters[randomInt(letters.length)]).join('');
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /[0-9]/.test(text) ? text : newPassword();
}

/** Asks for the new password, unless one is to be made. */
export async function askPassword({ options }: Requested): Promise<Record<string, string>> {
  if (options.includes('generate')) return {};
  return { password: await askOnConsole((question) => question('新密码 New password', '', true)) };
}

/** Sets a new password for a user; their sessions end, and they have to change it at the next sign-in. */
export async function resetPassword({
  operand = '',
  options,
  answers,
  settings,
  say,
  withDatabase,
}: CommandInput): Promise<Outcome> {
  const isGenerated = options.includes('generate');
  const password = isGenerated ? newPassword() : (answers['password'] ?? '');
  const userCode = await withDatabase((database) =>
    setPasswordFromConsole(consoleCtx(database), operand, password, settings.passwordPolicy),
  );
  if (isGenerated) say(`新密码 New password: ${password}`);
  say(
    `已为用户 ${userCode} 设置新密码，其所有会话已结束；下次登录时须更改密码。`,
    `The user ${userCode} has a new password and no sessions any more; it must be changed at the next sign-in.`,
  );
  return 0;
}
