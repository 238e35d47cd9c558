import { describe, expect, test } from 'vitest';
import type { Entity } from '#shared/entity/declare.ts';
import { offeredRows, staysInTenant } from '#shared/entity/offered.ts';
import { allEntities, callEntity, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { type TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { referencesOf, type ReferenceField } from './present.ts';

// Forms offer what saving takes, and saving refuses what they do not offer: for every reference of every declared entity.

type Row = Record<string, unknown>;
const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [home, other] = [await buildTenant(database, { code: 'HOME' }), await buildTenant(database, { code: 'OTHER' })];
await buildUser(database, { tenantId: home.id, userCode: 'boss', userType: 'admin', allTenants: true });
await buildUser(database, { tenantId: home.id, userCode: 'local', userType: 'admin' });
const [boss, local] = [await signedIn('boss'), await signedIn('local')];
const values = await database.system.selectFrom('md_code_dict').select(['code_type', 'code_value']).execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';

const make = async (entity: Entity, tenantId: number, more: Row = {}): Promise<Row> => {
  const body = { ...(await sampleRow(boss, entity, tenantId, dictionary)), ...more };
  const made = await callEntity(boss, entity, 'insert', { body });
  expect([entity.name, made.status, made.msg]).toEqual([entity.name, 1, expect.any(String)]);
  return made.data as Row;
};

/** Rows of a target that must not be chosen for a row of the home tenant: why, and the row. */
async function unusable(entity: Entity, field: ReferenceField, target: Entity): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  const { retiredWhen } = target;
  if (retiredWhen !== undefined)
    rows.set('retired', await make(target, home.id, { [retiredWhen.field]: retiredWhen.is }));
  if (staysInTenant(entity, field, target)) rows.set('of another tenant', await make(target, other.id));
  const gone = await make(target, home.id);
  const removed = await callEntity(boss, target, 'delete', { body: gone });
  expect([removed.status, removed.msg]).toEqual([1, expect.any(String)]);
  rows.set('deleted', gone);
  return rows;
}

/** What a form is offered, by the call that it makes. */
async function rowsFor(client: TestClient, target: Entity): Promise<Row[]> {
  if (target.name === 'tenant') return (await client.call('tenants')).data as Row[];
  if (target.name === 'packageVersion') return (await client.call('packagesWithVersions')).data as Row[];
  const isLarge = target.finding !== undefined;
  const answer = await callEntity(client, target, isLarge ? 'pick' : 'getAll', { body: {} });
  expect([target.name, answer.status]).toEqual([target.name, 1]);
  return isLarge ? (answer.data as { records: Row[] }).records : (answer.data as Row[]);
}

type Answer = { data: unknown };
/** What a refusal says of a field; that the row is there already is no word about the choice. */
const problemOf = ({ data }: Answer, name: string): string | undefined =>
  ((data as { fields?: { field: string; message: string }[] } | null)?.fields ?? []).find(
    ({ field, message }) => field === name && !message.endsWith('已存在'),
  )?.message;

type Reference = { entity: Entity; name: string; field: ReferenceField; target: Entity };
const references = Object.values(allEntities).flatMap((entity) =>
  referencesOf(entity).flatMap(([name, field]): Reference[] =>
    field.readOnly === true || entity.name === 'user'
      ? []
      : [{ entity, name, field, target: allEntities[field.entity] as Entity }],
  ),
);
/** References to rows of one entity by one rule are alike: one of each is tried. */
const kinds = Map.groupBy(
  references,
  ({ entity, field, target }) => `${target.name} ${staysInTenant(entity, field, target)} ${field.many === true}`,
);
const tried = [...kinds.values()].map((alike): [string, Reference] => [
  `${alike[0]!.entity.name}.${alike[0]!.name}`,
  alike[0]!,
]);

describe.each(tried)('%s', (_, { entity, name, field, target }) => {
  test('offers what saving takes, and saving refuses what it does not offer', async () => {
    const usable = await make(target, home.id);
    const bad = await unusable(entity, field, target);
    const asValue = (row: Row): unknown => row[target.id];
    const insert = async (client: TestClient, row: Row) =>
      callEntity(client, entity, 'insert', {
        body: { ...(await sampleRow(boss, entity, home.id, dictionary)), [name]: asValue(row) },
      });
    for (const client of [boss, local]) {
      const offered = offeredRows({ entity, field, target }, await rowsFor(client, target), String(home.id));
      const ids = new Set(offered.map((row) => String(asValue(row))));
      const isOffered = (row: Row): boolean => ids.has(String(asValue(row)));
      // A page of a large list need not hold a given row; of tenants a local person sees their own.
      if (target.finding === undefined && !(target.name === 'tenant' && client === local))
        expect([isOffered(usable), 'usable']).toEqual([true, 'usable']);
      for (const [why, row] of bad) {
        expect([why, isOffered(row)]).toEqual([why, false]);
        const saved = await insert(client, row);
        const isRefused = saved.status !== 1 && (problemOf(saved, name) !== undefined || saved.data === null);
        expect([why, isRefused, saved.msg]).toEqual([why, true, expect.any(String)]);
      }
      // One offered row of each tenant stands for all of them.
      for (const row of [...Map.groupBy(offered, (one) => one[target.tenantField ?? '']).values()].map(
        (rows) => rows[0]!,
      )) {
        const saved = await insert(client, row);
        expect([String(asValue(row)), problemOf(saved, name)]).toEqual([String(asValue(row)), undefined]);
      }
    }
  });
});
