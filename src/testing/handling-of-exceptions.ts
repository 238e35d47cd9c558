import { menuCodes } from '#shared/reference/menus.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { buildExceptions, type ExceptionSample } from './exception-rows.ts';
import { buildTenant, buildUser } from './people.ts';
import { testProductModules } from './product-modules.ts';
import { type TestAnswer, testApp } from './test-app.ts';

type Row = Record<string, TestAnswer['data']>;

/** Two tenants with people, one of whom is signed in, and new exceptions of both as often as they are needed. */
export async function handlingOfExceptions(database: Database) {
  await seedMasterData(database);
  const mine = await buildTenant(database, { code: 'HANDA', name: '海帆供应链' });
  const theirs = await buildTenant(database, { code: 'HANDB' });
  await buildUser(database, { tenantId: mine.id, userCode: 'lili', name: '李丽', menus: menuCodes });
  await buildUser(database, { tenantId: mine.id, userCode: 'wang', name: '王强', menus: menuCodes });
  await buildUser(database, { tenantId: theirs.id, userCode: 'zhao', name: '赵敏', menus: menuCodes });
  await buildUser(database, {
    tenantId: theirs.id,
    userCode: 'boss',
    name: '全局',
    allTenants: true,
    menus: menuCodes,
  });
  const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
  let round = 0;
  const make = (tenantId: number, place: number) =>
    buildExceptions(database, {
      tenantIds: [tenantId],
      count: 6,
      seed: `handling ${round}`,
      from: Date.UTC(2026, 1, 1),
      firstNumber: round * 100 + place,
    });
  return {
    signedIn,
    client: await signedIn('lili'),
    nextSamples: async () => {
      round += 1;
      return { samples: await make(mine.id, 0), foreign: await make(theirs.id, 50) };
    },
    rowOf: async ({ id }: ExceptionSample) =>
      (await database.query<Row>('select * from shipment_exception where id = $1', [id]))[0] ?? {},
    eventsOf: ({ id }: ExceptionSample) =>
      database.query<Row>('select kind, actor_code, detail from exception_event where exception_id = $1 order by id', [
        id,
      ]),
    auditOf: ({ id }: ExceptionSample) =>
      database.query<Row>(
        `select action, before, after from audit_log where entity = 'shipment_exception' and entity_id = $1 order by id`,
        [String(id)],
      ),
    all: async (): Promise<string> =>
      JSON.stringify(await database.query('select * from shipment_exception order by id')),
  };
}

/** Their ids as callers name them. */
export const idsOf = (list: readonly ExceptionSample[]): string[] => list.map(({ id }) => String(id));
