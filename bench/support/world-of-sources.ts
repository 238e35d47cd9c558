import { createQueue } from '#server/platform/queue/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import { hashPassword, seal } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { pullScheduler } from '#server/modules/intake/collection/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { insertSubscriptions } from '#server/modules/tracking/subscription/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { benchLogin } from '../data/load-exceptions.ts';
import type { PreparedAnswer } from '../data/prepared-answers.ts';
import { benchKey } from './product.ts';

/** What carriers sign their notifications with, base64. */
export const pushSecret = Buffer.alloc(32, 9).toString('base64');

/** Code of a carrier's source. */
export const sourceCodeOf = (carrierCode: string): string => `dcsa:${carrierCode}`;

const logOfSetup = createLogger({ level: 'warn' });

/** Makes a database ready: a tenant with the login of the benchmarks. Gives the id of the tenant. */
async function prepareLogin(database: Database): Promise<number> {
  await migrate(database);
  await seedMasterData(database);
  const tenant = await database.system
    .insertInto('tenant')
    .values({ code: 'ALPHA', name: '海帆供应链' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await database.system
    .insertInto('app_user')
    .values({
      tenant_id: tenant.id,
      user_code: benchLogin.userCode,
      name_cn: '测量',
      user_type: 'user',
      password_hash: await hashPassword(benchLogin.password),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.system
    .insertInto('user_menu')
    .values(menuCodes.map((menuCode) => ({ user_id: user.id, menu_code: menuCode })))
    .execute();
  return tenant.id;
}

/** A source of the benchmarks: it pushes, and its keys are theirs. */
const sourceRow = (code: string, carrierCode: string, baseUrl: string, pullIntervalS: number) => {
  const keys = [Buffer.from(benchKey, 'base64')];
  return {
    code,
    source_type: 'CARRIER',
    channel: 'SHIPPING_TRACKING',
    carrier_code: carrierCode,
    name_cn: carrierCode,
    name_en: carrierCode,
    base_url: baseUrl,
    credential: seal('key', keys),
    push_secret: seal(pushSecret, keys),
    push_enabled: true,
    pull_interval_s: pullIntervalS,
  };
};

/** Makes subscriptions, and their first pulls due. */
async function subscribeAll(
  database: Database,
  subscriptions: Parameters<typeof insertSubscriptions>[1],
): Promise<void> {
  const queue = createQueue({ database, clock: realClock, log: logOfSetup });
  await database.transaction(async () => {
    const { pulls } = await insertSubscriptions(database, subscriptions, realClock.now());
    await pullScheduler(queue)(pulls);
  });
}

/** What all subscriptions of the benchmarks have in common. */
const plainSubscription = {
  subject: 'bill',
  containerNo: null,
  vesselName: null,
  voyage: null,
  direction: 'E',
  orderNo: null,
  channel: 'SHIPPING_TRACKING',
  sourceType: 'CARRIER',
} as const;

/** Makes a database ready: a tenant with the login of the benchmarks, a source per carrier, subscriptions of bills, and their first pulls. */
export async function prepareSources(
  database: Database,
  answers: readonly PreparedAnswer[],
  { baseUrl, pullIntervalS }: { baseUrl: string; pullIntervalS: number },
): Promise<void> {
  const tenantId = await prepareLogin(database);
  const carriers = [...new Set(answers.map(({ carrierCode }) => carrierCode))];
  await database.system
    .insertInto('source')
    .values(
      carriers.map((code) => ({
        ...sourceRow(sourceCodeOf(code), code, baseUrl, pullIntervalS),
        protocol: 'dcsa' as const,
      })),
    )
    .execute();
  await subscribeAll(
    database,
    answers.map(({ billNo, carrierCode, bookedAt }) => ({
      ...plainSubscription,
      tenantId,
      billNo,
      carrierCode,
      subscribedAt: bookedAt,
    })),
  );
}
