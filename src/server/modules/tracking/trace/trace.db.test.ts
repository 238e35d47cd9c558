import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { createTokenSigner } from '#server/platform/auth/signed-token.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { TestClient } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
const [mine, theirs] = [
  await buildTenant(database, { code: 'SHAREA', name: 'Hidden Tenant' }),
  await buildTenant(database, { code: 'SHAREB' }),
];
await buildUser(database, { tenantId: mine.id, userCode: 'keeper', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { app, signedIn } = await pipelineApp(database, pipeline);
const [keeper, stranger, outside] = [await signedIn('keeper'), await signedIn('stranger'), new TestClient(app)];
const voyages = createVoyages(database, pipeline, mine.id);
const one = await voyages.voyage();
await pipeline.at(pipeline.clock.now());
const [row] = await database.query<{ id: number }>('select id from shipment where subscription_id = $1 and fused', [
  one.subscription.id,
]);
const obmBkId = String(row?.id);

const open = (token: string) => outside.call('sharedTrace', { body: { token } });
const makeLink = async (days = 14) =>
  (await keeper.call('traceShareInsert', { body: { obmBkId, days, note: 'for the consignee' } })).data as {
    shareId: string;
    token: string;
    expireTime: number;
  };

describe('a link to one shipment', () => {
  test('shows the trace to a stranger, and nothing of the house', async () => {
    const link = await makeLink();
    const { status, data } = await open(link.token);
    expect(status).toBe(1);
    expect(data).toMatchObject({ blNo: one.bill, carrierCode: one.code, expireTime: link.expireTime });
    expect(data.legs.length).toBeGreaterThan(0);
    expect(data.containers[0].stages[0].milestones[0]).not.toHaveProperty('path');
    const text = JSON.stringify(data);
    for (const inside of ['Hidden Tenant', 'SHAREA', 'keeper', 'dcsa:', 'for the consignee', 'provenance', 'remark'])
      expect(text).not.toContain(inside);
    const [listed] = (await keeper.call('traceShareQuery', { query: { obmBkId } })).data;
    expect(listed).toMatchObject({ shareId: link.shareId, token: link.token, views: 1, note: 'for the consignee' });
  });

  test('opens no other call', async () => {
    const { token } = await makeLink();
    for (const name of Object.keys(paths) as CallName[]) {
      const { access, method, path } = paths[name] as { access: unknown; method: 'GET' | 'POST'; path: string };
      if (access === 'public' || !app.registeredCalls.has(name)) continue;
      const answer = await outside.send(method, `${path}?token=${token}`, method === 'POST' ? { token } : undefined, {
        authorization: `Bearer ${token}`,
        source: 'Manual',
      });
      expect(answer.http, name).toBe(401);
    }
  });

  test('is refused alike when forged, expired, ended or somebody else’s', async () => {
    const { token, shareId } = await makeLink(1);
    const [payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, id: claims.id - 1 })).toString('base64url');
    const ownKey = createTokenSigner('another installation', 'trace-share').sign(claims);
    const msg = (await open('nonsense')).msg;
    for (const bad of [`${forged}.${signature}`, ownKey, `${payload}.`, '.', `${token}x`])
      expect(await open(bad)).toMatchObject({ status: 0, msg });
    expect((await open(token)).status).toBe(1);
    await database.execute(`update trace_share set expires_at = now() - interval '1 second' where id = $1`, [shareId]);
    expect(await open(token)).toMatchObject({ status: 0, msg });

    const second = await makeLink();
    await database.execute('update tenant set active = false where id = $1', [mine.id]);
    expect(await open(second.token)).toMatchObject({ status: 0, msg });
    await database.execute('update tenant set active = true where id = $1', [mine.id]);
    expect((await stranger.call('traceShareRevoke', { body: { shareId: second.shareId } })).status).toBe(0);
    expect((await open(second.token)).status).toBe(1);
    expect((await keeper.call('traceShareRevoke', { body: { shareId: second.shareId } })).status).toBe(1);
    expect(await open(second.token)).toMatchObject({ status: 0, msg });
    const [listed] = (await keeper.call('traceShareQuery', { query: { obmBkId } })).data;
    expect(listed).toMatchObject({ shareId: second.shareId, token: null, revokedTime: expect.any(Number) });
  });

  test('belongs to its tenant, lives for at most 90 days, and is kept in the audit', async () => {
    expect((await stranger.call('traceShareQuery', { query: { obmBkId } })).status).toBe(0);
    expect((await stranger.call('traceShareInsert', { body: { obmBkId } })).status).toBe(0);
    expect((await keeper.call('traceShareInsert', { body: { obmBkId, days: 91 } })).status).toBe(0);
    const { expireTime } = await makeLink(90);
    const again = { body: { obmBkId, days: 1 }, headers: { 'idempotency-key': randomUUID() } };
    expect([await keeper.call('traceShareInsert', again), await keeper.call('traceShareInsert', again)]).toMatchObject([
      { status: 1 },
      { status: 0 },
    ]);
    expect(expireTime - Date.now()).toBeLessThanOrEqual(90 * DAY_MS);
    const kept = await database.query<{ action: string; actor_code: string }>(
      `select action, actor_code from audit_log where entity = 'traceShare' and tenant_id = $1`,
      [mine.id],
    );
    expect(kept.map(({ action }) => action)).toEqual(expect.arrayContaining(['insert', 'delete']));
    expect(new Set(kept.map((entry) => entry.actor_code))).toEqual(new Set(['keeper']));
  });

  test('cannot be tried without end', async () => {
    const tried = await Promise.all(Array.from({ length: 70 }, () => open('nonsense')));
    expect(tried.some(({ http }) => http === 429)).toBe(true);
  });
});

