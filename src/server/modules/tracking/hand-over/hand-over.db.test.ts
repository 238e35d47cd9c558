import { expect, test } from 'vitest';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [await buildTenant(database), await buildTenant(database)];
const menus = ['/exception-manage'];
await buildUser(database, { tenantId: mine.id, userCode: 'early', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'late', menus });
await buildUser(database, { tenantId: other.id, userCode: 'stranger', menus });
const now = Date.UTC(2026, 5, 1, 8);
const clock = { now: () => now, realMsUntil: (at: number) => Math.max(0, at - now) };
const { signedIn } = await testApp(database, { modules: await testProductModules(database), clock });
const [early, late, stranger] = [await signedIn('early'), await signedIn('late'), await signedIn('stranger')];
const from = Date.UTC(2026, 1, 1);
const [dear, twin] = await buildExceptions(database, { tenantIds: [mine.id], count: 30, seed: 'shift', from });
await buildExceptions(database, { tenantIds: [other.id], count: 30, seed: 'theirs', from });
await database.execute(
  `update shipment_exception set handle_status = 0, ended = false, money_usd = 9876, created_at = $2, updated_at = $2,
     snoozed_until = $3 where id = $1`,
  [dear?.id, new Date(now - HOUR_MS), new Date(now + HOUR_MS)],
);
// Another problem of the same shipment is about the same money.
await database.execute('update shipment_exception set money_usd = 0 where id <> $1', [dear?.id]);
await database.execute(
  `update shipment_exception set handle_status = 0, open = true, ended = false, money_usd = 100, problem_key = 'twin',
     subscription_id = (select subscription_id from shipment_exception where id = $2) where id = $1`,
  [twin?.id, dear?.id],
);
await database.execute('update shipment_exception set open = true where id = $1', [dear?.id]);
const ask = async (who: typeof early, query: Record<string, unknown> = {}) =>
  (await who.call('handOverGet', { query: { from: String(now - 8 * HOUR_MS), ...query } })).data;

test('a hand-over says what is open, what changed and what is due, the dearest first, of the own tenants only', async () => {
  const data = await ask(early);
  const id = String(dear?.id);
  expect(data.open.items[0]).toMatchObject({ exceptionId: id, moneyUsd: 9876 });
  expect(data.open.moneyUsd).toBe(9876);
  expect(data.changed.items).toContainEqual(expect.objectContaining({ exceptionId: id, change: 'opened' }));
  expect(data.due).toContainEqual(expect.objectContaining({ kind: 'snoozed', id, time: now + HOUR_MS }));
  expect(data.text).toContain('可能损失');
  expect(data.text).toContain('9876');
  const theirs = await ask(stranger);
  const own = new Set(data.open.items.map(({ exceptionId }: { exceptionId: string }) => exceptionId));
  expect(theirs.open.items.some(({ exceptionId }: { exceptionId: string }) => own.has(exceptionId))).toBe(false);
  expect(theirs.text).not.toContain('9876');
});

test('it is live: what is handled after it was opened is gone for the next person', async () => {
  await database.execute(
    'update shipment_exception set handle_status = 2, handle_time = $2, updated_at = $2 where id = $1',
    [dear?.id, new Date(now)],
  );
  const data = await ask(late);
  expect(data.open.items.map(({ exceptionId }: { exceptionId: string }) => exceptionId)).not.toContain(
    String(dear?.id),
  );
  expect(data.changed.items[0]).toMatchObject({ exceptionId: String(dear?.id), change: 'handled' });
});

test('it is sent to people of the own tenants with its text and link; nobody else is reported', async () => {
  const send = (userCodes: string[]) =>
    early.call('handOverSend', { body: { from: now - 8 * HOUR_MS, userCodes, note: 'Call the agent at nine' } });
  expect(await send(['late'])).toMatchObject({ status: 1, data: { told: 1 } });
  const rows = await database.query<{ address: string; content: string; facts: { link: string } }>(
    `select address, content, facts from notification where kind = 'handover'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ address: 'late', facts: { link: `/hand-over?from=${now - 8 * HOUR_MS}` } });
  expect(rows[0]?.content).toContain('Call the agent at nine');
  const refusal = await send(['stranger']);
  expect(refusal.status).not.toBe(1);
  expect(refusal.msg).toContain('stranger');
  expect(await database.query(`select id from notification where kind = 'handover'`)).toHaveLength(1);
});
