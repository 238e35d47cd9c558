import { asRecord } from '#shared/values/objects.ts';
import { call, callFull, CallError } from '#web/base/client.ts';
import { text } from '#web/i18n/index.ts';

/** Proves the current password by signing in with it, then changes it; throws with the text to show. */
export async function changePassword(userCode: string, current: string, next: string): Promise<string> {
  const proven = await call('login', { userCode, password: current }, { quiet: true }).then(
    (user) => user !== null,
    (error: unknown) => {
      // Only an answer of the server says something about the password; any other failure is passed on.
      if (!(error instanceof CallError) || error.httpStatus !== 200) throw error;
      // The code of two-step verification is requested only when the password is right.
      return asRecord(error.data)['secondFactor'] === true;
    },
  );
  if (!proven) throw new CallError({ status: 0, httpStatus: 200, msg: text('password.wrongCurrent') });
  const { msg } = await callFull('updatePassword', { userCode, password: next, currentPassword: current });
  return msg;
}
