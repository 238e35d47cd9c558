import { beginSession } from '#web/app/auth-flow.ts';
import { callFull, CallError } from '#web/app/client.ts';
import { parseHref, safeReturnPath } from '#web/app/href.ts';
import { goTo } from '#web/app/navigate.ts';
import { askAboutWeakPassword } from '#web/app/password-state.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** The address the server offers for single sign-on, with the page to come back to. */
export const oidcHref = (returnTo: string): string =>
  `/api/auth/login/redirect?redirectUrl=${encodeURIComponent(returnTo)}`;

/** Where a sign-in leads: the page asked for before, or the start. */
export const returnPathOf = (href: string): string => safeReturnPath(parseHref(href).search.redirect);

/** Signs in and goes on; hands back the text to show when it did not work. */
export async function signIn(userCode: string, password: string, returnTo: string): Promise<string | undefined> {
  try {
    const { data, msg } = await callFull('login', { userCode, password }, { quiet: true });
    if (data === null) return msg || text('login.failed');
    beginSession(data);
    if (data.weakPassword && !data.mustChangePassword) askAboutWeakPassword();
    goTo(returnTo, { replace: true });
    toast.success(text('login.succeeded'));
    return undefined;
  } catch (error) {
    // The server's own words where it answered; a failed call is just "login failed".
    const answered = error instanceof CallError && error.httpStatus !== 0 && error.httpStatus < 500;
    if (!answered) console.warn(error);
    return answered ? error.msg : text('login.failed');
  }
}
