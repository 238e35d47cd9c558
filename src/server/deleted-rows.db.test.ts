import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { entities } from '#entities/index.ts';
import { TABLES, TENANT_TABLES } from '#generated/schema.ts';
import { kindOfCall } from '#server/platform/http/statement-limits.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { asRecord } from '#shared/values/objects.ts';
import { allIdNamesOf, idNamesOf, inputOf, namesOf } from '#testing/call-inputs.ts';
import { fillWalkedTenant, rowIds, walkedValues } from '#testing/caller-walk.ts';
import { fillTenant } from '#testing/fill-tenant.ts';
import { buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { casesHere, callTraits } from '#testing/sample.ts';
import { type CallOptions, type TestAnswer, TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

/** The id of the rows that are deleted; rows that stay have the first id in every table. */
const deadId = 700_000_000_003;
const mark = 'WALKDEAD';

/** Calls besides those of entities that delete rows, by the table. */
const deletersOf: Partial<Record<CallName, string>> = {
  userDelete: 'app_user',
  roleTemplateDelete: 'role_template',
  savedViewDelete: 'saved_view',
  reportDelete: 'report',
  deleteCauseStatuses: 'exception_cause_status',
  deleteExceptionCauses: 'exception_cause',
  removeExceptionComment: 'exception_comment',
  deleteExceptionResults: 'shipment_exception',
  deleteBusinessData: 'shipment',
  ruleSettingDelete: 'rule_setting',
  orderDocumentRemove: 'order_document',
};
/** Calls that are named as if they deleted rows, but delete something else. */
const noDeleters: Partial<Record<CallName, string>> = {
  deleteHandleStatuses: 'withdraws a choice; what was recorded with it stays',
  deleteContainers: 'a part of the content of a booking',
  deleteStatuses: 'a part of the content of a booking',
  deleteStatusRecord: 'a part of the content of a booking',
  deleteStatusRecords: 'a part of the content of a booking',
  deleteLeg: 'a part of the content of a booking',
  deleteLegs: 'a part of the content of a booking',
  removeWorld: 'the simulated world; what is its own goes with it',
  sourceKeyRemove: 'keys, which nothing refers to by an id',
  analyticsRoleDelete: 'roles of the database, which nothing refers to by an id',
  pushDeviceRemove: 'devices of the caller, which nothing refers to by an id',
  mailMappingRemove: 'mappings of headings, which no other call takes by an id',
  calendarFeedDelete: 'calendars of the caller, which no other call refers to by an id',
  rpaReaderRemove: 'versions of readers, which calls name by their number; a released one is refused',
};
/** Calls that say something of deleted rows: what was done. */
const valueSources: readonly CallName[] = ['auditQuery', 'auditExport', 'exceptionHistory'];
/** Calls that bring deleted rows back. */
const restorers: readonly CallName[] = ['userRestore', 'removeExceptionComment'];

type Deleter = { name: CallName; table: string };
const deleters: Deleter[] = [
  ...Object.values<Entity>(entities).map(({ name, table }) => ({ name: `${name}.delete` as CallName, table })),
  ...Object.entries(deletersOf).map(([name, table]) => ({ name: name as CallName, table })),
];
const deletable = [...new Set(deleters.map(({ table }) => table))];

const database = await testDatabase();
const { tenant, filled } = await fillWalkedTenant(database);
const rights = { userType: 'admin', allTenants: true, menus: menuCodes } as const;
const boss = await buildUser(database, { tenantId: tenant.id, userCode: 'WALKBOSS', ...rights });
await database.execute('insert into tenant (id, code, name) overriding system value values ($1, $2, $2)', [
  deadId,
  `${mark}-tenant-code`,
]);
const values = {
  ...walkedValues,
  'shipment.fused': false,
  'shipment.source_id': filled.allIds['source'],
  'md_port_alias.port_code': `${mark}-md_port-code`,
  'saved_view.owner_id': boss.id,
  'exception_comment.author_code': boss.userCode,
};
// The rule of an event item is a document of its own form.
await database.execute('update event_item set rule = null');
const deadIds = Object.fromEntries(deletable.map((table) => [table, deadId]));
const refersTo = { ...filled, allIds: { ...filled.allIds, ...deadIds } };
const dead = { mark, firstId: deadId, sameId: true, values, refersTo, tenantId: tenant.id };
for (const shared of [true, false])
  await fillTenant(database, {
    ...dead,
    shared,
    tables: deletable.filter((table) => table in TENANT_TABLES !== shared),
  });
// Rows of other tables that were made along with them.
for (const [table, columns] of Object.entries(TABLES))
  if ('id' in columns && !deletable.includes(table) && columns.id === 'int8')
    await database.execute(`delete from "${table}" where id = $1`, [deadId]);

const { app } = await testApp(database, {
  modules: await testProductModules(database),
  settings: { validateAnswers: false },
});
const client = new TestClient(app);
/** Makes a call as the boss: again where it ended the session before, and where the row that stays has another version by now. */
async function call(name: CallName, input: CallOptions): Promise<TestAnswer> {
  let answer = await client.call(name, input);
  if (answer.http === 401) {
    client.cookie = `portolan_session=${await app.deps.sessions.open(boss.id, { ip: null, userAgent: null })}`;
    answer = await client.call(name, input);
  }
  const recordVersion = asRecord(asRecord(answer.data)['current'])['recordVersion'];
  if (recordVersion === undefined) return answer;
  return client.call(name, { ...input, body: { ...asRecord(input.body), recordVersion } });
}
const names = (Object.keys(paths) as CallName[]).filter((name) => app.registeredCalls.has(name));

/** How many acts name a deleted row: every change is written down in its own transaction. */
const actsOnDead = async (): Promise<number> =>
  (await database.query(`select from audit_log a where a::text like any($1)`, [[`%${deadId}%`, `%${mark}%`]])).length;

/** Inputs of a call: questions that name no deleted row, and every way to name one beside rows that stay. */
function* inputsOf(name: CallName): Generator<CallOptions> {
  const id = rowIds.first;
  const ids = allIdNamesOf(name);
  const alive = Object.fromEntries(ids.map((one) => [one, id]));
  const isQuestion = kindOfCall(name) !== 'write';
  if (isQuestion) {
    const bill = { blNo: filled.texts['subscription.bill_no'] ?? '' };
    for (const [texts, everything] of [
      [{}, false],
      [{}, true],
      [bill, false],
    ] as const)
      yield inputOf(name, { id, texts, everything });
  }
  for (const one of ids) {
    yield inputOf(name, { id, ids: { [one]: deadId }, texts: {}, everything: false });
    yield inputOf(name, { id, ids: { ...alive, [one]: deadId }, texts: {}, everything: true });
  }
  const people = namesOf(name).filter((one) => /user|owner|charge|assignee|recipient|mention/i.test(one));
  const texts = Object.fromEntries(people.map((one) => [one, `${mark}-app_user-user_code`]));
  if (!isQuestion && people.length > 0) yield inputOf(name, { id, ids: alive, texts, everything: true });
}

describe('rows that are deleted', () => {
  test('go by their calls, those that use others first', async () => {
    const left = new Set(deleters);
    const are = async ({ table }: Deleter) =>
      (await database.query(`select from "${table}" where id = $1`, [deadId])).length;
    expect((await Promise.all(deleters.map(are))).every((count) => count === 1)).toBe(true);
    for (let before = 0; before !== left.size;) {
      before = left.size;
      for (const one of left) {
        const idName = idNamesOf(one.name)[0] ?? 'ids';
        const input = inputOf(one.name, { id: deadId, idName, texts: {}, everything: true });
        if ((await call(one.name, input)).status === 1) left.delete(one);
      }
    }
    expect([...left]).toEqual([]);
  });

  test('every call that deletes is known', () => {
    const named = names.filter((name) => /^(delete|remove)/i.test(paths[name].path.split('/').at(-1) ?? ''));
    const known = [...deleters.map(({ name }) => name), ...Object.keys(noDeleters)];
    expect(named.filter((name) => !name.endsWith('.deletes') && !known.includes(name))).toEqual([]);
  });

  test.each(casesHere(names, callTraits).filter((name) => !restorers.includes(name)))(
    '%s offers none and takes none',
    async (name) => {
      const isValueSource = valueSources.includes(name) || name.endsWith('.history');
      const wrong: string[] = [];
      for (const input of inputsOf(name)) {
        const before = await actsOnDead();
        const answer = await call(name, input);
        const statement = JSON.stringify(input);
        if (!isValueSource && !statement.includes(mark) && answer.text.includes(mark))
          wrong.push(`${statement} shows ${answer.text}`);
        // What fails is written down with the name that was given.
        if (answer.status === 1 && (await actsOnDead()) > before) wrong.push(`${statement} takes ${answer.text}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
