import { describe, expect, test } from 'vitest';
import type { EntityAction } from '#contract/entity-paths.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { allEntities, callEntity, sampleRow, seedTestDictionary } from '#testing/entities.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { casesHere, entityTraits } from '#testing/sample.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// Who has not the page of an entity gets names to choose from, and nothing else of its rows.

const database = await testDatabase();
await seedTestDictionary(database);
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database, { code: 'MINE', name: '我方租户' });
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin', allTenants: true });
const boss = await signedIn('boss');

const values = await database.system.selectFrom('md_code_dict').select(['code_type', 'code_value']).execute();
const dictionary = (dict: string): string => values.find((row) => row.code_type === dict)?.code_value ?? '';
let people = 0;
/** Somebody with these pages. */
async function somebody(menus: readonly string[]) {
  people += 1;
  await buildUser(database, { tenantId: tenant.id, userCode: `person-${people}`, menus: [...menus] });
  return signedIn(`person-${people}`);
}
const pagesOtherThan = (entity: Entity): string[] => {
  const referring = Object.values(allEntities).filter((other) =>
    Object.values(other.fields).some((field) => field.kind === 'reference' && field.entity === entity.name),
  );
  const own = new Set([entity.menu, ...referring.map(({ menu }) => menu)]);
  return menuCodes.filter((menu) => !own.has(menu));
};

type Row = Record<string, unknown>;
const rowsOf = (data: unknown): Row[] =>
  Array.isArray(data) ? (data as Row[]) : ((data as { records?: Row[] } | null)?.records ?? []);

// Where everybody may read the list there is no stranger to it.
const cases = casesHere(
  Object.values(allEntities).filter((entity) => entity.readers === undefined),
  entityTraits,
);

describe.each(cases.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  test('gives a stranger to its page names only, and its page everything', async () => {
    const made = await callEntity(boss, entity, 'insert', {
      body: await sampleRow(boss, entity, tenant.id, dictionary),
    });
    expect(made).toMatchObject({ status: 1 });
    const id = { [entity.id]: (made.data as Row)[entity.id] };
    const stranger = await somebody(pagesOtherThan(entity));
    const names = new Set([
      entity.id,
      ...entity.title,
      // Whether a row is offered at all.
      ...(entity.retiredWhen === undefined ? [] : [entity.retiredWhen.field]),
      ...(entity.tenantField === undefined ? [] : [entity.tenantField]),
      ...Object.values(allEntities).flatMap((other) =>
        Object.values(other.fields).flatMap((field) =>
          field.kind === 'reference' && field.entity === entity.name && other.menu === 'admin' ? [field.showField] : [],
        ),
      ),
    ]);
    const listed: EntityAction[] = ['getAll', 'pick'];
    for (const action of listed) {
      const answer = await callEntity(stranger, entity, action, { body: {} });
      if (entity.pickable !== true) {
        expect(answer.http, action).toBe(403);
        continue;
      }
      expect(answer.status, action).toBe(1);
      const rows = rowsOf(answer.data);
      expect(rows.length).toBeGreaterThan(0);
      const reported = new Set(rows.flatMap((row) => Object.keys(row)));
      expect(
        [...reported].filter((name) => !names.has(name)),
        action,
      ).toEqual([]);
    }
    const others: EntityAction[] = ['query', 'get', 'dataQuery', 'dataExtQuery', 'history'];
    for (const action of others) {
      const reads = ['get', 'history'].includes(action) ? { query: id } : {};
      expect((await callEntity(stranger, entity, action, reads)).http, action).toBe(403);
    }
    if (entity.menu === 'admin' || entity.pickable !== true) return;
    const insider = await somebody([entity.menu]);
    for (const action of listed) {
      const rows = rowsOf((await callEntity(insider, entity, action, { body: {} })).data);
      expect(Object.keys(rows[0] ?? {})).toEqual(
        expect.arrayContaining([...Object.keys(entity.fields), 'recordVersion']),
      );
    }
  });
});

describe('what is secret in an address', () => {
  const feedback = allEntities['feedback'] as Entity;
  const address = 'https://oapi.dingtalk.example/robot/send?access_token=0123456789abcdef';
  const shown = 'https://oapi.dingtalk.example/robot/send?access_token=***';
  const kept = async (id: unknown) =>
    (
      await database.system
        .selectFrom('feedback')
        .select('feedback_addr')
        .where('id', '=', Number(id))
        .executeTakeFirst()
    )?.feedback_addr;

  test('is shown to nobody, stays when it is sent back as shown, and is replaced by a whole address only', async () => {
    const person = await somebody(['/feedback']);
    const added = await callEntity(person, feedback, 'insert', {
      body: { feedbackName: '机器人', tenantId: tenant.id, feedbackType: 'DINGTALK', feedbackAddr: address },
    });
    const row = added.data as Row;
    expect(row['feedbackAddr']).toBe(shown);
    const renamed = await callEntity(person, feedback, 'update', { body: { ...row, feedbackName: '机器人二' } });
    expect(renamed).toMatchObject({ status: 1, data: { feedbackAddr: shown } });
    expect(await kept(row['wlFeedbackId'])).toBe(address);

    const half = await callEntity(person, feedback, 'update', {
      body: { ...(renamed.data as Row), feedbackAddr: shown.replace('dingtalk', 'elsewhere') },
    });
    expect(half).toMatchObject({ status: 0, data: { fields: [{ field: 'feedbackAddr' }] } });
    expect(await kept(row['wlFeedbackId'])).toBe(address);
    const copied = await callEntity(person, feedback, 'insert', {
      body: { feedbackName: '机器人三', tenantId: tenant.id, feedbackType: 'DINGTALK', feedbackAddr: shown },
    });
    expect(copied).toMatchObject({ status: 0, data: { fields: [{ field: 'feedbackAddr' }] } });

    const whole = await callEntity(person, feedback, 'update', {
      body: { ...(renamed.data as Row), feedbackAddr: address.replace('0123', '9999') },
    });
    expect(whole.status).toBe(1);
    expect(await kept(row['wlFeedbackId'])).toContain('9999456789abcdef');
    for (const action of ['query', 'get', 'getAll', 'pick', 'history'] as const) {
      const id = { wlFeedbackId: row['wlFeedbackId'] };
      const answer = await callEntity(
        person,
        feedback,
        action,
        ['get', 'history'].includes(action) ? { query: id } : { body: {} },
      );
      expect(answer.status, action).toBe(1);
      expect(JSON.stringify(answer.data), action).not.toContain('456789abcdef');
    }
    const audit = await boss.call('auditQuery', { body: { entity: 'feedback' } });
    expect(JSON.stringify(audit.data)).not.toContain('456789abcdef');
  });
});

describe('what is emptied on purpose', () => {
  test.each([
    ['feedback', 'feedbackType', { feedbackName: '空', feedbackAddr: 'a@b.example' }],
    ['asset', 'valueType', { assetType: 'EMPTY', assetDesc: '空' }],
  ] as const)('is refused for a new %s as it is for an old one: %s', async (name, fieldName, body) => {
    const entity = allEntities[name] as Entity;
    const owned = entity.tenantField === undefined ? {} : { [entity.tenantField]: tenant.id };
    for (const empty of ['', null]) {
      const answer = await callEntity(boss, entity, 'insert', { body: { ...owned, ...body, [fieldName]: empty } });
      expect(answer).toMatchObject({ status: 0, data: { fields: [{ field: fieldName }] } });
    }
    expect(await callEntity(boss, entity, 'insert', { body: { ...owned, ...body } })).toMatchObject({ status: 1 });
  });
});
