import { describe, expect, test } from 'vitest';
import {
  directVoyage,
  equipmentEvent,
  exampleBill,
  exampleBox,
  ships,
  transportEvent,
} from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { unpackProvenance } from '#server/modules/tracking/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const hourMs = 3_600_000;
const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
const pipeline = await startPipeline(database, { start, sourceTimeoutMs: 400 });
const tenant = await buildTenant(database);

let serial = 0;
const known = (events: readonly WireEvent[], at: Instant): WireEvent[] =>
  events.filter((event) => Date.parse(String(event['eventCreatedDateTime'])) <= at);
const named = (events: readonly WireEvent[], bill: string): WireEvent[] =>
  JSON.parse(JSON.stringify(events).replaceAll(exampleBill, bill)) as WireEvent[];

/** A carrier of its own with one subscription of a bill whose events it tells as time goes by. */
async function voyage(options: { byContainer?: boolean } = {}) {
  const source = await startScriptedSource();
  const code = `TST${String.fromCharCode(65 + serial++)}`;
  const bill = `${code}${exampleBill.slice(4)}`;
  const carrier = await pipeline.addCarrier(code, source.baseUrl);
  const subscription = await buildSubscription(database, {
    tenantId: tenant.id,
    ...(options.byContainer === true ? { containerNo: exampleBox } : { billNo: bill }),
    carrierCode: code,
    subscribedAt: pipeline.clock.now(),
  });
  const target = await pipeline.subscribe(subscription, carrier, pipeline.clock.now());
  const events = named(directVoyage(), bill);
  const tell = (all: readonly WireEvent[] = events): void =>
    source.respond((url) =>
      url.searchParams.get('transportDocumentReference') === bill ||
      url.searchParams.get('equipmentReference') === exampleBox
        ? { body: known(all, pipeline.clock.now()) }
        : { body: [] },
    );
  tell();
  return { source, code, bill, carrier, subscription, target, events, tell };
}
type Voyage = Awaited<ReturnType<typeof voyage>>;

const rowsOf = (table: string, { subscription }: Voyage) =>
  database.query<Record<string, any>>(`select * from ${table} where subscription_id = $1 order by id`, [
    subscription.id,
  ]);
const stateOf = async ({ target }: Voyage) =>
  (await database.query<Record<string, any>>('select * from subscription_source where id = $1', [target]))[0] ?? {};
const exceptionsOf = async (one: Voyage) =>
  (await rowsOf('shipment_exception', one)).map((row) => `${row['type_code']} ${row['open'] ? 'open' : 'closed'}`);
const pullTaskOf = async ({ target }: Voyage) =>
  (await pipeline.queue.list({ kind: 'pull', status: 'waiting', limit: 1000 })).find(
    (task) => task.singletonKey === String(target),
  );

/** Everything the pipeline has written about a subscription, for "nothing changed". */
async function written(one: Voyage): Promise<string> {
  const tables = ['raw_answer', 'shipment', 'shipment_exception', 'refusal', 'subscription'];
  const rows = await Promise.all(
    tables.map((table) =>
      database.query(
        `select * from ${table} where ${table === 'subscription' ? 'id' : 'subscription_id'} = $1 order by id`,
        [one.subscription.id],
      ),
    ),
  );
  const changes = await database.query(
    'select c.* from shipment_change c join shipment s on s.id = c.shipment_id where s.subscription_id = $1 order by c.id',
    [one.subscription.id],
  );
  return JSON.stringify([...rows, changes]);
}

