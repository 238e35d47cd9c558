import type { UserRecord } from '#contract/administration/auth.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import type { Lang } from '#server/platform/context.ts';

/** The signed-in user as the browser keeps it; never anything about the password but its strength. */
export const userRecordOf = (principal: Principal, lang: Lang): UserRecord => ({
  wlUserId: String(principal.userId),
  userCode: principal.userCode,
  userNameCn: principal.name,
  userType: principal.userType,
  tenantId: String(principal.tenantId),
  tenantCode: principal.tenantCode,
  tenantName: lang === 'en' ? (principal.tenantNameEn ?? principal.tenantName) : principal.tenantName,
  email: principal.email,
  weakPassword: principal.weakPassword,
  mustChangePassword: principal.mustChangePassword,
  menuVersion: principal.menuVersion,
  language: principal.language,
  writesShared: principal.writesShared,
  ...(principal.readOnly && { readOnly: true }),
});
