import { describe, expect, test } from 'vitest';
import {
  directVoyage,
  equipmentEvent,
  exampleBill,
  exampleContainer,
  ships,
  transportEvent,
} from '#server/connectors/dcsa/event-builders.ts';
import type { WireEvent } from '#server/connectors/dcsa/event-builders.ts';
import { isDay } from '#shared/time/day.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { startPipeline } from '#testing/pipeline.ts';
import { startScriptedSource } from '#testing/scripted-source.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const pipeline = await startPipeline(database, { start: Date.UTC(2026, 0, 20) });
const [mine, theirs] = [
  await buildTenant(database, { code: 'TRACA', name: '海帆' }),
  await buildTenant(database, { code: 'TRACB' }),
];
await buildUser(database, { tenantId: mine.id, userCode: 'tracer', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'other', menus: menuCodes });
const { signedIn } = await productApp(database, pipeline);
const [client, other] = [await signedIn('tracer'), await signedIn('other')];

let serial = 0;
async function shipment(events: readonly WireEvent[]) {
  const source = await startScriptedSource();
  const code = `TRC${String.fromCharCode(65 + serial++)}`;
  const bill = `${code}${exampleBill.slice(4)}`;
  const body = JSON.parse(JSON.stringify(events).replaceAll(exampleBill, bill)) as WireEvent[];
  source.respond((url) => ({
    body: url.searchParams.has('transportDocumentReference')
      ? body.filter((event) => Date.parse(String(event['eventCreatedDateTime'])) <= pipeline.clock.now())
      : [],
  }));
  const subscription = await buildSubscription(database, { tenantId: mine.id, carrierCode: code, billNo: bill });
  await pipeline.subscribe(subscription, await pipeline.addCarrier(code, source.baseUrl), pipeline.clock.now());
  await pipeline.worker.processAll();
  await pipeline.reference.refresh();
  const rows = await database.query<{ id: number; fused: boolean }>(
    'select id, fused from shipment where subscription_id = $1',
    [subscription.id],
  );
  return {
    bill,
    code,
    fusedId: String(rows.find((row) => row.fused)?.id),
    recordId: String(rows.find((row) => !row.fused)?.id),
  };
}
const trace = async (obmBkId: string | number, who = client) => who.call('getTrace', { query: { obmBkId } });
const known = await shipment(directVoyage());

