import type { CallData } from '#contract/index.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { menuCodes } from '#shared/reference/menus.ts';

/** The one application of the product. */
const appCodes = new Set(['WALI_DATA']);

/** Menus everybody has. */
const everybody = ['/process', '/job'];

/** The menus of the signed-in user; an administrator has all of them. */
export function listPermissions(
  input: { appCode?: string | undefined },
  principal: Principal,
): CallData<'permissions'> {
  if (input.appCode !== undefined && !appCodes.has(input.appCode))
    throw refused('auth.unknownApp', { appCode: input.appCode });
  const codes =
    principal.userType === 'admin' ? [...menuCodes, ...principal.menus] : [...everybody, ...principal.menus];
  return [...new Set(codes)].sort().map((menuCode) => ({ menuCode }));
}
