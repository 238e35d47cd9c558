import { realClock } from '#server/platform/clock/clock.ts';
import { describe, expect, test } from 'vitest';
import type { CallData, CallInput } from '#contract/index.ts';
import { buildContent, buildContainer, buildLeg } from '#domain/testing/builders.ts';
import { foldTraceTotals } from './fold-totals.ts';
import { listExport, type ListWords } from '#server/list/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { toStored, upsertShipments } from '#server/modules/tracking/shipment/index.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { traceIndexSource } from './trace-index-source.ts';

const database = await testDatabase();
await seedMasterData(database);
const [mine, other] = [
  await buildTenant(database, { code: 'TRCA', name: '甲方' }),
  await buildTenant(database, { code: 'TRCB' }),
];
const menus = ['/trace-index'];
await buildUser(database, { tenantId: mine.id, userCode: 'mine', menus });
await buildUser(database, { tenantId: other.id, userCode: 'theirs', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'plain', menus: ['/feedback'] });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [me, stranger, plain] = [await signedIn('mine'), await signedIn('theirs'), await signedIn('plain')];

/** Ahead, whenever this is run: what has passed is no estimate. */
const eta = Date.UTC(2037, 1, 20);
const contentOf = (billNo: string, ata: number | null) =>
  buildContent({
    booking: {
      billNo,
      bookingNo: `BK${billNo}`,
      vesselName: 'MERIDIAN PINE',
      voyage: '101W',
      portOfLoading: 'CNSHA',
      portOfDischarge: 'DEHAM',
      atd: eta - 30 * DAY_MS,
      plannedArrival: eta - 3 * DAY_MS,
      eta,
      ata,
    },
    legs: [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'DEHAM')],
    containers: [buildContainer('MERU1234567'), buildContainer('MERU7654321')],
  });

const reported = {
  recordId: '1',
  sourceType: 'CARRIER',
  sourceCode: 'dcsa:TEST',
  value: eta,
  observedAt: eta - 9 * DAY_MS,
} as const;

/** Writes what a subscription shows, as fusion does. */
async function show(subscription: { id: number; billNo: string | null }, ata: number | null): Promise<void> {
  const content = contentOf(subscription.billNo ?? '', ata);
  await database.transaction(async () => {
    await upsertShipments(
      database,
      [
        {
          tenantId: mine.id,
          subscriptionId: subscription.id,
          fused: true,
          sourceId: null,
          sourceType: 'CARRIER',
          sourceCode: 'fused',
          channel: 'API',
          observedAt: eta,
          receivedAt: eta,
          rawAnswerId: null,
          direction: null,
          containerNo: null,
          ended: false,
          content,
          stored: toStored(content, { booking: { eta: { rule: 'only', winner: reported, others: [] } } }),
          history: null,
        },
      ],
      eta,
    );
    await database.execute(
      `update subscription s set shipment_id = h.id, has_data = true from shipment h
       where h.subscription_id = s.id and h.fused and s.id = $1`,
      [subscription.id],
    );
  });
}

const list = async (body: CallInput<'traceIndex.list'> = {}, who = me): Promise<CallData<'traceIndex.list'>> =>
  (await who.call('traceIndex.list', { body: { pageSize: 100, ...body } })).data;
/** The tabs as they are counted, which the kept totals have to equal. */
async function counted(): Promise<Record<string, number>> {
  const [row] = await database.query<Record<string, number>>(
    `select count(*)::int as "all", count(*) filter (where not ended and not arrived)::int as transit,
       count(*) filter (where not ended and arrived)::int as arrived, count(*) filter (where ended)::int as ended,
       count(*) filter (where exists (select from shipment_exception e where e.subscription_id = s.id and e.open))::int as troubled
     from subscription s where tenant_id = $1`,
    [mine.id],
  );
  return row ?? {};
}

