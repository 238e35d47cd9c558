import type { Access } from '#contract/call-path.ts';
import type { Actor } from '../context.ts';
import { AppError, forbidden, unauthenticated } from '../errors/app-error.ts';
import type { Principal } from './principal.ts';

/** Calls that are open before an initial password has been changed. */
const openBeforeChange = new Set(['session', 'permissions', 'updatePassword', 'logout', 'tenants', 'allDict']);

/**
 * Refuses anyone who may not make this call: 401 when nobody is signed in, 403 when the menu or the role is
 * missing. Administrators pass every menu.
 */
export function checkAccess(access: Access, principal: Principal | undefined, callName: string): void {
  if (access === 'public') return;
  if (principal === undefined) throw unauthenticated();
  if (principal.mustChangePassword && !openBeforeChange.has(callName)) {
    throw new AppError('auth.mustChangePassword', {}, 'forbidden', { mustChangePassword: true });
  }
  if (access === 'session') return;
  if (access === 'admin') {
    if (principal.userType !== 'admin') throw forbidden('error.adminOnly');
    return;
  }
  if (principal.userType !== 'admin' && !access.some((menu) => principal.menus.has(menu))) throw forbidden();
}

/** May somebody who is signed in make calls with this access? For calls that admit to many things at once. */
export const isAdmitted = (access: Access, actor: Actor): boolean =>
  actor.kind === 'user' &&
  (typeof access === 'string'
    ? access !== 'admin' || actor.userType === 'admin'
    : actor.userType === 'admin' || access.some((menu) => actor.menus.has(menu)));
