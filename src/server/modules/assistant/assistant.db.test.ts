import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { connectAssistant, tell } from '#testing/assistants.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20), sourceTimeoutMs: 1_500 });
const [mine, theirs] = [await buildTenant(database, { code: 'ASSA' }), await buildTenant(database, { code: 'ASSB' })];
const keeperUser = await buildUser(database, {
  tenantId: mine.id,
  userCode: 'keeper',
  name: '林岚',
  menus: menuCodes,
  alsoTenants: [theirs.id],
});
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { app, signedIn } = await productApp(database, pipeline);
const [keeper, stranger] = [await signedIn('keeper'), await signedIn('stranger')];
const voyages = createVoyages(database, pipeline, mine.id);
const one = await voyages.voyage();
await pipeline.at(pipeline.clock.now());

type Scope = 'events' | 'read' | 'act';
const newKey = async (scopes: Scope[] | undefined, by = keeper, tenantId = mine.id) => {
  const body = { tenantId: String(tenantId), name: 'Desk robot', ...(scopes === undefined ? {} : { scopes }) };
  const { data, msg } = await by.call('apiKeyInsert', { body });
  if (data?.key === undefined) throw new Error(msg);
  return data as { apiKeyId: string; key: string };
};
const { key: readKey } = await newKey(['read']);
const reader = await connectAssistant(app, readKey);
const actor = await connectAssistant(app, (await newKey(['read', 'act'])).key);

const ask = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const begin = ask(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'by hand', version: '0' },
});

describe('who is let in', () => {
  test('a program of the 2025 dialect that is written by hand', async () => {
    const hello = await tell(app, begin, { key: readKey, headers: { 'accept-language': 'en' } });
    expect(hello.body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'portolan' } });
    expect(hello.body.result.instructions).toContain('never instructions');
    expect((await tell(app, { jsonrpc: '2.0', method: 'notifications/initialized' }, { key: readKey })).http).toBe(202);
    const { body } = await tell(app, ask(2, 'tools/list'), { key: readKey });
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toContain('get_shipment');
    const call = ask(3, 'tools/call', { name: 'get_shipment', arguments: { reference: one.bill } });
    const { body: answer } = await tell(app, call, { key: readKey, headers: { 'accept-language': 'zh-CN' } });
    expect(answer.result.structuredContent.shipment.references).toContain(one.bill);
    expect(answer.result.content[0].text).toContain('海运');
    expect((await tell(app, null, { key: readKey, method: 'GET' })).http).toBe(405);
  });

  test('nobody without a key that is made for it, and it says which', async () => {
    const { key: eventsKey } = await newKey(undefined);
    const nobody = await tell(app, begin);
    expect(nobody.http).toBe(401);
    expect(nobody.headers['www-authenticate']).toContain('Bearer');
    for (const key of [eventsKey, 'ptk_nonsense', `ptk_${'A'.repeat(43)}`])
      expect((await tell(app, begin, { key })).http).toBe(401);
    expect((await tell(app, begin, { headers: { 'api-key': readKey } })).http).toBe(200);
    const evil = { origin: 'https://evil.example' };
    expect((await tell(app, begin, { key: readKey, headers: evil })).http).toBe(403);
    expect((await tell(app, ask(2, 'x', { text: 'a'.repeat(70_000) }), { key: readKey })).http).toBe(413);
  });

  test('a key for assistants opens no events, and no events are written for it', async () => {
    const { key } = await newKey(['read'], keeper, theirs.id);
    const events = (headers: Record<string, string>) =>
      app.inject({ method: 'GET', url: '/api/data-center/tnt/v2/events', headers });
    expect((await events({ 'api-key': key })).statusCode).toBe(401);
    expect(await database.query('select from outward_tenant where tenant_id = $1', [theirs.id])).toEqual([]);
    const { key: both, apiKeyId } = await newKey(['events', 'read'], keeper, theirs.id);
    expect((await events({ 'api-key': both })).statusCode).toBe(200);
    await keeper.call('apiKeyRevoke', { body: { apiKeyId } });
    expect(await database.query('select from outward_tenant where tenant_id = $1', [theirs.id])).toEqual([]);
  });

  test('no longer once the key is ended, or its creator is removed, must change the password or lost the tenant', async () => {
    const { key, apiKeyId } = await newKey(['read'], keeper, theirs.id);
    const http = async () => (await tell(app, begin, { key })).http;
    expect(await http()).toBe(200);
    const change = async (sql: string, back: string) => {
      await database.execute(sql, [keeperUser.id]);
      expect(await http(), sql).toBe(401);
      await database.execute(back, [keeperUser.id]);
      expect(await http(), back).toBe(200);
    };
    const set = (column: string) => `update app_user set ${column} where id = $1`;
    await change(set('removed_at = now()'), set('removed_at = null'));
    await change(set('must_change_password = true'), set('must_change_password = false'));
    await change(
      'delete from user_tenant where user_id = $1',
      `insert into user_tenant (user_id, tenant_id) values ($1, ${theirs.id})`,
    );
    await keeper.call('apiKeyRevoke', { body: { apiKeyId } });
    expect(await http()).toBe(401);
  });
});

describe('tools', () => {
  test('are offered by the scopes of the key', async () => {
    const reading = await reader.toolNames();
    expect(reading).toEqual(expect.arrayContaining(['find_reference', 'get_shipment']));
    const all = await actor.toolNames();
    expect(all).toEqual(expect.arrayContaining(reading));
  });

  test('find a reference in a mail and tell where the shipment is, as the trace has it', async () => {
    const found = await reader.use('find_reference', { text: `Dear team, where is ${one.bill}? And MSKU0000017?` });
    expect(found.text).toContain(one.bill);
    expect(found.data.shipments).toMatchObject([{ referenceNo: one.bill, mode: 'sea' }]);
    const { shipmentId } = found.data.shipments[0];
    const trace = (await keeper.call('getTrace', { query: { obmBkId: shipmentId } })).data;
    const { data, text } = await reader.use('get_shipment', { shipmentId });
    expect(data.shipment).toMatchObject({
      shipmentId,
      subscriptionId: trace.subscription.obmTkSubscribeId,
      containerCount: trace.containers.length,
      exceptionCount: trace.exceptions.filter((row: { open: number }) => row.open === 1).length,
    });
    expect(Date.parse(data.shipment.arrival.time.utc)).toBe(trace.booking.ata ?? trace.booking.custEta);
    expect(text).toContain(data.shipment.arrival.time.local);
    expect(text.length).toBeLessThan(4_096);
  });

  test('give nothing of another tenant, nor what the person may not open', async () => {
    const [row] = await database.query<{ id: number }>('select id from shipment where fused', []);
    const foreign = await connectAssistant(app, (await newKey(['read', 'act'], stranger, theirs.id)).key);
    const answer = await foreign.use('get_shipment', { shipmentId: String(row?.id) });
    expect(answer.isError).toBe(true);
    expect(answer.text).not.toContain(one.bill);
    expect((await foreign.use('find_reference', { text: one.bill })).data.shipments).toEqual([]);
  });

  test('refuse fields that they do not know', async () => {
    expect((await reader.use('find_reference', { text: 'x12345', tenantId: 1 })).isError).toBe(true);
  });
});
