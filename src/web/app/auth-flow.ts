import { asRecord } from '#shared/values/objects.ts';
import type { UserRecord } from '#contract/administration/auth.ts';
import type { LoginMessage } from '#contract/administration/login-messages.ts';
import { text } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { call, CallError, onAuthRefusal, PermissionsError, type AuthHandler } from '#web/base/client.ts';
import { isEmbedded, notifyParent } from '#web/base/embed.ts';
import { makeHref, safeReturnPath } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import {
  clearSession,
  dropMarker,
  isSamePerson,
  keepMenus,
  keepOptions,
  keepUser,
  markerOf,
  readCookies,
  sessionState,
} from '#web/base/session.ts';
import { sessionStore } from '#web/base/storage.ts';
import { askToSignInAgain, useSignInAgain } from '#web/base/sign-in-again.ts';
import { forgetTabs, tabState } from '#web/base/tabs.ts';

const appCode = 'WALI_DATA';
/** The server's own way to another sign-in, used when an answer names a redirectUrl. */
const redirectPath = '/api/auth/login/redirect';

async function askMenus(): Promise<string[]> {
  try {
    const rows = await call('permissions', { appCode });
    return rows.map((row) => row.menuCode);
  } catch (error) {
    throw error instanceof CallError ? new PermissionsError(error) : error;
  }
}

async function loadMenus(version: number): Promise<void> {
  keepMenus(await askMenus(), version);
}

async function loadUser(): Promise<UserRecord> {
  const user = await call('session');
  keepUser(user);
  return user;
}

let checked = false;
let running: Promise<void> | undefined;

async function prepare(): Promise<void> {
  const known = sessionState();
  if (known.user === null || !checked) {
    // Without menus from an earlier load both are needed: no reason to ask for one after the other.
    const menus = known.menus === null ? askMenus() : undefined;
    menus?.catch(() => undefined);
    const user = await loadUser();
    checked = true;
    if (menus !== undefined) keepMenus(await menus, user.menuVersion);
    else if (known.menusVersion !== user.menuVersion) await loadMenus(user.menuVersion);
    return;
  }
  if (known.menus === null) await loadMenus(known.user.menuVersion);
}

/**
 * Makes sure that user and permissions are known, once per load of the window. What an earlier load kept is
 * used at once and checked behind the scenes.
 */
export async function ensureSession(): Promise<void> {
  const { user, menus, menusVersion } = sessionState();
  if (checked && user !== null && menus !== null && menusVersion === user.menuVersion) return;
  running ??= prepare().finally(() => {
    running = undefined;
  });
  const complete = user !== null && menus !== null;
  if (complete) running.catch(() => undefined);
  else await running;
}

/** Asks again what the user may open, after a refusal or a change. */
async function refreshPermissions(): Promise<void> {
  const before = sessionState().menusVersion;
  const user = await loadUser();
  if (before === user.menuVersion) return;
  await loadMenus(user.menuVersion);
  toast.info(text('shell.permissionsChanged'));
}

/** Asks once what the server offers before sign-in; later loads of the window use what is kept and ask behind the scenes. */
export async function ensureOptions(): Promise<void> {
  const requested = call('signInOptions', undefined, { quiet: true }).then(keepOptions);
  if (sessionState().options === null) await requested;
  else requested.catch(() => undefined);
}

/** Keeps the user of a fresh sign-in. */
export function beginSession(user: UserRecord): void {
  checked = true;
  keepUser(user);
}

/** Forgets everything about the person in this window. */
function forgetPerson(): void {
  checked = false;
  clearSession();
  forgetTabs();
}

/** The server has stated that the session is over, and sign-in was not visited since. */
let reportedOver = false;

/**
 * Ends the session here and on the server; visiting sign-in means this. A session that the server has ended itself is not ended
 * once more: the cookie may be that of a sign-in in another window of this browser meanwhile.
 */
export async function endSession(): Promise<void> {
  const hadSession = sessionState().user !== null;
  const isOver = reportedOver;
  reportedOver = false;
  forgetPerson();
  if (isOver) return;
  dropMarker(markerOf(readCookies()));
  await call('logout', undefined, { quiet: true }).catch((error: unknown) => {
    if (hadSession) console.warn('sign-out was not confirmed by the server', error);
  });
}

const frameGraceMs = 60_000;

const currentHref = (): string => globalThis.location.pathname + globalThis.location.search;

/** The session is over: to sign-in, unless something was entered here that would be lost with the page. `marker` was its own. */
function leave({ msg, redirectUrl }: Parameters<AuthHandler>[0], marker?: string): void {
  if (redirectUrl !== undefined) {
    globalThis.location.assign(makeHref(redirectPath, { redirectUrl, msg }));
    return;
  }
  if (checked && tabState().dirty.size > 0) return askToSignInAgain();
  const back = safeReturnPath(currentHref());
  reportedOver = true;
  forgetPerson();
  dropMarker(marker);
  goTo(
    makeHref('/login', { redirect: back === '/index' ? undefined : back, msg: 'sessionOver' satisfies LoginMessage }),
    { replace: true },
  );
}

const reloadedAt = 'portolan.reloaded';
const reloadPauseMs = 10_000;

/** Shows the page to anyone who is signed in now; not again and again. */
function showAnew(): boolean {
  const now = Date.now();
  if (now - Number(sessionStore.get(reloadedAt) ?? 0) < reloadPauseMs) return false;
  sessionStore.set(reloadedAt, String(now));
  globalThis.location.reload();
  return true;
}

let leaving = false;

/**
 * A refusal may be late, about the session before: somebody has signed in again in another window of this browser. The same
 * person goes on where they are, unless the page itself waits for what was refused.
 */
async function leaveUnlessSignedIn(refusal: Parameters<AuthHandler>[0]): Promise<void> {
  if (leaving || useSignInAgain.getState().wanted) return;
  leaving = true;
  // Before the question: a sign-in in another window while it is under way makes another marker.
  const marker = markerOf(readCookies());
  const goesOn = checked && running === undefined;
  try {
    const user = await call('session', undefined, { quiet: true }).catch(() => null);
    if (user !== null && goesOn && isSamePerson(user, sessionState().user)) return keepUser(user);
    if (user === null) leave(refusal, marker);
    else if (!showAnew()) leave(refusal);
  } finally {
    leaving = false;
  }
}

const refused: AuthHandler = (refusal) => {
  if (refusal.httpStatus === 401 || refusal.redirectUrl !== undefined) {
    // A frame's token lives minutes: the window around it brings a fresh one. At the very start a refusal is final.
    if (isEmbedded()) {
      if (performance.now() > frameGraceMs) notifyParent({ action: 'expired' });
    } else if (refusal.redirectUrl !== undefined) leave(refusal);
    else void leaveUnlessSignedIn(refusal);
    return;
  }
  const { user } = sessionState();
  const mustChange = asRecord(refusal.data)['mustChangePassword'] === true;
  if (mustChange && user !== null) keepUser({ ...user, mustChangePassword: true });
  else toast.error(refusal.msg);
  if (!isEmbedded())
    refreshPermissions().catch((error: unknown) => console.warn('permissions were not refreshed', error));
};

/** Puts the answers to 401 and 403 in force. */
export const installAuthFlow = (): void => onAuthRefusal(refused);
