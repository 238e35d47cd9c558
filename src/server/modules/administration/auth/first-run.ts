// unscoped: Before sign-in there is no tenant yet; accounts, sessions and attempts are found by user code or id.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ParsedBody } from '#contract/index.ts';
import { noteMasterDataChange } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Ctx } from '#server/platform/context.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { isZone } from '#shared/time/zone.ts';
import { demandPolicy } from './demand-policy.ts';
import { openSession, type SignedIn } from './open-session.ts';
import type { AuthServices, Origin } from './services.ts';
import { countAttempt } from './sign-in-brake.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/**
 * The code on the console: entering it proves that a person can read the console of this product. It follows from the key of the installation, so that every
 * process prints the same one; it opens nothing once there is a user.
 */
export function firstRunCode(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'portolan', 'first-run', 32));
  const bytes = createHmac('sha256', key).update('first administrator').digest();
  const text = Array.from(bytes.subarray(0, 12), (byte) => letters[byte % letters.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

const isCode = (given: string, secret: string): boolean => {
  const plain = (text: string): Buffer =>
    Buffer.from(
      text
        .toUpperCase()
        .replace(/[^A-Z0-9]/g, '')
        .slice(0, 12)
        .padEnd(12),
    );
  return timingSafeEqual(plain(given), plain(firstRunCode(secret)));
};

/** Whether nobody can sign in yet, because there is no user. */
export async function wantsFirstRun(database: Database): Promise<boolean> {
  const { rows } = await database.execute('select from app_user limit 1');
  return rows.length === 0;
}

/** The first administrator and what the product is to be called. */
export type FirstAdministrator = {
  userCode: string;
  userName: string;
  password: string;
  platformName: string;
  zone: string;
  language: 'zh' | 'en';
  tenantCode: string | null;
  tenantName: string | null;
};

type Plain = Pick<Ctx, 'unscoped'> & Parameters<typeof writeAudit>[0];

async function addTenant(
  ctx: Plain,
  tenant: { code: string; name: string; zone: string; language: string; platform: boolean },
): Promise<number> {
  const { id } = await ctx.unscoped.system
    .insertInto('tenant')
    .values({ ...tenant, language: tenant.language === 'en' ? 'en' : 'zh' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(ctx, { entity: 'tenant', entityId: String(id), action: 'insert', tenantId: id, after: tenant });
  return id;
}

/**
 * Makes the platform's tenant, the first administrator and, where it is named, the first tenant of a product that has no user.
 * Gives the id of the user; refused when somebody was faster. One transaction.
 */
export async function createFirstAdministrator(
  ctx: Plain,
  given: FirstAdministrator,
  policy: PasswordPolicy,
): Promise<number> {
  const userCode = given.userCode.trim();
  if (userCode === '' || userCode.length > 50) throw refused('auth.userCodeRequired');
  if (!isZone(given.zone)) throw refused('firstRun.zone', { zone: given.zone.slice(0, 60) });
  demandPolicy(given.password, policy, userCode);
  const passwordHash = await hashPassword(given.password);
  const { unscoped: database } = ctx;
  return database.transaction(async () => {
    await lockName(database, 'first run');
    if (!(await wantsFirstRun(database))) throw refused('firstRun.done');
    const { zone, language } = given;
    const platformName = given.platformName.trim() || 'Portolan';
    const known = await database.system
      .selectFrom('tenant')
      .select('id')
      .where('code', '=', 'PLATFORM')
      .executeTakeFirst();
    const tenantId =
      known?.id ?? (await addTenant(ctx, { code: 'PLATFORM', name: platformName, zone, language, platform: true }));
    const { id } = await database.system
      .insertInto('app_user')
      .values({
        tenant_id: tenantId,
        user_code: userCode,
        name_cn: given.userName.trim() || userCode,
        user_type: 'admin',
        all_tenants: true,
        password_hash: passwordHash,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.system
      .insertInto('user_menu')
      .values(menuCodes.map((menu_code) => ({ user_id: id, menu_code })))
      .execute();
    await writeAudit(ctx, {
      entity: 'user',
      entityId: String(id),
      action: 'insert',
      tenantId,
      after: { userCode, userType: 'admin' },
    });
    const [code, name] = [given.tenantCode?.trim().toUpperCase() ?? '', given.tenantName?.trim() ?? ''];
    if (code !== '' && code !== 'PLATFORM')
      await addTenant(ctx, {
        code: code.slice(0, 50),
        name: (name || code).slice(0, 100),
        zone,
        language,
        platform: false,
      });
    await noteMasterDataChange(database);
    return id;
  });
}

/** Sets an empty product up and signs its first administrator in. Guesses of the code are braked like those of passwords. */
export async function runFirst(request: {
  ctx: Ctx;
  input: ParsedBody<'firstRun'>;
  from: Origin;
  services: AuthServices;
}): Promise<SignedIn> {
  const { ctx, input, from, services } = request;
  if (!(await wantsFirstRun(ctx.unscoped))) throw refused('firstRun.done');
  await countAttempt(ctx.unscoped, 'first run', from.ip, services.realClock.now());
  if (!isCode(input.code, services.settings.secret)) throw refused('firstRun.code');
  const userId = await createFirstAdministrator(
    ctx,
    { ...input, tenantCode: input.tenantCode ?? null, tenantName: input.tenantName ?? null },
    services.settings.passwordPolicy,
  );
  return openSession(ctx, services, userId, from, 'password');
}
