import type { Database } from '#server/platform/db/database.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';

/** The password of every person made here. */
export const testPassword = 'Portolan1';

/** A tenant of its own for a test. */
export type TestTenant = { id: number; code: string; name: string };

let serial = 0;
const next = (): string => String(++serial).padStart(3, '0');

/** Makes a tenant; its code is unique in this process. */
export async function buildTenant(
  database: Database,
  values: Partial<Omit<TestTenant, 'id'>> & { name_en?: string } = {},
): Promise<TestTenant> {
  const code = values.code ?? `TEN${next()}`;
  const name = values.name ?? `租户 ${code}`;
  const { id } = await database.system
    .insertInto('tenant')
    .values({ code, name, name_en: values.name_en ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: Number(id), code, name };
}

/** What may be stated about a user. */
export type UserOptions = {
  tenantId: number;
  userCode?: string;
  name?: string;
  userType?: 'user' | 'admin';
  allTenants?: boolean;
  menus?: readonly string[];
  /** Tenants besides the own one. */
  alsoTenants?: readonly number[];
  /** null = signs in by an identity provider only. */
  password?: string | null;
  mustChangePassword?: boolean;
  oidcSubject?: string;
};

/** A user of a test. */
export type TestUser = { id: number; userCode: string; tenantId: number };

let commonHash: Promise<string> | undefined;

/** Makes a user with `testPassword` unless specified otherwise. */
export async function buildUser(database: Database, options: UserOptions): Promise<TestUser> {
  const userCode = options.userCode ?? `user${next()}`;
  const { password = testPassword } = options;
  commonHash ??= hashPassword(testPassword);
  const passwordHash =
    password === null ? null : password === testPassword ? await commonHash : await hashPassword(password);
  const { id } = await database.system
    .insertInto('app_user')
    .values({
      tenant_id: options.tenantId,
      user_code: userCode,
      name_cn: options.name ?? `用户 ${userCode}`,
      user_type: options.userType ?? 'user',
      all_tenants: options.allTenants ?? false,
      password_hash: passwordHash,
      must_change_password: options.mustChangePassword ?? false,
      oidc_subject: options.oidcSubject ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const userId = Number(id);
  for (const menu of options.menus ?? []) {
    await database.system.insertInto('user_menu').values({ user_id: userId, menu_code: menu }).execute();
  }
  for (const tenantId of options.alsoTenants ?? []) {
    await database.system.insertInto('user_tenant').values({ user_id: userId, tenant_id: tenantId }).execute();
  }
  return { id: userId, userCode, tenantId: options.tenantId };
}
