import { describe, expect, test } from 'vitest';
import { menuCodes } from '#shared/reference/menus.ts';
import { anyTask } from '#testing/any-task.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { testDatabase } from '#testing/test-database.ts';
import { addAggregator, createVoyages } from '#testing/voyages.ts';
import { writtenFile } from '#testing/written-file.ts';
import { unknownPortExport } from './show-ports.ts';

const database = await testDatabase();
/** Addresses inside the own network that sources with a profile may have. */
const allowedUrls: string[] = [];
const pipeline = await startPipeline(database, {
  start: Date.UTC(2026, 1, 11),
  delivery: { ...testDelivery, allowedUrls },
});
const [mine, theirs] = [await buildTenant(database, { code: 'PORTA' }), await buildTenant(database)];
await buildUser(database, { tenantId: mine.id, userCode: 'mapper', name: '孙图', menus: menuCodes, allTenants: true });
await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
await pipeline.reference.refresh();
const { signedIn } = await pipelineApp(database, pipeline);
const [client, stranger] = [await signedIn('mapper'), await signedIn('stranger')];
const { voyage, rowsOf, exceptionsOf } = createVoyages(database, pipeline, mine.id);
const ft = await addAggregator(database, pipeline.keys);
const wordy = await addAggregator(
  database,
  pipeline.keys,
  (text) => text.replaceAll(/"(portCode|podCode|code)":"NLRTM"/g, '"$1":"Europoort West"'),
  'wordy',
);
allowedUrls.push(ft.baseUrl, wordy.baseUrl);
const { clock } = pipeline;
const hourMs = 3_600_000;

/** A voyage whose carrier writes the port of discharge in a way of its own. */
async function misspelt(raw: string) {
  const one = await voyage();
  const events = JSON.parse(JSON.stringify(one.events).replaceAll('"NLRTM"', `"${raw}"`)) as typeof one.events;
  one.notify(events);
  await pipeline.at(clock.now());
  return { ...one, events };
}

const list = async (who = client, body = {}) => (await who.call('unknownPortQuery', { body })).data;
const rowOf = async (raw: string) => (await list()).records.find((row: any) => row.rawCode === raw);
const recordOf = async (one: { subscription: { id: number }; target: number }) =>
  (await rowsOf('shipment', one)).find((row) => !row['fused'] && row['source_code'].startsWith('dcsa')) ?? {};
const map = async (raw: string, portCode?: string) => {
  const { unknownPortId, recordVersion } = await rowOf(raw);
  return client.call('unknownPortMap', { body: { unknownPortId, recordVersion, portCode } });
};
const unmap = async (raw: string) => {
  const { unknownPortId, recordVersion } = await rowOf(raw);
  return client.call('unknownPortUnmap', { body: { unknownPortId, recordVersion } });
};

const events = 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED';
await database.execute(
  `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, trigger_status, trigger_events, active)
   values ($1, 'all', 'IN_APP', 'mapper', 'Faulted', $2, true)`,
  [mine.id, events],
);
const countReported = async (): Promise<number> =>
  Number((await database.query<{ n: number }>('select count(*)::int as n from notification'))[0]?.n);

