import { asRecord } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import { beginSession } from '#web/app/auth-flow.ts';
import { callFull, CallError } from '#web/base/client.ts';
import { parseHref, safeReturnPath } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import { askAboutWeakPassword } from '#web/base/password-state.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** The address the server offers for single sign-on, with the page to come back to. */
export const oidcHref = (returnTo: string): string =>
  `/api/auth/login/redirect?redirectUrl=${encodeURIComponent(returnTo)}`;

/** Where a sign-in leads: the page requested before, or the start. */
export const returnPathOf = (href: string): string => safeReturnPath(parseHref(href).search.redirect);

/** `wantsCode`: the password is right, and a code of two-step verification is to be entered. */
type SignInAnswer =
  | { user: SignedIn; problem?: undefined; wantsCode?: undefined }
  | { user?: undefined; problem: string; wantsCode: boolean };
type SignedIn = NonNullable<CallData<'login'>>;

/** Asks the server to sign somebody in: who it is, or the text to show when it did not work. */
export async function answerOf(userCode: string, password: string, code = ''): Promise<SignInAnswer> {
  try {
    const { data, msg } = await callFull(
      'login',
      { userCode, password, ...(code !== '' && { code }) },
      { quiet: true },
    );
    return data === null ? { problem: msg || text('login.failed'), wantsCode: false } : { user: data };
  } catch (error) {
    // The server's own words where it answered; a failed call is just "login failed".
    const answered = error instanceof CallError && error.httpStatus !== 0 && error.httpStatus < 500;
    if (!answered) console.warn(error);
    const wantsCode = answered && asRecord(error.data)['secondFactor'] === true;
    return { problem: answered ? error.msg : text('login.failed'), wantsCode };
  }
}

/** Signs in and goes on; hands back the text to show when it did not work. */
export async function signIn(
  credentials: { userCode: string; password: string; code: string },
  returnTo: string,
): Promise<{ problem: string; wantsCode: boolean } | undefined> {
  const { user, problem, wantsCode } = await answerOf(credentials.userCode, credentials.password, credentials.code);
  if (user === undefined) return { problem, wantsCode };
  beginSession(user);
  if (user.weakPassword && !user.mustChangePassword) askAboutWeakPassword();
  goTo(returnTo, { replace: true });
  toast.success(text('login.succeeded'));
  return undefined;
}