describe('a pulled answer', () => {
  test('is kept as received, made a record, fused, and judged', async () => {
    const one = await voyage();
    await pipeline.at(start);
    const [raw] = await rowsOf('raw_answer', one);
    expect(raw).toMatchObject({ via: 'pull', tenant_id: tenant.id });
    const [record, fused] = await rowsOf('shipment', one);
    expect(record).toMatchObject({ fused: false, source_code: `dcsa:${one.code}`, raw_answer_id: raw?.['id'] });
    expect(fused).toMatchObject({
      fused: true,
      port_of_loading: 'CNSHA',
      port_of_discharge: 'NLRTM',
      container_nos: [exampleBox],
    });
    expect(unpackProvenance(fused?.['provenance'])?.['booking.etd']?.winner.sourceCode).toBe(`dcsa:${one.code}`);
    expect(
      await database.query('select has_data, shipment_id from subscription where id = $1', [one.subscription.id]),
    ).toEqual([{ has_data: true, shipment_id: fused?.['id'] }]);
    // Two days after the plan and the ship is said to be there still.
    await pipeline.at(Date.UTC(2026, 0, 10, 9));
    one.tell(
      one.events.filter(
        (event) => event['transportEventTypeCode'] !== 'DEPA' || event['eventClassifierCode'] !== 'ACT',
      ),
    );
    await pipeline.at(Date.UTC(2026, 0, 12, 16));
    expect(await exceptionsOf(one)).toContain('DEPART_DELAY open');
  });

  test('that says nothing new writes nothing but when it was asked', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const before = await written(one);
    const first = await stateOf(one);
    await pipeline.at(pipeline.clock.now() + 20 * 60_000);
    expect(await written(one)).toBe(before);
    const second = await stateOf(one);
    expect(second['last_pull_at']).toBeGreaterThan(first['last_pull_at']);
    expect(second['last_change_at']).toBe(first['last_change_at']);
    expect(second).toMatchObject({ consecutive_failures: 0, last_error: null });
    expect(second['next_pull_at']).toBeGreaterThan(second['last_pull_at']);
  });

  test('is asked for with the validator of the last one', async () => {
    const one = await voyage();
    const sent: (string | undefined)[] = [];
    one.source.respond((_url, request) => {
      sent.push(request.headers['if-none-match']);
      return request.headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { headers: { etag: '"v1"' }, body: known(one.events, pipeline.clock.now()) };
    });
    await pipeline.at(pipeline.clock.now());
    const before = await written(one);
    await pipeline.at(pipeline.clock.now() + 20 * 60_000);
    expect(sent).toEqual([undefined, '"v1"']);
    expect(await written(one)).toBe(before);
  });

  test('that is empty takes nothing away', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const before = await rowsOf('shipment', one);
    one.tell([]);
    await pipeline.at(pipeline.clock.now() + hourMs);
    expect(await rowsOf('shipment', one)).toEqual(before);
    expect(await rowsOf('raw_answer', one)).toHaveLength(2);
  });

  test('about a container works the same', async () => {
    const one = await voyage({ byContainer: true });
    await pipeline.at(pipeline.clock.now());
    expect(one.source.asked[0]?.searchParams.get('equipmentReference')).toBe(exampleBox);
    expect(await rowsOf('shipment', one)).toMatchObject([{ fused: false }, { fused: true, container_no: exampleBox }]);
  });

  test('notes when values return, in the history and in what was known when', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    const estimate = (id: string, at: string, createdAt: string): WireEvent =>
      named(
        [transportEvent({ id, code: 'ARRI', classifier: 'EST', port: 'NLRTM', at, createdAt, ship: ships.first })],
        one.bill,
      )[0] as WireEvent;
    const iso = (): string => new Date(pipeline.clock.now()).toISOString();
    const told = one.events.filter((event) => event['eventID'] !== 't5');
    for (const [index, day] of ['2026-02-12', '2026-02-14', '2026-02-12'].entries()) {
      told.push(estimate(`x${index}`, `${day}T06:00:00+01:00`, iso()));
      one.tell(told);
      await pipeline.at(pipeline.clock.now() + hourMs);
    }
    const fused = (await rowsOf('shipment', one)).find((row) => row['fused']);
    const days = (fused?.['history'].eta as { value: number }[]).map(({ value }) =>
      new Date(value).toISOString().slice(8, 10),
    );
    expect(days).toEqual(['09', '12', '14', '12']);
    const changes = await database.query<{ changes: Record<string, [number, string]> }>(
      'select changes from shipment_change where shipment_id = $1 order by id',
      [fused?.['id']],
    );
    const etas = changes.flatMap(({ changes: changed }) =>
      changed['booking.eta'] === undefined ? [] : [changed['booking.eta'][0]],
    );
    expect(etas.map((value) => new Date(value).toISOString().slice(8, 10))).toEqual(['09', '12', '14', '12']);
  });
});

