import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { tenantUserMenus } from '#shared/reference/roles.ts';
import { valueFor } from '#shared/values/items.ts';

/** Somebody who works in a tenant of the simulated world; nobody signs in as them. */
export type Colleague = { userCode: string; name: string; tenant: string; lang: 'zh' | 'en' };

/** The people who work in the simulated world besides those whom one signs in as. */
export const colleagues: readonly Colleague[] = [
  { userCode: 'chenlan', name: '陈岚 Chen Lan', tenant: 'ALPHA', lang: 'zh' },
  { userCode: 'zhouqi', name: '周琪 Zhou Qi', tenant: 'ALPHA', lang: 'zh' },
  { userCode: 'liuyang', name: '刘洋 Liu Yang', tenant: 'BETA', lang: 'zh' },
  { userCode: 'maria', name: '玛丽亚 Maria Diaz', tenant: 'BETA', lang: 'en' },
  { userCode: 'jonas', name: '约纳斯 Jonas Weber', tenant: 'GAMMA', lang: 'en' },
];

/** Codes of these people. */
export const colleagueCodes: readonly string[] = colleagues.map(({ userCode }) => userCode);

/** Makes the colleagues that are missing. */
export async function seedColleagues(database: Database, tenantIds: ReadonlyMap<string, number>): Promise<void> {
  const rows = await database.system.selectFrom('app_user').select('user_code').execute();
  const existing = new Set(rows.map((row) => row.user_code));
  const missing = colleagues.filter(({ userCode }) => !existing.has(userCode));
  if (missing.length === 0) return;
  // A password that nobody knows.
  const hash = await hashPassword(randomBytes(24).toString('base64url'));
  for (const { userCode, name, tenant } of missing) {
    const { id } = await database.system
      .insertInto('app_user')
      .values({
        tenant_id: valueFor(tenantIds, tenant),
        user_code: userCode,
        name_cn: name,
        user_type: 'user',
        all_tenants: false,
        password_hash: hash,
        email: `${userCode}@portolan.example`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.system
      .insertInto('user_menu')
      .values(tenantUserMenus.map((menuCode) => ({ user_id: id, menu_code: menuCode })))
      .execute();
  }
}