describe('a code that nobody knows', () => {
  test('is collected with its source, its shipments and a guess', async () => {
    const one = await misspelt('NLQRX');
    await pipeline.subscribe({ ...one.subscription, tenantId: mine.id }, ft.id, clock.now());
    await pipeline.at(clock.now());
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED open');
    const row = await rowOf('NLQRX');
    expect(row).toMatchObject({ state: 'open', shipments: 1, tenants: 1, waiting: 0, sourceCode: `dcsa:${one.code}` });
    // The aggregator says of the same shipment where it goes.
    expect(row.guesses[0]).toMatchObject({ portCode: 'NLRTM', reasons: expect.arrayContaining(['sameShipment']) });
    const { data } = await client.call('unknownPortGet', { query: { unknownPortId: row.unknownPortId } });
    expect(data.examples).toMatchObject([{ blNo: one.bill, tenantCode: 'PORTA' }]);
  });

  test('is shown to the tenants that have it, and to nobody else', async () => {
    expect(await list(stranger)).toMatchObject({ records: [], totalRecord: 0 });
    const { unknownPortId, recordVersion } = await rowOf('NLQRX');
    const body = { unknownPortId, recordVersion, portCode: 'NLRTM' };
    expect(await stranger.call('unknownPortGet', { query: { unknownPortId } })).toMatchObject({
      status: 0,
      data: { notFound: true },
    });
    expect(await stranger.call('unknownPortMap', { body })).toMatchObject({ status: 0 });
  });

  test('is mapped once: its records are made again and its exceptions resolve by themselves', async () => {
    const one = await misspelt('NLQRY');
    const asReceived = await recordOf(one);
    expect(asReceived['port_of_discharge']).toBe('NLQRY');
    const requested = one.source.asked.length;
    const mapped = await map('NLQRY', 'NLRTM');
    expect(mapped).toMatchObject({ status: 1, data: { ports: [{ state: 'mapped', portCode: 'NLRTM', waiting: 1 }] } });
    await pipeline.worker.processAll();
    expect(one.source.asked.length).toBe(requested);
    expect(await recordOf(one)).toMatchObject({ port_of_discharge: 'NLRTM' });
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED closed');
    const row = await rowOf('NLQRY');
    expect(row).toMatchObject({ waiting: 0, mappedByName: '孙图', run: { state: 'done', done: 1, resolved: 1 } });
    // The same again changes nothing.
    const { record_version: version } = await recordOf(one);
    expect(await map('NLQRY', 'NLRTM')).toMatchObject({ status: 1 });
    await pipeline.worker.processAll();
    expect(await recordOf(one)).toMatchObject({ record_version: version });
    expect((await rowOf('NLQRY')).run).toEqual(row.run);
  });

  test('is as it was once the mapping is taken back', async () => {
    const one = await misspelt('NLQRZ');
    const before = await recordOf(one);
    await map('NLQRZ', 'NLRTM');
    await pipeline.worker.processAll();
    await unmap('NLQRZ');
    await pipeline.worker.processAll();
    const after = await recordOf(one);
    expect([after['content'], after['content_hash']]).toEqual([before['content'], before['content_hash']]);
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED open');
    expect(await rowOf('NLQRZ')).toMatchObject({ state: 'open', portCode: null, waiting: 0 });
    const [exception] = await database.query<{ regressions: number }>(
      `select regressions from shipment_exception where subscription_id = $1 and type_code = 'PORT_UNMATCHED'`,
      [one.subscription.id],
    );
    // It came back by what we did: that is no regression of the shipment.
    expect(exception?.regressions).toBe(0);
  });

  test('is no change of the route when it is mapped, and nobody is notified', async () => {
    const one = await misspelt('NLQRE');
    await pipeline.at(clock.now() + 30 * hourMs);
    const reportedBefore = await countReported();
    await map('NLQRE', 'NLRTM');
    await pipeline.worker.processAll();
    expect(await recordOf(one)).toMatchObject({ port_of_discharge: 'NLRTM' });
    expect(await countReported()).toBe(reportedBefore);
    // News of the source afterwards finds nothing changed either.
    one.notify([...one.events].map((event) => structuredClone(event)).slice(0, -1));
    await pipeline.at(clock.now() + hourMs);
    expect((await exceptionsOf(one)).filter((text: string) => text.startsWith('ROUTE_CHANGED'))).toEqual([]);
    const reportedByNews = await countReported();
    await unmap('NLQRE');
    await pipeline.worker.processAll();
    expect((await exceptionsOf(one)).filter((text: string) => text.startsWith('ROUTE_CHANGED'))).toEqual([]);
    expect(await countReported()).toBe(reportedByNews);
  });

  test('is known to later answers of its source, and of this source only', async () => {
    const one = await misspelt('NLQRA');
    await map('NLQRA', 'NLRTM');
    await pipeline.worker.processAll();
    const other = await misspelt('NLQRA');
    expect(await recordOf(other)).toMatchObject({ port_of_discharge: 'NLQRA' });
    one.notify([...one.events].slice(0, -1));
    await pipeline.at(clock.now() + hourMs);
    expect(await recordOf(one)).toMatchObject({ port_of_discharge: 'NLRTM' });
    const rows = (await list()).records.filter((row: any) => row.rawCode === 'NLQRA');
    expect(rows.map((row: any) => row.state).sort()).toEqual(['mapped', 'open']);
  });

  test('may be reported to be no port: nobody is notified of it any more', async () => {
    const one = await misspelt('NLQRB');
    expect(await map('NLQRB')).toMatchObject({ status: 1, data: { ports: [{ state: 'not_port' }] } });
    await pipeline.worker.processAll();
    expect(await recordOf(one)).toMatchObject({ port_of_discharge: 'NLQRB' });
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED closed');
    await unmap('NLQRB');
    await pipeline.worker.processAll();
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED open');
  });

  test('may be a name: it is refused until it is mapped, and then read as the port', async () => {
    const one = await voyage();
    await pipeline.subscribe({ ...one.subscription, tenantId: mine.id }, wordy.id, clock.now());
    await pipeline.at(clock.now());
    const wordsOf = async () => (await rowsOf('shipment', one)).find((row) => row['source_code'] === 'wordy') ?? {};
    expect((await wordsOf())['port_of_discharge']).toBeNull();
    const row = (await list()).records.find((found: any) => found.sourceCode === 'wordy');
    expect(row).toMatchObject({ state: 'open', shipments: 1, rawCode: expect.stringContaining('EUROPOORT') });
    await map(row.rawCode, 'NLRTM');
    await pipeline.worker.processAll();
    expect((await wordsOf())['port_of_discharge']).toBe('NLRTM');
    expect(await rowOf(row.rawCode)).toMatchObject({ state: 'mapped', waiting: 0 });
  });

  test('is healed by itself once master data know it', async () => {
    const one = await misspelt('NLQRC');
    await database.execute(
      `insert into md_port_alias (alias, port_code, port_id) select 'NLQRC', code, id from md_port where code = 'NLRTM'`,
    );
    await pipeline.reference.refresh();
    await pipeline.queue.enqueue(anyTask('housekeeping'), null, { singletonKey: 'housekeeping' });
    await pipeline.worker.processAll();
    expect(await recordOf(one)).toMatchObject({ port_of_discharge: 'NLRTM' });
    expect(await exceptionsOf(one)).toContain('PORT_UNMATCHED closed');
    expect(await rowOf('NLQRC')).toBeUndefined();
  });

  test('is written into a file in the order of the list, for the tenants that have it', async () => {
    await misspelt('NLQRF');
    await misspelt('NLQRG');
    await map('NLQRF', 'NLRTM');
    await pipeline.worker.processAll();
    const file = async (tenantId: number, query: Record<string, unknown>, columns?: string[]) =>
      writtenFile(
        unknownPortExport(pipeline.reference.current),
        { database, clock },
        {
          scope: { kind: 'tenants', tenantIds: [tenantId] },
          lang: 'en',
          query,
          ...(columns === undefined ? {} : { columns }),
        },
      );
    const [titles, ...all] = await file(mine.id, {});
    expect(titles).toEqual([
      'As written',
      'Kind',
      'Source',
      'State',
      'Means',
      'Shipments',
      'To correct',
      'Tenants',
      'Place as text',
      'First seen (UTC)',
      'Last seen (UTC)',
      'Decided by',
      'Decided at (UTC)',
    ]);
    expect(all.map(([raw]) => raw)).toEqual(
      (await list(client, { pageSize: 100 })).records.map((row: any) => row.rawCode),
    );
    const chosen = ['state', 'rawCode', 'port', 'mappedBy'];
    expect(await file(mine.id, { keyword: 'NLQRF' }, chosen)).toEqual([
      ['State', 'As written', 'Means', 'Decided by'],
      ['Mapped', 'NLQRF', 'NLRTM Rotterdam', '孙图'],
    ]);
    expect(await file(mine.id, { keyword: 'NLQRG', state: ['open'] }, chosen)).toMatchObject([
      {},
      ['Open', 'NLQRG', '', ''],
    ]);
    expect(await file(theirs.id, {})).toEqual([titles]);
    await expect(file(mine.id, {}, ['guess'])).rejects.toThrow();
  });

  test('that somebody else has dealt with meanwhile is left alone, and a port has to exist', async () => {
    await misspelt('NLQRD');
    const { unknownPortId } = await rowOf('NLQRD');
    const stale = { unknownPortId, recordVersion: 7, portCode: 'NLRTM' };
    expect(await client.call('unknownPortMap', { body: stale })).toMatchObject({ status: 0 });
    expect(await map('NLQRD', 'XXXXX')).toMatchObject({ status: 0, msg: '没有代码为 XXXXX 的港口' });
    expect(await unmap('NLQRD')).toMatchObject({ status: 0 });
  });
});