describe('what a source stated', () => {
  const ask = (who: TestClient, sourceCode: string) => who.call('traceSource', { query: { obmBkId, sourceCode } });

  test('as received and as understood, beside the fused values', async () => {
    const [{ code } = { code: '' }] = (await keeper.call('getTrace', { query: { obmBkId } })).data.sources;
    const { data } = await ask(keeper, code);
    expect(data.received).toMatchObject({ via: 'pull', format: 'json', truncated: false });
    expect(data.received.text).toContain(one.bill);
    expect(data.received.text).toContain('\n  ');
    expect(data.values.length).toBeGreaterThan(10);
    expect(data.values.every((value: { differs: boolean }) => !value.differs)).toBe(true);

    const field = { tableName: 'OBM_BK', tableKeyId: obmBkId, columnName: 'CUST_ETA', newValue: '2026-03-01 10:00:00' };
    expect((await keeper.call('saveOverride', { body: { ...field, isDelete: 1 } })).status).toBe(1);
    const [first] = (await ask(keeper, code)).data.values;
    expect(first).toMatchObject({ path: 'booking.eta', differs: true });
    expect(first.fused).not.toBe(first.value);
  });

  test('is for its tenant only, and a source that is none is not found', async () => {
    expect((await ask(stranger, 'x')).status).toBe(0);
    expect((await ask(keeper, 'no such source')).status).toBe(0);
  });
});