describe('a source that fails', () => {
  test('is asked again later and later, is shown as failing, and recovers by itself', async () => {
    const one = await voyage();
    one.source.respond(() => ({ status: 503 }));
    const waits: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const at = Number((await stateOf(one))['next_pull_at'] ?? pipeline.clock.now());
      await pipeline.at(Math.max(at, pipeline.clock.now()));
      const state = await stateOf(one);
      waits.push(Math.round((state['next_pull_at'] - pipeline.clock.now()) / 1000));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960]);
    expect(await stateOf(one)).toMatchObject({
      consecutive_failures: 6,
      last_error: 'server_error: HTTP 503',
      last_success_at: null,
    });
    const [health] = await database.query('select consecutive_failures, last_error from source where id = $1', [
      one.carrier,
    ]);
    expect(health).toEqual({ consecutive_failures: 6, last_error: 'server_error: HTTP 503' });
    expect(await exceptionsOf(one)).toContain('SOURCE_FAILING open');
    one.tell();
    await pipeline.at((await stateOf(one))['next_pull_at']);
    expect(await stateOf(one)).toMatchObject({ consecutive_failures: 0, last_error: null });
    expect(await exceptionsOf(one)).toContain('SOURCE_FAILING closed');
    const [resolved] = await rowsOf('shipment_exception', one);
    expect(resolved).toMatchObject({ handle_status: 2, resolution: 'gone' });
  });

  test('is left alone as long as it asks for', async () => {
    const one = await voyage();
    one.source.respond(() => ({ status: 429, headers: { 'retry-after': '1800' } }));
    await pipeline.at(pipeline.clock.now());
    expect((await stateOf(one))['next_pull_at'] - pipeline.clock.now()).toBe(1_800_000);
  });

  test.each([
    ['broken', { body: '[{"eventID": "x", ' }, 'bad_answer'],
    ['no list', { body: { message: 'hello' } }, 'bad_answer'],
    ['a page for people', { headers: { 'content-type': 'text/html' }, body: '<html>maintenance</html>' }, 'bad_answer'],
    ['forbidden', { status: 403 }, 'unauthorized'],
    [
      'huge',
      (_: unknown, response: any) => response.writeHead(200, { 'content-length': '900000000' }).end('['),
      'too_large',
    ],
    ['never there', () => {}, 'timeout'],
    [
      'cut off',
      (_: unknown, response: any) =>
        response.writeHead(200, { 'content-length': '100' }).end('[', () => response.destroy()),
      'unreachable',
    ],
  ] as const)('an answer that is %s is a failure and nothing more', async (_name, answer, reason) => {
    const one = await voyage();
    one.source.respond(() => answer as never);
    await pipeline.at(pipeline.clock.now());
    expect(String((await stateOf(one))['last_error'])).toMatch(new RegExp(`^${reason}: `));
    expect(await rowsOf('raw_answer', one)).toEqual([]);
    expect(await pullTaskOf(one)).toBeDefined();
  });

  test('a slow one holds up no other, and what comes late is taken too', async () => {
    const [slow, quick] = [await voyage(), await voyage()];
    const body = known(slow.events, pipeline.clock.now());
    slow.source.respond(async () => {
      while ((await rowsOf('shipment', quick)).length === 0) await new Promise(setImmediate);
      return { body };
    });
    // The quick one is written while the slow one is still waited for.
    await pipeline.at(pipeline.clock.now());
    expect(await rowsOf('shipment', quick)).toHaveLength(2);
    expect(await rowsOf('shipment', slow)).toHaveLength(2);
  });

  test('bad events are refused one by one and counted, the good ones count', async () => {
    const one = await voyage();
    const bad = [
      { ...one.events[1], eventID: 'b1', eventClassifierCode: 'MAYBE' },
      { ...one.events[1], eventID: 'b2', eventDateTime: '2026-02-30T00:00:00Z' },
      'nonsense',
    ];
    one.source.respond(() => ({ body: [...known(one.events, pipeline.clock.now()), ...bad] }));
    await pipeline.at(pipeline.clock.now());
    const refusals = await rowsOf('refusal', one);
    expect(refusals.map((row) => row['reason']).sort()).toEqual(['bad_enumeration', 'bad_time', 'malformed_event']);
    expect(await rowsOf('shipment', one)).toHaveLength(2);
    // The same pieces in a later answer are no new ones.
    one.source.respond(() => ({ body: [...known(one.events, pipeline.clock.now()).slice(1), ...bad] }));
    await pipeline.at(pipeline.clock.now() + hourMs);
    expect(await rowsOf('raw_answer', one)).toHaveLength(2);
    expect(await rowsOf('refusal', one)).toHaveLength(3);
  });
});