describe('the tracking list', () => {
  test('shows a subscription nobody has reported anything of yet', async () => {
    await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC1' });
    const { records } = await list({ billNo: ['trc1'] });
    expect(records).toMatchObject([
      { referenceNo: 'TRC1', state: 'waiting', obmBkId: null, statusCode: null, share: 0 },
    ]);
  });

  test('shows where a shipment is, its route, its times and how late it is', async () => {
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC2' });
    await show(subscription, null);
    const [row] = (await list({ billNo: ['TRC2'] })).records;
    expect(row).toMatchObject({
      polName: '上海',
      transhipments: '新加坡',
      podCode: 'DEHAM',
      podZone: 'Europe/Berlin',
      vesselName: 'MERIDIAN PINE',
      voyage: '101W',
      eta,
      slipDays: 3,
      containerCount: 2,
      state: 'transit',
    });
  });

  test('says which source reported a value and when, in the list and on the board, and nothing for what nobody reported', async () => {
    const arrival = { source: 'dcsa:TEST', time: reported.observedAt };
    const [row] = (await list({ billNo: ['TRC2'] })).records;
    expect(row?.said).toEqual({ arrival, slipDays: arrival });
    expect((await list({ billNo: ['TRC1'] })).records[0]?.said).toEqual({});
    const { data } = await me.call('traceIndex.board', { body: { billNo: ['TRC2'], weekFrom: '2037-02-16' } });
    expect(data.weeks[0].records).toMatchObject([{ referenceNo: 'TRC2', said: { arrival } }]);
  });

  test('is written into files with the times of each place and their zone', async () => {
    const reference = await openReferenceStore(database, silentLog);
    const exported = listExport(traceIndexSource(reference.current), () => ({ lang: 'en' }) as ListWords);
    reference.stop();
    const ctx = { lang: 'en', clock: realClock, unscoped: database, db: database.system } as unknown as Ctx;
    const prepared = exported.prepare(ctx, {}, ['referenceNo', 'departure', 'arrival']);
    const ids = await database.query<{ id: number }>(`select id from subscription where bill_no = 'TRC2'`);
    expect(await prepared.cells(ids.map(({ id }) => id))).toEqual([
      ['TRC2', '2037-01-21 08:00 CST +8 ACT', '2037-02-20 01:00 CET +1 EST'],
    ]);
  });

  test('finds a shipment by booking and by a container of its bill', async () => {
    expect((await list({ billNo: ['BKTRC2'] })).totalRecord).toBe(1);
    expect((await list({ containerNo: ['meru7654321', 'NONE'] })).records.map((row) => row.referenceNo)).toEqual([
      'TRC2',
    ]);
    expect((await list({ vesselName: 'dian%' })).totalRecord).toBe(0);
    expect((await list({ vesselName: 'dian p' })).totalRecord).toBe(1);
    expect((await list({ etaFrom: eta, etaTo: eta })).totalRecord).toBe(1);
  });

  test('counts its tabs exactly while shipments arrive, end and have exceptions', async () => {
    const arriving = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC3' });
    await show(arriving, null);
    await show(arriving, eta);
    expect((await list({ billNo: ['TRC3'] })).records[0]).toMatchObject({ state: 'arrived' });
    expect((await list({ billNo: ['TRC3'], tab: 'arrived' })).totalRecord).toBe(1);
    // An arrival that is taken back.
    const back = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC4' });
    await show(back, eta);
    await show(back, null);
    expect((await list({ billNo: ['TRC4'] })).records[0]).toMatchObject({ state: 'transit' });
    await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC5', ended: true });
    await buildExceptions(database, { tenantIds: [mine.id, other.id], count: 30, seed: 'trace', from: eta });
    await database.execute('update shipment_exception set open = false where id % 3 = 0');
    await database.execute('delete from shipment_exception where id % 4 = 0');
    await database.execute(`delete from subscription where bill_no = 'TRC1'`);

    const expected = await counted();
    expect((await list()).tabs).toEqual(expected);
    await foldTraceTotals(database);
    expect((await list()).tabs).toEqual(expected);
    for (const tab of ['all', 'transit', 'arrived', 'ended', 'troubled']) {
      const page = await list({ tab });
      expect([page.totalRecord, page.records.length]).toEqual([expected[tab], expected[tab]]);
    }
    const openOf = await database.query<{ id: number; n: number }>(
      'select subscription_id as id, count(*)::int as n from shipment_exception where open group by 1',
    );
    const byId = new Map(openOf.map(({ id, n }) => [String(id), n]));
    for (const row of (await list()).records) expect(row.openExceptions).toBe(byId.get(row.obmTkSubscribeId) ?? 0);
  });

  test('keeps the totals of each carrier and tab, through changes and folding', async () => {
    const counts = async (): Promise<number[]> => {
      const pages = [{}, { tab: 'transit' }, { tab: 'ended' }, { tab: 'troubled' }].map((more) =>
        list({ carrierCode: ['NEWC'], tenantCode: ['TRCA'], ...more }),
      );
      return (await Promise.all(pages)).map(({ totalRecord, records }) => {
        expect(totalRecord).toBe(records.length);
        return totalRecord;
      });
    };
    expect(await counts()).toEqual([0, 0, 0, 0]);
    const { id } = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC6' });
    await database.execute(`update subscription set carrier_code = 'NEWC' where id = $1`, [id]);
    expect(await counts()).toEqual([1, 1, 0, 0]);
    await database.execute('update subscription set ended = true, open_exceptions = 2 where id = $1', [id]);
    expect(await counts()).toEqual([1, 0, 1, 1]);
    await foldTraceTotals(database);
    expect(await counts()).toEqual([1, 0, 1, 1]);
    expect((await list({ carrierCode: ['NEWC'] }, stranger)).totalRecord).toBe(0);
    await database.execute(`update trace_total set n = n + 10 where carrier_code = 'NEWC'`);
    expect((await list({ carrierCode: ['NEWC'], tab: 'ended' })).totalRecord).toBe(11);
    await database.execute('delete from subscription where id = $1', [id]);
    await database.execute(`update trace_total set n = n - 10 where carrier_code = 'NEWC' and n > 0`);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test('has the rows of the own tenants only, and is for those who have its page', async () => {
    expect((await list({ billNo: ['TRC2'] }, stranger)).totalRecord).toBe(0);
    const [{ n }] = (await database.query<{ n: number }>(
      'select count(*)::int as n from subscription where tenant_id = $1',
      [other.id],
    )) as [{ n: number }];
    expect((await list({}, stranger)).tabs?.['all']).toBe(n);
    expect((await plain.call('traceIndex.list', { body: {} })).status).not.toBe(1);
  });

  test('is in order of the expected arrival, with those nobody knows of at the end', async () => {
    const moved = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRCMOVED' });
    await show(moved, null);
    const later = eta + 40 * DAY_MS;
    await database.execute(`update shipment set eta = $2 where subscription_id = $1`, [moved.id, new Date(later)]);
    const [kept] = await database.query<{ eta: number }>('select eta from subscription where id = $1', [moved.id]);
    expect(Number(kept?.eta)).toBe(later);
    await database.execute(`update shipment set eta = $2 where subscription_id = $1`, [moved.id, new Date(eta)]);
    const rows = (await list({ sortRules: [{ columnName: 'eta', sortType: 'asc' }] })).records;
    const etas = rows.map((row) => row.eta);
    const known = etas.filter((value) => value !== null);
    expect(etas.slice(0, known.length)).toEqual(known.toSorted((a, b) => a - b));
    expect(known.length).toBeLessThan(etas.length);
  });
});

type Found = CallData<'recogniseReferences'>[number];

describe('a pasted text', () => {
  test('names what is followed already, to those whose tenant follows it', async () => {
    const body = { text: '您好 TRC20000000, TRC2000001 提单号：TRC200' };
    await buildSubscription(database, { tenantId: mine.id, billNo: 'TRC20000000' });
    const answer: Found[] = (await me.call('recogniseReferences', { body })).data;
    expect(answer.map((found) => [found.number, found.obmTkSubscribeId !== null])).toEqual([
      ['TRC20000000', true],
      ['TRC2000001', false],
    ]);
    const theirs: Found[] = (await stranger.call('recogniseReferences', { body })).data;
    expect(theirs.every((found) => found.obmTkSubscribeId === null)).toBe(true);
    // Who sees both tenants tracks for the own one, which does not follow it yet.
    await buildUser(database, { tenantId: other.id, userCode: 'both', menus, alsoTenants: [mine.id] });
    const both: Found[] = (await (await signedIn('both')).call('recogniseReferences', { body })).data;
    expect(both.map((found) => found.obmTkSubscribeId)).toEqual(theirs.map(() => null));
  });

  test('tells the carrier by its prefix as the master data have it', async () => {
    const [found] = (await me.call('recogniseReferences', { body: { text: 'MAEU123456789' } })).data;
    expect(found).toMatchObject({ kind: 'bill', carrierCode: 'MSK', certainty: 'certain', problem: null });
  });
});

describe('the board by week of arrival', () => {
  const board = async (body: CallInput<'traceIndex.board'> = {}, who = me): Promise<CallData<'traceIndex.board'>> =>
    (await who.call('traceIndex.board', { body })).data;

  test('counts each week exactly, with the filters and tabs of the list, and a count opens its rows', async () => {
    // Monday 16 February 2026 to Monday 30 March, in the zone of the tenant.
    const all = await board({ weekFrom: '2037-02-18' });
    expect(all.weeks.map(({ week }) => week)).toEqual([
      '2037-02-16',
      '2037-02-23',
      '2037-03-02',
      '2037-03-09',
      '2037-03-16',
      '2037-03-23',
    ]);
    const { totalRecord, tabs } = await list();
    const sum = [...all.weeks, all.overdue, all.earlier, all.later, all.none].reduce(
      (total, { count }) => total + count,
      0,
    );
    expect(sum).toBe(totalRecord);
    const [week] = all.weeks;
    expect(week?.count).toBeGreaterThan(0);
    expect(week?.records).toHaveLength(week?.count ?? 0);
    const opened = await list({ arrivalWeek: ['2037-02-16'] });
    expect(opened.totalRecord).toBe(week?.count);
    expect((await list({ arrivalWeek: ['none'] })).totalRecord).toBe(all.none.count);
    const arrived = await board({ weekFrom: '2037-02-18', tab: 'arrived' });
    expect(
      [...arrived.weeks, arrived.earlier, arrived.later, arrived.none].reduce((n, { count }) => n + count, 0),
    ).toBe(tabs?.['arrived']);
    const one = await board({ weekFrom: '2037-02-18', billNo: ['TRC2'] });
    expect(one.weeks[0]).toMatchObject({ count: 1, records: [{ referenceNo: 'TRC2' }] });
    const later = await board({ weekFrom: '2037-03-02' });
    expect(later.earlier.count).toBe(all.earlier.count + (week?.count ?? 0) + (all.weeks[1]?.count ?? 0));
  });

  test('a shipment belongs to the week of the zone of the reader', async () => {
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRCSUNDAY' });
    // Sunday 22 February 17:00 UTC is Monday in China.
    await show(subscription, Date.UTC(2037, 1, 22, 17));
    const { weeks } = await board({ weekFrom: '2037-02-16', billNo: ['TRCSUNDAY'] });
    expect(weeks.map(({ count }) => count)).toEqual([0, 1, 0, 0, 0, 0]);
  });

  test('what has passed without arriving is overdue and of no week, until it is followed no more', async () => {
    const subscription = await buildSubscription(database, { tenantId: mine.id, billNo: 'TRCLATE' });
    await show(subscription, null);
    const past = new Date(realClock.now() - 3 * DAY_MS);
    const of = async () => {
      const { weeks, overdue, earlier, later, none } = await board({ billNo: ['TRCLATE'] });
      return { overdue, none: none.count, weeks: [...weeks, earlier, later].reduce((n, { count }) => n + count, 0) };
    };
    expect(await of()).toMatchObject({ weeks: 1, none: 0, overdue: { count: 0, records: [] } });
    // As fusion keeps an arrival that was expected three days ago.
    await database.execute('update shipment set eta = $2, awaited_until = $2 where subscription_id = $1', [
      subscription.id,
      past,
    ]);
    expect(await of()).toMatchObject({
      weeks: 0,
      none: 0,
      overdue: { count: 1, records: [{ referenceNo: 'TRCLATE' }] },
    });
    expect(await list({ arrivalWeek: ['overdue'], billNo: ['TRCLATE'] })).toMatchObject({ totalRecord: 1 });
    expect((await board({ billNo: ['TRCLATE'] }, stranger)).overdue.count).toBe(0);
    // Another source has reported a later time.
    await database.execute('update shipment set awaited_until = $2 where subscription_id = $1', [
      subscription.id,
      new Date(realClock.now() + DAY_MS),
    ]);
    expect(await of()).toMatchObject({ weeks: 1, overdue: { count: 0 } });
    await database.execute('update shipment set awaited_until = $2 where subscription_id = $1', [
      subscription.id,
      past,
    ]);
    await database.execute('update subscription set ended = true where id = $1', [subscription.id]);
    expect(await of()).toMatchObject({ weeks: 0, none: 1, overdue: { count: 0 } });
    // It stays as it was when it ended: four days ago the arrival was still expected.
    const setEnd = 'update subscription set ended = $2, ended_at = $3 where id = $1';
    await database.execute(setEnd, [subscription.id, true, new Date(realClock.now() - 4 * DAY_MS)]);
    expect(await of()).toMatchObject({ weeks: 1, none: 0, overdue: { count: 0 } });
    await database.execute(setEnd, [subscription.id, false, null]);
    await show(subscription, eta);
    expect(await of()).toMatchObject({ weeks: 1, overdue: { count: 0 } });
  });

  test('begins a week before now, has only what the own tenants follow, and refuses a day that there is not', async () => {
    const { weeks, thisWeek } = await board();
    expect(weeks[1]?.week).toBe(thisWeek);
    const theirs = await board({ weekFrom: '2037-02-18' }, stranger);
    // What they follow themselves has reported nothing yet.
    expect([...theirs.weeks, theirs.earlier, theirs.later].every(({ count }) => count === 0)).toBe(true);
    expect(theirs.none.count).toBe((await list({}, stranger)).totalRecord);
    for (const weekFrom of ['2037-02-30', '9999-12-31', '0001-01-01'])
      expect((await me.call('traceIndex.board', { body: { weekFrom } })).http).toBeLessThan(500);
    expect((await me.call('traceIndex.board', { body: { weekFrom: '9999-12-31' } })).status).toBe(0);
    expect((await plain.call('traceIndex.board', { body: {} })).http).toBe(403);
  });
});
