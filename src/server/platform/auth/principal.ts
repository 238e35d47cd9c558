import type { Lang } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Actor } from '../context.ts';
import type { TenantScope } from '../db/database.ts';

/** A signed-in user with everything that decides what they may do, as of this very call. */
export type Principal = {
  /** sha256 of the session token. */
  tokenHash: Buffer;
  userId: number;
  userCode: string;
  name: string;
  userType: 'user' | 'admin';
  tenantId: number;
  tenantCode: string;
  tenantName: string;
  tenantNameEn: string | null;
  language: Lang;
  email: string | null;
  weakPassword: boolean;
  mustChangePassword: boolean;
  menuVersion: number;
  menus: ReadonlySet<string>;
  scope: TenantScope;
  /** May change configuration that all tenants share: sees all tenants, or belongs to the platform tenant. */
  writesShared: boolean;
  /** Signed in while the disk of the database was full: may change nothing. */
  readOnly: boolean;
  createdAt: Instant;
  lastSeenAt: Instant;
};

/** The principal as the one who acts. */
export const actorOf = (principal: Principal): Actor => ({
  kind: 'user',
  userId: principal.userId,
  userCode: principal.userCode,
  name: principal.name,
  userType: principal.userType,
  tenantId: principal.tenantId,
  menus: principal.menus,
  writesShared: principal.writesShared,
});