describe('the trace', () => {
  test('tells values, which source stated them, where the cargo is and what is wrong', async () => {
    const { data, status } = await trace(known.fusedId);
    expect(status).toBe(1);
    expect(data.booking).toMatchObject({
      obmBkId: known.fusedId,
      blNo: known.bill,
      unionFlag: 1,
      polCode: 'CNSHA',
      polNameCn: '上海',
      podCode: 'NLRTM',
      endFlag: 0,
    });
    expect(data.booking.atdStr).toBe('2026-01-10 19:30:00');
    expect(data.subscription).toMatchObject({ tenantName: '海帆', isBillNo: 1 });
    expect(data.places.NLRTM).toMatchObject({ zone: 'Europe/Amsterdam', nameCn: '鹿特丹' });
    expect(data.provenance['booking.atd']).toMatchObject({
      rule: 'only',
      winner: { sourceCode: `dcsa:${known.code}`, sourceNameCn: `${known.code} 接口` },
    });
    expect(data.sources).toMatchObject([
      { code: `dcsa:${known.code}`, bkId: known.recordId, consecutiveFailures: 0, lastError: null },
    ]);
    expect(data.containers).toMatchObject([{ containerNo: exampleContainer, tradeName: '40HQ', lastFreeDay: null }]);
    expect(data.etaHistory.length).toBeGreaterThan(0);
    expect(data.now).toBe(pipeline.clock.now());
  });

  test('puts the ship on her lane between what is behind and what is ahead', async () => {
    const { data } = await trace(known.fusedId);
    const [leg] = data.track;
    expect(leg).toMatchObject({ leg: 1, estimated: true });
    expect(leg.distanceNm).toBeGreaterThan(9500);
    expect(leg.travelled.length).toBeGreaterThan(1);
    expect(leg.remaining.length).toBeGreaterThan(1);
    expect(leg.travelled.at(-1)).toEqual(leg.remaining[0]);
    expect(data.vessel).toMatchObject({ name: 'AMBER TIDE', lon: leg.remaining[0][0], lat: leg.remaining[0][1] });
  });

  test('shows a day that was reported without a time as that day', async () => {
    const onDay = directVoyage().map((event) =>
      event['transportEventTypeCode'] === 'DEPA' && event['eventClassifierCode'] === 'ACT'
        ? { ...event, eventDateTime: '2026-01-10' }
        : event,
    );
    const { data } = await trace((await shipment(onDay)).fusedId);
    expect(data.booking.atdStr).toBe('2026-01-10');
    expect(isDay(data.booking.atd)).toBe(true);
  });

  test('is found by the record of a source too', async () => {
    expect((await trace(known.recordId)).data.booking.obmBkId).toBe(known.fusedId);
    const source = await client.call('getBusinessData', { query: { obmBkId: known.recordId } });
    expect(source.data.obmBk).toMatchObject({ obmBkId: known.recordId, unionFlag: 0, bizSourceType: 'CARRIER' });
    expect(source.data.mdStatusRecordList.length).toBeGreaterThan(5);
    expect(source.data.obmMultiVessel).toMatchObject([{ polCode: 'CNSHA', podCode: 'NLRTM', vesselEn: 'AMBER TIDE' }]);
  });

  test.each([['999999999'], ['0'], ['-1'], ['abc'], [''], ['1e3'], ['99999999999999999999']])(
    'the id %j is answered in words',
    async (id) => {
      for (const call of ['getTrace', 'getBusinessData'] as const) {
        const answer = await client.call(call, { query: { obmBkId: id } });
        expect(answer.status).not.toBe(1);
        expect(answer.http).toBeLessThan(500);
        expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
      }
    },
  );

  test.each([[{ obmBkId: '' }], [{}]])(
    'business data without an id (%j) are refused by the specified message',
    async (query) => {
      expect(await client.call('getBusinessData', { query })).toMatchObject({ status: 0, msg: 'obmBkId不能为空' });
    },
  );

  test('of other tenants is not there, by no id of it', async () => {
    for (const id of [known.fusedId, known.recordId]) {
      const answer = await trace(id, other);
      expect(answer.status).not.toBe(1);
      expect(answer.text).not.toContain(known.bill);
      const nowhere = await trace('999999999', other);
      expect(nowhere).toMatchObject({ http: 200, status: 0, data: { notFound: true } });
      expect([answer.msg, answer.data]).toEqual([nowhere.msg, nowhere.data]);
    }
  });

  test('speaks the language of the caller', async () => {
    const answer = await client.call('getTrace', { query: { obmBkId: known.fusedId }, headers: { 'x-lang': 'en' } });
    for (const { testPurposeName, errorRemark } of answer.data.exceptions)
      expect(`${testPurposeName}${errorRemark}`).not.toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('the last free day', () => {
  const until = (count: number) => directVoyage().slice(0, count);

  test('is counted at the place: at the terminal from the discharge, outside from the gate, then no more', async () => {
    const discharged = until(13);
    const out = until(15);
    expect(discharged.at(-1)?.['equipmentEventTypeCode']).toBe('DISC');
    expect(out.at(-1)?.['equipmentEventTypeCode']).toBe('GTOT');
    await pipeline.at(Date.UTC(2026, 1, 13));
    const days = await database.query<{ a: number; b: number }>(
      'select free_demurrage_days a, free_detention_days b from tenant where id = $1',
      [mine.id],
    );
    const dayOf = async (events: readonly WireEvent[]): Promise<string | null> =>
      (await trace((await shipment(events)).fusedId)).data.containers[0].lastFreeDay;
    const after = (day: number, count: number): string =>
      new Date(Date.UTC(2026, 1, day + count)).toISOString().slice(0, 10);
    expect(await dayOf(discharged)).toBe(after(10, days[0]?.a ?? 0));
    expect(await dayOf(out)).toBe(after(12, days[0]?.b ?? 0));
    const next = await shipment(out);
    await database.execute(
      `insert into md_free_time (carrier_code, place_code, demurrage_days, detention_days, detention_rate, currency)
       values ($1, 'NL', 1, 2, 55, 'EUR'), ($1, 'NLRTM', 3, 4, 60, 'EUR'), ($1, 'BE', 9, 9, 1, 'EUR')`,
      [next.code],
    );
    await pipeline.reference.refresh();
    expect((await trace(next.fusedId)).data.containers[0]).toMatchObject({
      lastFreeDay: after(12, 4),
      tariff: { days: 4, rate: 60, currency: 'EUR' },
    });
    await database.execute('update tenant set free_detention_days = 11 where id = $1', [mine.id]);
    expect((await trace(next.fusedId)).data.containers[0]).toMatchObject({ lastFreeDay: after(12, 11), tariff: null });
    await database.execute('update tenant set free_detention_days = $2 where id = $1', [mine.id, days[0]?.b]);
    await pipeline.at(Date.UTC(2026, 1, 15));
    expect(await dayOf(directVoyage())).toBeNull();
  });
});

describe('lanes', () => {
  test('across the antimeridian are one line', async () => {
    await pipeline.at(Date.UTC(2026, 2, 8));
    const ship = ships.first;
    const made = await shipment([
      equipmentEvent({ id: 'l', code: 'LOAD', port: 'CNSHA', at: '2026-03-01T02:00:00+08:00', ship }),
      transportEvent({ id: 'd', code: 'DEPA', port: 'CNSHA', at: '2026-03-01T12:00:00+08:00', ship }),
      transportEvent({
        id: 'a',
        code: 'ARRI',
        classifier: 'EST',
        port: 'USLAX',
        at: '2026-03-15T12:00:00-07:00',
        createdAt: '2026-03-01T05:00:00Z',
        ship,
      }),
    ]);
    const { data } = await trace(made.fusedId);
    const line = [...data.track[0].travelled, ...data.track[0].remaining] as [number, number][];
    for (const [index, [lon]] of line.entries())
      if (index > 0) expect(Math.abs(lon - (line[index - 1] as [number, number])[0])).toBeLessThan(90);
    expect(line.at(-1)?.[0]).toBeGreaterThan(180);
    expect(data.vessel.lon).toBeGreaterThan(121);
  });

  test('over a transhipment hang together', async () => {
    const [first, second] = [ships.first, ships.second];
    const made = await shipment([
      transportEvent({ id: 'd1', code: 'DEPA', port: 'CNSHA', at: '2026-02-01T12:00:00+08:00', ship: first }),
      transportEvent({ id: 'a1', code: 'ARRI', port: 'SGSIN', at: '2026-02-08T12:00:00+08:00', ship: first }),
      equipmentEvent({ id: 'x1', code: 'DISC', port: 'SGSIN', at: '2026-02-08T20:00:00+08:00', ship: first }),
      equipmentEvent({ id: 'x2', code: 'LOAD', port: 'SGSIN', at: '2026-02-10T20:00:00+08:00', ship: second }),
      transportEvent({ id: 'd2', code: 'DEPA', port: 'SGSIN', at: '2026-02-11T12:00:00+08:00', ship: second }),
      transportEvent({
        id: 'a2',
        code: 'ARRI',
        classifier: 'EST',
        port: 'NLRTM',
        at: '2026-03-20T12:00:00+01:00',
        createdAt: '2026-02-11T05:00:00Z',
        ship: second,
      }),
    ]);
    const { data } = await trace(made.fusedId);
    expect(data.track).toHaveLength(2);
    expect(data.track[0].remaining).toEqual([]);
    const [end, start] = [data.track[0].travelled.at(-1), data.track[1].travelled[0]];
    expect(Math.hypot(end[0] - start[0], end[1] - start[1])).toBeLessThan(1);
    expect(data.vessel.name).toBe('BIRCH WAKE');
  });
});