describe('cut-offs of sources', () => {
  const zoned = (hour: number): number => Date.UTC(2026, 0, 8, hour - 8);

  test('come with the record of the aggregator, are fused with their origin, and change with what is reported', async () => {
    let terminalPlan: object = { portClose: '2026-01-08 12:00:00', close: '2026-01-08 18:00', open: 'soon' };
    const ft = await addAggregator(
      database,
      pipeline.keys,
      (text) => {
        const answer = JSON.parse(text);
        answer.data.result.terminalPlan = terminalPlan;
        return JSON.stringify(answer);
      },
      'ftcut',
    );
    const own = await voyages.voyage();
    const target = await pipeline.subscribe(own.subscription, ft.id, pipeline.clock.now());
    await pipeline.at(pipeline.clock.now());
    const id = async (fused: boolean) =>
      String((await voyages.rowsOf('shipment', own)).find((stored) => stored['fused'] === fused)?.['id']);
    const trace = async (asOf?: number) => {
      const query = { obmBkId: await id(true), ...(asOf === undefined ? {} : { asOf }) };
      return (await keeper.call('getTrace', { query })).data.provenance;
    };
    const first = pipeline.clock.now();
    expect(await trace()).toMatchObject({
      'cutoff[DCO].time': { rule: 'only', winner: { sourceCode: 'ftcut', sourceType: 'FT', value: zoned(12) } },
      'cutoff[FCO].time': { winner: { value: zoned(18) } },
    });
    const refusals = await voyages.rowsOf('refusal', own);
    expect(refusals.map(({ reason, detail }) => [reason, detail.field])).toContainEqual([
      'bad_time',
      'cutOffs[0].cutOffTime',
    ]);
    const raw = await keeper.call('traceSource', { query: { obmBkId: await id(true), sourceCode: 'ftcut' } });
    expect(raw.data.values).toContainEqual({
      path: 'cutoff[DCO].time',
      value: zoned(12),
      fused: zoned(12),
      differs: false,
      zone: 'Asia/Shanghai',
    });
    terminalPlan = { portClose: '2026-01-08 15:00:00' };
    await pipeline.at(Number((await voyages.stateOf({ ...own, target }))['next_pull_at']));
    const now = await trace();
    expect(now).toMatchObject({ 'cutoff[DCO].time': { winner: { value: zoned(15) } } });
    expect(now).not.toHaveProperty(['cutoff[FCO].time']);
    // What was known before is still known to have been.
    expect(await trace(first)).toMatchObject({
      'cutoff[DCO].time': { winner: { value: zoned(12) } },
      'cutoff[FCO].time': { winner: { value: zoned(18) } },
    });
  });
});

describe('cut-offs', () => {
  const list = async (who = keeper) => who.call('traceCutoffs', { query: { obmBkId } });
  const save = (code: string, time: number | null, who = keeper) =>
    who.call('traceCutoffSave', { body: { obmBkId, code, time, paper: 'Booking confirmation 7' } });

  test('are written, changed and removed, in order of time, with the zone of the port of loading', async () => {
    const at = Date.UTC(2026, 0, 22, 4);
    expect((await save('VCO', at + 1)).status).toBe(1);
    expect((await save('DCO', at + 2)).status).toBe(1);
    expect((await save('DCO', at)).status).toBe(1);
    const { data } = await list();
    expect(data.cutoffs.map(({ code, time }: { code: string; time: number }) => [code, time])).toEqual([
      ['DCO', at],
      ['VCO', at + 1],
    ]);
    expect(data.cutoffs[0]).toMatchObject({ setterCode: 'keeper', paper: 'Booking confirmation 7' });
    expect(data.zone).toBe('Asia/Shanghai');
    expect((await save('DCO', null)).status).toBe(1);
    expect((await list()).data.cutoffs).toHaveLength(1);
  });

  test('are the values of an expert for the rules, until they are removed', async () => {
    const at = pipeline.clock.now() - DAY_MS;
    const shown = async () => {
      const { data } = await keeper.call('getTrace', { query: { obmBkId } });
      return data.provenance['cutoff[FCO].time']?.winner;
    };
    await save('FCO', at);
    expect(await shown()).toMatchObject({ sourceType: 'EXPERT', value: at });
    await save('FCO', at - 1);
    expect(await shown()).toMatchObject({ sourceType: 'EXPERT', value: at - 1 });
    // An expert who removes it elsewhere removes it here too.
    await database.execute(
      `update shipment set content = jsonb_set(content::jsonb, '{cutoffs}', '[]') where subscription_id = $1 and source_code = 'expert:EXPERT'`,
      [one.subscription.id],
    );
    expect((await list()).data.cutoffs.map(({ code }: { code: string }) => code)).not.toContain('FCO');
    await save('FCO', at);
    expect((await list()).data.cutoffs.map(({ code }: { code: string }) => code)).toContain('FCO');
    await save('FCO', null);
    expect(await shown()).toBeUndefined();
  });

  test('are those of the own tenant', async () => {
    expect((await list(stranger)).status).toBe(0);
    expect((await save('DCO', 1, stranger)).status).toBe(0);
    expect((await save('NOPE', 1)).status).toBe(0);
  });
});
