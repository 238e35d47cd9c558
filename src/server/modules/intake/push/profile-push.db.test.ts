import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { exampleAnswer, exampleResult, nodeOf } from '#server/connectors/ft/freightower-builders.ts';
import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { seal } from '#server/platform/crypto/index.ts';
import { buildSubscription } from '#testing/factories.ts';
import { startPushing } from '#testing/pushing.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

// What counterparts push who sign in their own way, at the address that every source has.

const database = await testDatabase();
const { pipeline, mine, second, anonymous, carrier, fusedOf, storedOf, refusalsOf } = await startPushing(database);
const secret = 'the access secret of ours';

let serial = 0;
/** Freightower as a source, with a subscription of each tenant for a bill of its own. */
async function freightower(more: Record<string, unknown> = {}) {
  const source = await startScriptedSource();
  const code = `ft-${(serial += 1)}`;
  const bill = `FTPU${String(serial).padStart(9, '0')}`;
  const { id } = await database.system
    .insertInto('source')
    .values({
      code,
      protocol: 'ft',
      profile: 'freightower-key',
      source_type: 'FT',
      channel: 'CARRIER_DISTRIBUTE',
      name_cn: '飞驼',
      name_en: 'Freightower',
      base_url: source.baseUrl,
      credential: seal('key', pipeline.keys),
      push_secret: seal(secret, pipeline.keys),
      push_enabled: true,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subscribe = async (tenantId: number) => {
    const subscription = await buildSubscription(database, { tenantId, billNo: bill, carrierCode: 'MERI' });
    await pipeline.subscribe(subscription, id, Date.UTC(2027, 0, 1));
    return subscription;
  };
  return { id, code, bill, source, subscribe };
}

const written = (value: unknown, bill: string): string => JSON.stringify(value).replaceAll(exampleBill, bill);
type Stamp = { timestamp?: string; nonce?: string; client?: string };
function stamped(
  body: string,
  { timestamp = String(Date.now()), nonce = `n${Math.random()}`, client = 'client-7' }: Stamp = {},
) {
  const signature = createHmac('sha1', secret).update(`${timestamp}/${nonce}/${client}/${body}`).digest('base64');
  return { 'x-ft-timestamp': timestamp, 'x-ft-nonce': nonce, 'x-ft-client': client, 'x-ft-signature': signature };
}
const push = (code: string, body: string, headers: Record<string, string> = stamped(body)) =>
  anonymous.call('pushDcsa', { params: { sourceCode: code }, body, headers: { 'x-lang': 'en', ...headers } });
const full = (bill: string): string => written({ param: { billNo: exampleBill }, result: exampleResult() }, bill);

test('a full push of Freightower is fused, changes are taken into it', async () => {
  const ft = await freightower();
  const [a, b] = [await ft.subscribe(mine.id), await ft.subscribe(second.id)];
  expect(await push(ft.code, full(ft.bill))).toMatchObject({ http: 200, data: { accepted: 1, refused: [] } });
  await pipeline.worker.processAll();
  for (const { id } of [a, b])
    expect(await fusedOf(id)).toMatchObject({ port_of_loading: 'CNSHA', port_of_discharge: 'NLRTM' });
  const change = {
    param: { billNo: exampleBill },
    result: {
      billNo: exampleBill,
      containers: [
        { containerNo: exampleContainer, status: [nodeOf('GITM', 'CNSHA', '2026-01-09 10:00:00', { dbtype: 1 })] },
      ],
    },
  };
  // Times in seconds are as good.
  const body = written(change, ft.bill);
  const answer = await push(ft.code, body, stamped(body, { timestamp: String(Math.floor(Date.now() / 1000)) }));
  expect(answer.http).toBe(200);
  await pipeline.worker.processAll();
  const { content } = (await fusedOf(a.id)) as { content: { events: { statusCode: string; containerNo: string }[] } };
  const ofContainer = content.events
    .filter(({ containerNo }) => containerNo === exampleContainer)
    .map(({ statusCode }) => statusCode);
  expect(ofContainer).toEqual(['GITM', 'LOBD']);
  expect(ft.source.asked).toEqual([]);
});

test('a notice that there is news has the bill requested at once; a warning too', async () => {
  const ft = await freightower();
  const { id } = await ft.subscribe(mine.id);
  ft.source.respond(() => ({ body: JSON.parse(written(exampleAnswer(), ft.bill)) }));
  const notice = written({ referenceno: exampleBill, params: [{ BILLNO: exampleBill, CARRIER_CD: 'MERI' }] }, ft.bill);
  expect((await push(ft.code, notice)).data.accepted).toBe(1);
  await pipeline.at(pipeline.clock.now());
  expect(ft.source.asked).toHaveLength(1);
  expect(await fusedOf(id)).toMatchObject({ port_of_loading: 'CNSHA' });
  const warning = written(
    {
      result: {
        billNo: exampleBill,
        containers: [{ containerNo: exampleContainer, warnings: [{ eventCode: 'WDUMP' }] }],
      },
    },
    ft.bill,
  );
  await push(ft.code, warning);
  await pipeline.at(pipeline.clock.now());
  expect(ft.source.asked).toHaveLength(2);
});

test('a warning stands beside later answers until it is taken back, with who gave it', async () => {
  const ft = await freightower();
  const { id } = await ft.subscribe(mine.id);
  const answer = exampleAnswer({ ...exampleResult(), containers: [{ containerNo: exampleContainer, status: [] }] });
  ft.source.respond(() => ({ body: JSON.parse(written(answer, ft.bill)) }));
  const warn = (dbtype: number) => {
    const warnings = [{ eventCode: 'WDUMP', eventTime: '2026-01-10 05:00:00', portCode: 'CNSHA', dbtype }];
    return written(
      { result: { billNo: exampleBill, containers: [{ containerNo: exampleContainer, warnings }] } },
      ft.bill,
    );
  };
  const path = `warning[${exampleContainer}|WDUMP|CNSHA]`;
  const shown = async () => (await fusedOf(id)) as { content: { warnings?: unknown[] }; provenance: unknown };
  expect((await push(ft.code, warn(1))).data).toEqual({ accepted: 1, refused: [] });
  // It is queried at once, and its answer does not repeat the warning.
  for (const _ of [1, 2]) {
    await pipeline.at(pipeline.clock.now());
    await pipeline.worker.processAll();
    expect((await shown()).content.warnings).toEqual([
      { code: 'WDUMP', containerNo: exampleContainer, portCode: 'CNSHA', time: Date.parse('2026-01-09T21:00:00Z') },
    ]);
    await database.execute(`update subscription_source set next_pull_at = now() where subscription_id = $1`, [id]);
  }
  expect(JSON.stringify((await shown()).provenance)).toContain(path);
  expect((await push(ft.code, warn(3))).data.accepted).toBe(1);
  await pipeline.worker.processAll();
  expect((await shown()).content.warnings).toBeUndefined();
});

test('another signature, an old message, one that was taken before, and one about nothing', async () => {
  const ft = await freightower();
  const { id } = await ft.subscribe(mine.id);
  const body = full(ft.bill);
  const minutes = (count: number): string => String(Date.now() + count * 60_000);
  const good = stamped(body);
  const bad: [string, Record<string, string>][] = [
    [body, { ...good, 'x-ft-signature': stamped(`${body} `)['x-ft-signature'] }],
    [body, { ...good, 'x-ft-nonce': 'another' }],
    [body, { ...good, 'x-ft-client': '' }],
    [body, { ...good, 'x-ft-signature': '' }],
    [body, { ...good, 'x-ft-signature': good['x-ft-signature'].toLowerCase() }],
    [body, { authorization: `Bearer ${secret}` }],
    [body, stamped(body, { timestamp: minutes(-6) })],
    [body, stamped(body, { timestamp: minutes(6) })],
    [body, stamped(body, { timestamp: 'soon' })],
    [body, stamped(body, { nonce: 'x'.repeat(201) })],
  ];
  for (const [text, headers] of bad) expect((await push(ft.code, text, headers)).http).toBe(401);
  expect(await storedOf(id)).toEqual([]);
  expect((await push(ft.code, body, good)).http).toBe(200);
  const stored = (await storedOf(id)).length;
  // Sent again it is answered as before and changes nothing.
  expect(await push(ft.code, body, good)).toMatchObject({ http: 200, data: { accepted: 1, refused: [] } });
  expect((await storedOf(id)).length).toBe(stored);
  const another = `${body} `;
  const again = await push(ft.code, another, stamped(another, { nonce: good['x-ft-nonce'] }));
  expect([again.http, again.msg]).toEqual([401, 'The message was taken before: its nonce is used']);
  // The nonce of another source is another one.
  const other = await freightower();
  expect((await push(other.code, body, good)).http).toBe(200);
  expect(await refusalsOf(other.id)).toEqual([{ reason: 'unknown_reference' }]);
  expect((await push(ft.code, '[]')).data).toMatchObject({ accepted: 0, refused: [{ reason: 'malformed_event' }] });
  const reasons = await database.query<{ reason: string }>(
    'select distinct reason from refusal_tally where source_id = $1 order by reason',
    [ft.id],
  );
  expect(reasons.map(({ reason }) => reason)).toEqual(['signature', 'signatureMissing', 'stampStale', 'stampUsed']);
});

test("what is pushed for the platform's account does not reach a tenant with keys of its own, nor one that may not use them", async () => {
  const ft = await freightower();
  const asset = await database.system
    .insertInto('asset')
    .values({ asset_type: `SOURCE:${ft.code}`, asset_desc: 'keys', value_type: 'CREDENTIAL' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.system.updateTable('source').set({ asset_id: asset.id }).where('id', '=', ft.id).execute();
  await database.system
    .insertInto('tenant_asset')
    .values({ tenant_id: second.id, asset_id: asset.id, asset_value: seal('{"apiKey":"own"}', pipeline.keys) })
    .execute();
  const [a, b] = [await ft.subscribe(mine.id), await ft.subscribe(second.id)];
  await push(ft.code, full(ft.bill));
  expect([(await storedOf(a.id)).length, (await storedOf(b.id)).length]).toEqual([1, 0]);
  await database.system.updateTable('source').set({ platform_key_for_all: false }).where('id', '=', ft.id).execute();
  const later = `${full(ft.bill)} `;
  expect((await push(ft.code, later)).data.accepted).toBe(0);
});

test('Maersk signs with a header of its own, over the body alone', async () => {
  const one = await carrier();
  const { id } = await one.subscribe(mine.id);
  await database.system
    .updateTable('source')
    .set({ profile: 'maersk', push_secret: seal(secret, pipeline.keys) })
    .where('id', '=', one.id)
    .execute();
  const body = JSON.stringify(one.events);
  const signed = (text: string): string => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const send = (headers: Record<string, string>) => push(`dcsa:${one.code}`, body, headers);
  expect((await send({ 'notification-signature': signed(body) })).http).toBe(401);
  expect((await send({ 'x-maersk-signature-256': signed(`${body} `) })).http).toBe(401);
  expect(await storedOf(id)).toEqual([]);
  expect((await send({ 'x-maersk-signature-256': signed(body) })).data.accepted).toBe(one.events.length);
  await pipeline.worker.processAll();
  expect(await fusedOf(id)).toMatchObject({ port_of_loading: 'CNSHA' });
});

/** A platform as a source, with a subscription of a tenant that the platform knows by an id. */
async function platform(profile: 'terminal49' | 'shipsgo' | 'trackingeyes' | 'vizion') {
  const ft = await freightower({ protocol: profile, profile, credential: null });
  const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: ft.bill, carrierCode: 'MERI' });
  const target = await pipeline.subscribe(subscription, ft.id, Date.UTC(2027, 0, 1));
  /** Whether it is to be queried at once. */
  const requested = async (): Promise<boolean> => {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from task where kind = 'pull' and singleton_key = $1
         and run_at <= to_timestamp($2::double precision / 1000)`,
      [String(target), pipeline.clock.now()],
    );
    return (row?.n ?? 0) > 0;
  };
  return { ...ft, target, asked: requested };
}
const hmac = (body: string, key = secret): string => createHmac('sha256', key).update(body).digest('hex');

test('Terminal49 and ShipsGo sign the body, and what they push about is requested, once a message', async () => {
  const forms = {
    terminal49: {
      header: 'x-t49-webhook-signature',
      body: (bill: string, objectId: string | null, messageId: string) => ({
        data: {
          id: messageId,
          type: 'webhook_notification',
          attributes: { event: 'container.transport.vessel_arrived' },
        },
        included: [
          { id: objectId ?? 's-unknown', type: 'shipment', attributes: { bill_of_lading_number: bill.slice(4) } },
          { id: 'c1', type: 'container', attributes: { number: exampleContainer } },
        ],
      }),
    },
    shipsgo: {
      header: 'x-shipsgo-webhook-signature',
      body: (bill: string, objectId: string | null, messageId: string) => ({
        event: { id: messageId, name: 'OCEAN.SHIPMENTS.SHIPMENT_UPDATED' },
        shipment: { id: Number(objectId ?? 1), booking_number: objectId === null ? bill : null },
      }),
    },
  } as const;
  for (const name of ['terminal49', 'shipsgo'] as const) {
    const one = await platform(name);
    const { header, body } = forms[name];
    const send = (text: string, signature: string) => push(one.code, text, { [header]: signature });
    const byId = JSON.stringify(body(one.bill, '4711', `${one.code}-1`));
    expect((await send(byId, hmac(`${byId} `))).http, name).toBe(401);
    expect((await send(byId, hmac(byId, 'another'))).http, name).toBe(401);
    expect((await push(one.code, byId, {})).http, name).toBe(401);
    // An id that nothing is known by.
    expect((await send(byId, hmac(byId))).data.accepted, name).toBe(0);
    expect(await one.asked(), name).toBe(false);
    await database.execute(`update subscription_source set object_id = '4711' where id = $1`, [one.target]);
    const next = JSON.stringify(body(one.bill, '4711', `${one.code}-2`));
    expect((await send(next, hmac(next))).data, name).toEqual({ accepted: 1, refused: [] });
    expect(await one.asked(), name).toBe(true);
    await database.execute(`delete from task where kind = 'pull'`);
    // Sent again it is accepted, and nothing is requested.
    expect((await send(next, hmac(next))).data, name).toEqual({ accepted: 1, refused: [] });
    expect(await one.asked(), name).toBe(false);
  }
});

test('TrackingEyes shows the key of the address, and nothing else counts', async () => {
  const one = await platform('trackingeyes');
  const body = JSON.stringify([{ id: '19000000000017', referenceNo: one.bill, blNo: one.bill, ctnrInfos: [] }]);
  const send = (query: Partial<Record<string, string>>, headers: Record<string, string> = {}) =>
    anonymous.call('pushDcsa', {
      params: { sourceCode: one.code },
      query,
      body,
      headers: { 'x-lang': 'en', ...headers },
    });
  for (const query of [{ key: '' }, { keys: secret }, { key: 'wrong' }, { key: secret.slice(0, -1) }])
    expect((await send(query)).http).toBe(401);
  expect((await send({}, { '-key': secret, authorization: `Bearer ${secret}` })).http).toBe(401);
  expect(await one.asked()).toBe(false);
  expect((await send({ key: secret })).data).toEqual({ accepted: 1, refused: [] });
  expect(await one.asked()).toBe(true);
});

test("a tenant's own account pushes with the secret of its own keys, for this tenant alone", async () => {
  const ft = await freightower({ push_secret: null });
  const [a, b] = [await ft.subscribe(mine.id), await ft.subscribe(second.id)];
  expect((await push(ft.code, full(ft.bill))).http).toBe(401);
  const asset = await database.system
    .insertInto('asset')
    .values({ asset_type: `SOURCE:${ft.code}`, asset_desc: 'keys', value_type: 'CREDENTIAL' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.system.updateTable('source').set({ asset_id: asset.id }).where('id', '=', ft.id).execute();
  const values = JSON.stringify({ apiKey: 'own', pushSecret: secret });
  await database.system
    .insertInto('tenant_asset')
    .values({ tenant_id: second.id, asset_id: asset.id, asset_value: seal(values, pipeline.keys) })
    .execute();
  expect((await push(ft.code, full(ft.bill))).data).toEqual({ accepted: 1, refused: [] });
  expect([(await storedOf(a.id)).length, (await storedOf(b.id)).length]).toEqual([0, 1]);
  // Beside it the platform's account pushes with another secret, for those without keys of their own.
  const platforms = 'the secret of the platform';
  await database.system
    .updateTable('source')
    .set({ push_secret: seal(platforms, pipeline.keys) })
    .where('id', '=', ft.id)
    .execute();
  const body = `${full(ft.bill)} `;
  const { 'x-ft-signature': _, ...stamp } = stamped(body);
  const text = `${stamp['x-ft-timestamp']}/${stamp['x-ft-nonce']}/${stamp['x-ft-client']}/${body}`;
  const signature = createHmac('sha1', platforms).update(text).digest('base64');
  expect((await push(ft.code, body, { ...stamp, 'x-ft-signature': signature })).data.accepted).toBe(1);
  expect([(await storedOf(a.id)).length, (await storedOf(b.id)).length]).toEqual([1, 1]);
});

test('Vizion shows the key of the address too; its reference is requested, once an update', async () => {
  const one = await platform('vizion');
  await database.execute(`update subscription_source set object_id = 'ref-4711' where id = $1`, [one.target]);
  const body = JSON.stringify({
    id: `u-${one.code}`,
    reference_id: 'ref-4711',
    payload: { container_id: exampleContainer },
  });
  const send = (key: string) =>
    anonymous.call('pushDcsa', { params: { sourceCode: one.code }, query: { key }, body, headers: { 'x-lang': 'en' } });
  expect((await send('wrong')).http).toBe(401);
  expect(await one.asked()).toBe(false);
  expect((await send(secret)).data).toEqual({ accepted: 1, refused: [] });
  expect(await one.asked()).toBe(true);
  await database.execute(`delete from task where kind = 'pull'`);
  expect((await send(secret)).data).toEqual({ accepted: 1, refused: [] });
  expect(await one.asked()).toBe(false);
});
