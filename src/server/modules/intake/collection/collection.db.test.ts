import { describe, expect, test } from 'vitest';
import { exampleContainer, ships, transportEvent } from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { unpackHistory, unpackProvenance } from '#server/modules/tracking/shipment/index.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant } from '#testing/people.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages, known, named } from '#testing/voyages.ts';

const hourMs = 3_600_000;
const database = await testDatabase();
const start = Date.UTC(2026, 0, 9);
const pipeline = await startPipeline(database, { start });
const tenant = await buildTenant(database);
const { voyage, rowsOf, stateOf, exceptionsOf, pullTaskOf, written } = createVoyages(database, pipeline, tenant.id);

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
      container_nos: [exampleContainer],
    });
    expect(unpackProvenance(fused?.['provenance'])?.['booking.etd']?.winner.sourceCode).toBe(`dcsa:${one.code}`);
    expect(
      await database.query('select has_data, shipment_id from subscription where id = $1', [one.subscription.id]),
    ).toEqual([{ has_data: true, shipment_id: fused?.['id'] }]);
    // Two days after the plan and the ship is reported to be there still.
    await pipeline.at(Date.UTC(2026, 0, 10, 9));
    one.notify(
      one.events.filter(
        (event) => event['transportEventTypeCode'] !== 'DEPA' || event['eventClassifierCode'] !== 'ACT',
      ),
    );
    await pipeline.at(Date.UTC(2026, 0, 12, 16));
    expect(await exceptionsOf(one)).toContain('DEPART_DELAY open');
  });

  test('that says nothing new writes nothing but when it was queried', async () => {
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

  test('is requested with the validator of the last one', async () => {
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
    one.notify([]);
    await pipeline.at(pipeline.clock.now() + hourMs);
    expect(await rowsOf('shipment', one)).toEqual(before);
    expect(await rowsOf('raw_answer', one)).toHaveLength(2);
  });

  test('that takes back all it reported empties the record; where nothing was reported none begins', async () => {
    const [one, unknown] = [await voyage(), await voyage()];
    const takenBack = (events: readonly WireEvent[]) =>
      events.map((event) => ({ ...event, isRetracted: true, eventCreatedDateTime: '2026-01-01T00:00:00Z' }));
    unknown.notify(takenBack(unknown.events));
    await pipeline.at(pipeline.clock.now());
    expect(await rowsOf('shipment', unknown)).toEqual([]);
    expect(await rowsOf('shipment', one)).toHaveLength(2);
    one.notify(takenBack(one.events));
    await pipeline.at(pipeline.clock.now() + hourMs);
    const empty = { legs: [], containers: [], events: [] };
    expect((await rowsOf('shipment', one)).map((row) => row['content'])).toMatchObject([empty, empty]);
  });

  test('about a container works the same', async () => {
    const one = await voyage({ byContainer: true });
    await pipeline.at(pipeline.clock.now());
    expect(one.source.asked[0]?.searchParams.get('equipmentReference')).toBe(exampleContainer);
    expect(await rowsOf('shipment', one)).toMatchObject([
      { fused: false },
      { fused: true, container_no: exampleContainer },
    ]);
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
    const reported = one.events.filter((event) => event['eventID'] !== 't5');
    for (const [index, day] of ['2026-02-12', '2026-02-14', '2026-02-12'].entries()) {
      reported.push(estimate(`x${index}`, `${day}T06:00:00+01:00`, iso()));
      one.notify(reported);
      await pipeline.at(pipeline.clock.now() + hourMs);
    }
    const fused = (await rowsOf('shipment', one)).find((row) => row['fused']);
    const days = (fused?.['history'].eta as { value: number }[]).map(({ value }) =>
      new Date(value).toISOString().slice(8, 10),
    );
    expect(days).toEqual(['09', '12', '14', '12']);
    const changes = await database.query<{ packed: Buffer; plain: Record<string, [number, string]> | null }>(
      'select packed, changes as plain from shipment_change where shipment_id = $1 order by id',
      [fused?.['id']],
    );
    const etas = changes.flatMap((row) => unpackHistory(row)['booking.eta']?.[0] ?? []);
    expect(etas.map((value) => new Date(value).toISOString().slice(8, 10))).toEqual(['09', '12', '14', '12']);
  });
});

const sourceProblem = async (code: string) =>
  (
    await database.query(
      `select open, handle_status, resolution, params from shipment_exception where subscription_id is null and problem_key = $1`,
      [`dcsa:${code}`],
    )
  )[0];

describe('a source that fails', () => {
  test('is queried again later and later, is shown as failing, and recovers by itself', async () => {
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
    // One problem of the source, not one of each shipment.
    expect(await exceptionsOf(one)).toEqual([]);
    expect(await sourceProblem(one.code)).toMatchObject({ open: true, params: { failures: 6, shipments: 1 } });
    one.notify();
    await pipeline.at((await stateOf(one))['next_pull_at']);
    expect(await stateOf(one)).toMatchObject({ consecutive_failures: 0, last_error: null });
    expect(await sourceProblem(one.code)).toMatchObject({ open: false, handle_status: 2, resolution: 'gone' });
  });

  test('is one exception for all shipments that ask it, with their number, and one of each once it answers others', async () => {
    const one = await voyage();
    const more = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const subscription = await buildSubscription(database, {
          tenantId: tenant.id,
          billNo: `${one.bill}X${n}`,
          carrierCode: one.code,
        });
        return {
          subscription,
          target: await pipeline.subscribe({ ...subscription, tenantId: tenant.id }, one.carrier, pipeline.clock.now()),
        };
      }),
    );
    one.source.respond(() => ({ status: 503 }));
    for (let attempt = 0; attempt < 4; attempt += 1) await pipeline.at(pipeline.clock.now() + 600_000);
    const all = await database.query<{ subscription_id: number | null; incident_id: number | null; params: unknown }>(
      `select subscription_id, incident_id, params from shipment_exception where problem_key = $1 and open`,
      [`dcsa:${one.code}`],
    );
    expect(all).toMatchObject([
      { subscription_id: null, incident_id: expect.any(Number), params: { shipments: 1 + more.length } },
    ]);
    for (const each of more) expect(await exceptionsOf(each)).not.toContain('NO_DATA open');
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
    ['not signed in', { status: 401 }, 'unauthorized'],
    ['forbidden', { status: 403 }, 'not_permitted'],
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
