import { call, callFull, CallError } from '#web/base/client.ts';
import { text } from '#web/i18n/index.ts';

/** Proves the current password by signing in with it, then changes it; throws with the text to show. */
export async function changePassword(userCode: string, current: string, next: string): Promise<string> {
  const proven = await call('login', { userCode, password: current }, { quiet: true }).catch((error: unknown) => {
    // Only an answer of the server speaks about the password; everything else is a failure of its own.
    if (error instanceof CallError && error.httpStatus === 200) return null;
    throw error;
  });
  if (proven === null) throw new CallError({ status: 0, httpStatus: 200, msg: text('password.wrongCurrent') });
  const { msg } = await callFull('updatePassword', { userCode, password: next, currentPassword: current });
  return msg;
}
