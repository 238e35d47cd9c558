import { create } from 'zustand';
import { asRecord } from '#shared/values/objects.ts';
import type { CallData } from '#contract/index.ts';
import type { UserRecord } from '#contract/administration/auth.ts';
import { readJson, sessionStore } from './storage.ts';

/** What the server offers before sign-in: single sign-on, demo logins, external pages. */
export type SignInOptions = CallData<'signInOptions'>;

type Session = {
  user: UserRecord | null;
  /** Menu codes; null until they have been fetched. */
  menus: readonly string[] | null;
  /** The menuVersion that `menus` belongs to. */
  menusVersion: number | null;
  options: SignInOptions | null;
};

const keys = { user: 'portolan.user', menus: 'portolan.permissions', options: 'portolan.options' };

function restored(): Session {
  const user = readJson(sessionStore, keys.user) as UserRecord | undefined;
  const { codes, version } = asRecord(readJson(sessionStore, keys.menus));
  const options = readJson(sessionStore, keys.options) as SignInOptions | undefined;
  return {
    user: user ?? null,
    menus: Array.isArray(codes) ? codes : null,
    menusVersion: typeof version === 'number' ? version : null,
    options: options ?? null,
  };
}

/** Who is signed in and what they may open; kept in session storage, never a password. */
export const useSession = create<Session>(restored);

/** The session outside components. */
export const sessionState = (): Session => useSession.getState();

/** Is it the same person in the same tenant? */
export const isSamePerson = (one: UserRecord, other: UserRecord | null): boolean =>
  one.userCode === other?.userCode && one.tenantCode === other.tenantCode;

/** Keeps the user record; type and tenant are part of it. */
export function keepUser(user: UserRecord): void {
  sessionStore.set(keys.user, JSON.stringify(user));
  useSession.setState({ user });
}

/** Keeps the permitted menu codes with the version they belong to. */
export function keepMenus(codes: readonly string[], version: number): void {
  sessionStore.set(keys.menus, JSON.stringify({ codes, version }));
  useSession.setState({ menus: codes, menusVersion: version });
}

/** Keeps what the server offers before sign-in. */
export function keepOptions(options: SignInOptions): void {
  sessionStore.set(keys.options, JSON.stringify(options));
  useSession.setState({ options });
}

/** Forgets user, type, tenant and permissions. */
export function clearSession(): void {
  sessionStore.remove(keys.user);
  sessionStore.remove(keys.menus);
  useSession.setState({ user: null, menus: null, menusVersion: null });
}

const markerName = 'portolan_signed_in=';

/** The visible marker beside the HttpOnly session cookie: it says that somebody is signed in, and differs by sign-in. */
export const markerOf = (cookies: string): string | undefined =>
  cookies.split(/;\s*/).find((cookie) => cookie.startsWith(markerName));

/** The cookies of the window that scripts see; a sandboxed frame has none. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}

/** Removes the marker when the server has stated that its session is over; that of a later sign-in in another window stays. */
export function dropMarker(marker: string | undefined): void {
  if (marker !== undefined && marker === markerOf(readCookies()))
    document.cookie = `${markerName}; Max-Age=0; path=/; SameSite=Strict`;
}

/** May this user open a menu? Administrators may open all. */
export function mayOpen(session: Pick<Session, 'user' | 'menus'>, menu: string): boolean {
  return session.user?.userType === 'admin' || (session.menus?.includes(menu) ?? false);
}

/** May the user open this menu? */
export const useMay = (menu: string): boolean => useSession((session) => mayOpen(session, menu));

/** The key of a preference of this user in this tenant. */
export function preferenceKey(name: string): string {
  const user = sessionState().user;
  return `portolan.${name}.${user?.tenantCode ?? '-'}.${user?.userCode ?? '-'}`;
}
