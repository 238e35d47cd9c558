import { httpModule } from '#server/module/index.ts';
import { createConnection } from 'node:net';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { loadingReport } from '#server/connectors/edifact/samples.ts';
import { startReceiving } from '#server/modules/network/position/index.ts';
import { takeBookings } from '#server/modules/tracking/subscription/index.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/time/instant.ts';
import { sentence } from '#testing/ais-sentences.ts';
import { startEdi } from '#testing/edi.ts';
import { buildUser } from '#testing/people.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createVoyages } from '#testing/voyages.ts';
import { refusal } from './index.ts';

// Every way in over its own protocol: what is sent wrong is found on the page of refusals, at its source and with its reason.
const database = await testDatabase();
const { pipeline, mine, other, addPartner, samples, upload, all } = await startEdi(database);
await buildUser(database, { tenantId: other.id, userCode: 'ways.other', menus: ['/refusals'] });
const { voyage } = createVoyages(database, pipeline, mine.id);
const app = await testApp(database, { clock: pipeline.clock, modules: [httpModule(refusal, {})] });
const viewer = await app.signedIn('edi.all');
const stranger = await app.signedIn('ways.other');
const log = pino({ level: 'silent' });

type Group = { groupId: string; sourceCode: string | null; count: number; reason: { code: string; text: string } };
const groups = async (way: string, who = viewer): Promise<Group[]> =>
  (await who.call('refusalQuery', { body: { pageSize: 100, way: [way] }, headers: { 'x-lang': 'en' } })).data.records;
const found = async (way: string): Promise<[string | null, string, number][]> =>
  (await groups(way)).map(({ sourceCode, reason, count }) => [sourceCode, reason.code, count]);
const itemsOf = async (way: string, reason: string): Promise<Record<string, unknown>[]> => {
  const groupId = (await groups(way)).find((group) => group.reason.code === reason)?.groupId;
  return (await viewer.call('refusalGet', { query: { groupId }, headers: { 'x-lang': 'en' } })).data.items;
};

describe('a source that is asked', () => {
  test('has its unreadable answers counted, and the events of a readable one kept one by one', async () => {
    const one = await voyage();
    const code = `dcsa:${one.code}`;
    one.source.respond(() => ({ body: 'hello' }));
    await pipeline.at(pipeline.clock.now());
    expect(await found('pull')).toEqual([[code, 'bad_answer', 1]]);
    expect(await itemsOf('pull', 'bad_answer')).toMatchObject([{ count: 1, subject: null }]);

    const [first, ...rest] = one.events;
    const { eventDateTime: _gone, ...timeless } = first as Record<string, unknown>;
    one.tell([timeless, ...rest] as typeof one.events);
    await pipeline.at(pipeline.clock.now() + HOUR_MS);
    const kept = (await groups('pull')).filter(({ reason }) => reason.code !== 'bad_answer');
    expect(kept).toMatchObject([{ sourceCode: code, count: 1 }]);
    expect(await itemsOf('pull', kept[0]?.reason.code ?? '')).toMatchObject([
      { field: 'eventDateTime', subscriptionId: String(one.subscription.id), count: 1 },
    ]);
    // Asked again with the same answer, nothing is refused twice.
    await pipeline.at(pipeline.clock.now() + HOUR_MS);
    expect((await groups('pull')).map(({ count }) => count)).toEqual([1, 1]);
    expect(await groups('pull', stranger)).toEqual([]);
  });
});

describe('the order system of a tenant', () => {
  test('has its wrong bookings kept and its unreadable pages counted', async () => {
    const orders = await startScriptedSource();
    const feed = {
      database,
      clock: pipeline.clock,
      log,
      baseUrl: orders.baseUrl,
      schedulePulls: () => Promise.resolve(),
    };
    orders.respond((url) =>
      url.pathname.includes('EDIA/bookings') ? { body: { bookings: [{ orderNo: 7 }], next: '1' } } : { status: 404 },
    );
    await takeBookings(feed);
    orders.respond((url) => (url.pathname.includes('EDIA/bookings') ? { body: '<html>' } : { status: 404 }));
    await takeBookings(feed);
    // A system that does not answer at all has refused us, not we it.
    orders.respond(() => ({ status: 503 }));
    await takeBookings(feed);
    expect((await found('feed')).toSorted()).toEqual([
      ['EDIA', 'malformed_event', 1],
      ['EDIA', 'unreadable', 1],
    ]);
    expect(await itemsOf('feed', 'unreadable')).toMatchObject([{ count: 1, sample: null }]);
    expect(await itemsOf('feed', 'malformed_event')).toMatchObject([{ field: 'orderNo', sample: '{"orderNo":7}' }]);
    expect(await groups('feed', stranger)).toEqual([]);
  });
});

describe('a partner of electronic messages', () => {
  test('has the messages listed of which something was not taken; what is no message is nobody’s', async () => {
    const { file, sender } = samples();
    await addPartner(sender);
    const broken = file(['COARRI', loadingReport]).replaceAll('LOC+9+CNSHA', 'LOC+9+');
    expect((await upload(all, broken)).status).toBe(1);
    expect((await upload(all, 'hello, world', 'hello.txt')).status).toBe(1);
    const rows = await found('edi');
    expect(rows).toContainEqual([null, 'not_edifact', 1]);
    const ofPartner = rows.filter(([source]) => source === sender);
    expect(ofPartner.length).toBeGreaterThan(0);
    const items = await itemsOf('edi', ofPartner[0]?.[1] ?? '');
    const { status } = await all.call('ediGet', { query: { id: String(items[0]?.['ediMessageId']) } });
    expect(status).toBe(1);
    expect(await groups('edi', stranger)).toEqual([]);
  });
});

describe('a receiver of positions', () => {
  test('has its broken sentences counted by the hour, with the first of them', async () => {
    const feed = { code: 'tcp-listen://quay', kind: 'listen', host: '127.0.0.1', port: 0 } as const;
    const receiving = startReceiving({
      database,
      clock: pipeline.clock,
      log,
      reference: pipeline.reference.current,
      feeds: [feed],
      leaseEveryMs: 20,
    });
    const good = sentence('AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0');
    const wrong = `${good.slice(0, -2)}00`;
    const soon = { timeout: 15_000 };
    await vi.waitFor(() => expect(receiving.portOf(feed.code)).toBeGreaterThan(0), soon);
    const send = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const socket = createConnection(receiving.portOf(feed.code) as number, '127.0.0.1', () => socket.end(text));
        socket.on('error', reject).on('close', () => resolve());
      });
    await send(`${good}\r\n${wrong}\r\n!AIVDM,1\r\n${wrong}\r\n`);
    await vi.waitFor(async () => expect((await found('ais')).length).toBe(2), soon);
    pipeline.clock.advance(MINUTE_MS);
    await send(`${wrong}\r\n`);
    await vi.waitFor(async () => expect(await found('ais')).toContainEqual([feed.code, 'badChecksum', 3]), soon);
    await receiving.stop();
    expect((await found('ais')).toSorted()).toEqual([
      [feed.code, 'badChecksum', 3],
      [feed.code, 'badFields', 1],
    ]);
    expect(await itemsOf('ais', 'badChecksum')).toMatchObject([{ count: 3, sample: wrong, subscriptionId: null }]);
    expect(await groups('ais', stranger)).toEqual([]);
  });
});