describe('workers', () => {
  test('two at once on one subscription write it once', async () => {
    const one = await voyage();
    const sources = await Promise.all([1, 2].map(() => startScriptedSource()));
    for (const [index, source] of sources.entries()) {
      source.respond((url) => ({
        body: url.searchParams.has('transportDocumentReference') ? known(one.events, pipeline.clock.now()) : [],
      }));
      await pipeline.subscribe(
        one.subscription,
        await pipeline.addCarrier(`${one.code}${index}`, source.baseUrl),
        pipeline.clock.now(),
      );
    }
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const targets = await database.query<{ id: number }>(
      'select id from subscription_source where subscription_id = $1',
      [one.subscription.id],
    );
    const run = { tasks: [], complete: async () => {} };
    await Promise.all(
      targets.map(({ id }) => pull.run([{ subscriptionSourceId: id }], new AbortController().signal, run)),
    );
    const rows = await rowsOf('shipment', one);
    expect(rows.filter((row) => row['fused'])).toHaveLength(1);
    expect(rows.filter((row) => !row['fused'])).toHaveLength(3);
    const claims = unpackProvenance(rows.find((row) => row['fused'])?.['provenance'])?.['booking.etd'];
    expect([claims?.winner, ...(claims?.others ?? [])]).toHaveLength(3);
  });

  test('an answer that was overtaken changes nothing', async () => {
    const one = await voyage();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const old = known(one.events, pipeline.clock.now()).slice(0, 3);
    one.source.respond(async () => {
      await held;
      return { body: old };
    });
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const run = { tasks: [], complete: async () => {} };
    const late = pull.run([{ subscriptionSourceId: one.target }], new AbortController().signal, run);
    while (one.source.asked.length === 0) await new Promise(setImmediate);
    one.tell();
    pipeline.clock.advance(60_000);
    await pull.run([{ subscriptionSourceId: one.target }], new AbortController().signal, run);
    const before = await written(one);
    release?.();
    await late;
    expect(await written(one)).toBe(before);
  });

  test('work that is called off is nobody’s failure and is done again', async () => {
    const one = await voyage();
    one.source.respond(() => () => {});
    const stop = new AbortController();
    const pull = pipeline.handlers['pull'] as (typeof pipeline.handlers)[string];
    const running = pull.run([{ subscriptionSourceId: one.target }], stop.signal, {
      tasks: [],
      complete: async () => {},
    });
    while (one.source.asked.length === 0) await new Promise(setImmediate);
    stop.abort(new Error('the lease was lost'));
    expect(await running).toMatchObject([{ index: 0 }]);
    expect(await stateOf(one)).toMatchObject({ consecutive_failures: 0, last_error: null });
  });

  test('one odd shipment holds up no other, is shown, and is asked again', async () => {
    const [odd, fine] = [await voyage(), await voyage()];
    // A stored row that no longer can be read: our own fault, whatever the carrier says.
    await database.execute(
      `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, content, content_hash, created_at, updated_at)
       values ($1, $2, false, 'FT', 'broken', 'X', now(), now(), '{"legs": 3}', 'x', now(), now())`,
      [tenant.id, odd.subscription.id],
    );
    await pipeline.at(pipeline.clock.now());
    expect(await rowsOf('shipment', fine)).toHaveLength(2);
    expect(await rowsOf('raw_answer', odd)).toEqual([]);
    expect(await pullTaskOf(fine)).toBeDefined();
    expect(await pullTaskOf(odd)).toMatchObject({ lastError: expect.stringContaining('Error') });
  });

  test('what nothing would ask for any more is asked again', async () => {
    const one = await voyage();
    await pipeline.at(pipeline.clock.now());
    await database.execute('update source set enabled = false where id = $1', [one.carrier]);
    await pipeline.at(pipeline.clock.now() + hourMs);
    expect(await pullTaskOf(one)).toBeUndefined();
    await database.execute('update source set enabled = true where id = $1', [one.carrier]);
    await pipeline.queue.enqueue('housekeeping', null, { singletonKey: 'housekeeping', runAt: pipeline.clock.now() });
    const before = one.source.asked.length;
    await pipeline.at(pipeline.clock.now());
    expect(one.source.asked.length).toBeGreaterThan(before);
    expect(await pullTaskOf(one)).toBeDefined();
    await database.execute(`delete from task where kind = 'housekeeping'`);
  });
});

describe('an ended subscription', () => {
  test('is no longer asked for; a late answer is taken in and does not begin it again', async () => {
    const one = await voyage();
    await pipeline.at(Date.UTC(2026, 1, 15));
    expect(await database.query('select ended from subscription where id = $1', [one.subscription.id])).toEqual([
      { ended: true },
    ]);
    expect(await stateOf(one)).toMatchObject({ next_pull_at: null });
    expect(await pullTaskOf(one)).toBeUndefined();
    const asked = one.source.asked.length;
    await pipeline.at(pipeline.clock.now() + 30 * hourMs);
    expect(one.source.asked).toHaveLength(asked);
    expect((await exceptionsOf(one)).filter((text) => text.endsWith('open') && !text.startsWith('MISSING'))).toEqual(
      [],
    );
    const [inspection] = named(
      [equipmentEvent({ id: 'late', code: 'INSP', port: 'NLRTM', at: '2026-02-11T09:00:00+01:00' })],
      one.bill,
    );
    await database.execute(
      `insert into raw_answer (tenant_id, subscription_id, source_id, via, received_at, body, encoding, hash) values ($1, $2, $3, 'push', $4, $5, 'identity', 'h')`,
      [
        tenant.id,
        one.subscription.id,
        one.carrier,
        new Date(pipeline.clock.now()),
        Buffer.from(JSON.stringify([inspection])),
      ],
    );
    await pipeline.schedulePushed([one.target]);
    await pipeline.at(pipeline.clock.now());
    const fused = (await rowsOf('shipment', one)).find((row) => row['fused']);
    expect((fused?.['content'].events as { statusCode: string }[]).map(({ statusCode }) => statusCode)).toContain(
      'INSP',
    );
    expect(fused).toMatchObject({ ended: true });
    expect(await pullTaskOf(one)).toBeUndefined();
  });
});
