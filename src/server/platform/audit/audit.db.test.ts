import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { seal } from '../crypto/seal.ts';
import { withoutSecrets } from './secrets.ts';
import { writeAudit } from './index.ts';

const database = await testDatabase();
const ctx = {
  actor: { kind: 'system' as const, userCode: 'system' },
  origin: 'Manual' as const,
  requestId: 'r1',
  unscoped: database,
};
const entry = { entity: 'user', entityId: '7', action: 'update', tenantId: null };

const sealed = seal('hunter2', [Buffer.alloc(32)]);

test('keeps who did what, without secrets', async () => {
  const before = {
    name: 'a',
    password: 'hunter2',
    passwordWeak: true,
    tokens: [{ apiKey: 'hunter2', at: new Date(0) }],
    empty: { secret: null },
    pushSecret: sealed,
  };
  await writeAudit(ctx, { ...entry, before, after: { name: 'b' } });
  const [row] = await database.system.selectFrom('audit_log').selectAll().where('request_id', '=', 'r1').execute();
  expect(row).toMatchObject({
    actor_code: 'system',
    actor_id: null,
    entity: 'user',
    entity_id: '7',
    action: 'update',
    tenant_id: null,
    after: { name: 'b' },
  });
  expect(row?.before).toEqual({
    name: 'a',
    password: '***',
    passwordWeak: true,
    tokens: '***',
    empty: { secret: null },
    // An undo brings it back.
    pushSecret: sealed,
  });
  expect(Math.abs((row?.at ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('belongs to the current transaction', async () => {
  await database
    .transaction(async () => {
      await writeAudit({ ...ctx, requestId: 'r2' }, entry);
      throw new Error('no');
    })
    .catch(() => {});
  expect(await database.system.selectFrom('audit_log').select('id').where('request_id', '=', 'r2').execute()).toEqual(
    [],
  );
});

test('the actor is named by code and id; nothing before and after is nothing', async () => {
  const actor = {
    kind: 'user' as const,
    userId: 5,
    userCode: 'u5',
    name: 'n',
    userType: 'user' as const,
    tenantId: 1,
    menus: new Set<string>(),
    writesShared: false,
  };
  await writeAudit({ ...ctx, actor, requestId: 'r3' }, { ...entry, tenantId: 9 });
  const row = await database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('request_id', '=', 'r3')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ actor_id: 5, actor_code: 'u5', tenant_id: 9, before: null, after: null });
});

test('bytes and deep values are cut', () => {
  expect(withoutSecrets({ body: Buffer.from('x') })).toEqual({ body: '<1 bytes>' });
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;
  expect(JSON.stringify(withoutSecrets(ring))).toContain('...');
});
