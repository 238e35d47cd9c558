import { describe, expect, test } from 'vitest';
import { at, buildSimpleView, t0 } from '#domain/testing/builders.ts';
import { readReference } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { detectSubscriptions } from './detect-subscriptions.ts';
import type { DetectionSubject } from './detection-types.ts';

const database = await testDatabase();
await seedMasterData(database);
const mine = await buildTenant(database, { code: 'BOXA' });
const theirs = await buildTenant(database, { code: 'BOXB' });
await buildUser(database, { tenantId: mine.id, userCode: 'lili', menus: menuCodes });
await buildUser(database, { tenantId: theirs.id, userCode: 'zhao', menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const client = await signedIn('lili');
const { rules } = await readReference(database);

type Container = { id: number; tenantId: number; containerNo: string; billNo: string | null };
let serial = 0;
async function containersOfBill(count: number, tenantId = mine.id): Promise<Container[]> {
  serial += 1;
  const containers: Container[] = [];
  for (let place = 0; place < count; place += 1) {
    const containerNo = `TSTU${String(serial * 100 + place).padStart(7, '0')}`;
    const { id } = await buildSubscription(database, { tenantId, containerNo });
    containers.push({ id, tenantId, containerNo, billNo: `SHARED${serial}` });
  }
  return containers;
}

/** A container as it is seen when its ship is so many days late; 0: in time. */
function subjectOf(
  { id, tenantId, containerNo, billNo }: Container,
  lateDays: number,
  more: object = {},
  ata: number | null = null,
): DetectionSubject {
  const view = buildSimpleView(
    {
      booking: {
        billNo,
        portOfLoading: 'CNSHA',
        portOfDischarge: 'NLRTM',
        plannedArrival: t0 - lateDays * 86_400_000,
        eta: at(5),
        ata,
      },
    },
    { subscription: { id: String(id), tenantId: String(tenantId), subject: 'container', containerNo, ...more } },
  );
  const of = { tenantId, subscriptionId: id, shipmentId: null, billNo, vesselName: null, voyage: null };
  return { ...of, sourceType: 'CARRIER', channel: 'API', view };
}

const judge = (subjects: readonly DetectionSubject[], now = t0) =>
  database.transaction(() => detectSubscriptions(database, subjects, now, rules));
type Row = {
  id: number;
  subscription_id: number;
  open: boolean;
  handle_status: number;
  resolution: string;
  boxes: string;
};
const rowsOf = (containers: readonly Container[]) =>
  database.query<Row>(
    `select id, subscription_id, open, handle_status, resolution, params ->> 'boxNos' as boxes from shipment_exception
     where subscription_id = any($1) and type_code = 'ARRIVE_DELAY' order by id`,
    [containers.map(({ id }) => id)],
  );
/** How many open exceptions of the rule each subscription has; the kept count of all its open ones must agree. */
async function openOf(of: readonly { id: number }[]): Promise<number[]> {
  const rows = await database.query<{ id: number; kept: number; all_open: number; late: number }>(
    `select s.id, s.open_exceptions as kept, count(e.id)::int as all_open,
       count(e.id) filter (where e.type_code = 'ARRIVE_DELAY')::int as late
     from subscription s left join (
       select e.id, e.type_code, coalesce(b.subscription_id, e.subscription_id) as of_subscription from shipment_exception e
       left join exception_box b on b.exception_id = e.id and b.present
       where e.open and (e.box_bill is null or b.subscription_id is not null)) e on e.of_subscription = s.id
     where s.id = any($1) group by s.id`,
    [of.map(({ id }) => id)],
  );
  for (const row of rows) expect(row.kept).toBe(row.all_open);
  return of.map(({ id }) => rows.find((row) => row.id === id)?.late ?? 0);
}

const late = { testPurpose: ['ARRIVE_DELAY'] };
const numbers = (containers: readonly Container[]): string =>
  containers.map(({ containerNo }) => containerNo).join(' ');
const judgeLate = async (containers: readonly Container[]) =>
  (await judge(containers.map((container) => subjectOf(container, 3)))).news.filter(
    ({ code }) => code === 'ARRIVE_DELAY',
  );

describe('containers of one bill with a subscription each', () => {
  test('have one exception per problem, whether judged together or one by one, and tell it once', async () => {
    const together = await containersOfBill(5);
    expect(await judgeLate(together)).toHaveLength(1);
    expect(await rowsOf(together)).toMatchObject([{ open: true, boxes: numbers(together) }]);

    const oneByOne = await containersOfBill(5);
    let reported = 0;
    for (const container of oneByOne) reported += (await judgeLate([container])).length;
    expect(reported).toBe(1);
    expect(await rowsOf(oneByOne)).toMatchObject([{ open: true, boxes: numbers(oneByOne) }]);
    // Again: nothing changes.
    const before = await database.query('select * from shipment_exception order by id');
    expect(await judge(oneByOne.map((container) => subjectOf(container, 3)))).toMatchObject({ updated: 0, news: [] });
    expect(await database.query('select * from shipment_exception order by id')).toEqual(before);
  });

  test('of another bill, carrier or tenant have their own', async () => {
    const [first, second] = (await containersOfBill(2)) as [Container, Container];
    const [foreign] = (await containersOfBill(1, theirs.id)) as [Container];
    const others = [
      subjectOf({ ...second, billNo: `${second.billNo}X` }, 3),
      subjectOf({ ...foreign, billNo: first.billNo }, 3),
    ];
    await judge([subjectOf(first, 3), ...others]);
    expect(await rowsOf([first, second, foreign])).toHaveLength(3);
  });

  test('keep it open while one of them has it, under one that has it, and close it with the last', async () => {
    const containers = (await containersOfBill(3)) as [Container, Container, Container];
    await judgeLate(containers);
    const [row] = await rowsOf(containers);
    expect(row?.subscription_id).toBe(containers[0].id);
    await judge([subjectOf(containers[0], 0)]);
    expect(await rowsOf(containers)).toMatchObject([
      { id: row?.id, open: true, subscription_id: containers[1].id, boxes: numbers(containers.slice(1)) },
    ]);
    const { news } = await judge([subjectOf(containers[1], 3, { ended: true })]);
    expect(news).toEqual([]);
    expect(await rowsOf(containers)).toMatchObject([
      { open: true, subscription_id: containers[2].id, boxes: numbers([containers[2]]) },
    ]);
    await judge([subjectOf(containers[2], 0)]);
    expect(await rowsOf(containers)).toMatchObject([{ id: row?.id, open: false, resolution: 'gone' }]);
    // Back: the same row.
    expect(await judgeLate([containers[0]])).toMatchObject([{ event: 'EXCEPTION_REGRESSED' }]);
    expect(await rowsOf(containers)).toMatchObject([{ id: row?.id, open: true, boxes: numbers([containers[0]]) }]);
  });

  test('close it as an outcome once the last of them has arrived', async () => {
    const containers = (await containersOfBill(2)) as [Container, Container];
    await judgeLate(containers);
    await judge([subjectOf(containers[0], 9, {}, at(-1))]);
    expect(await rowsOf(containers)).toMatchObject([{ open: true, boxes: containers[1].containerNo }]);
    await judge([subjectOf(containers[1], 9, {}, at(-1))]);
    expect(await rowsOf(containers)).toMatchObject([
      { open: false, resolution: 'happened', boxes: containers[1].containerNo },
    ]);
    expect(await openOf(containers)).toEqual([0, 0]);
  });

  test('fold what each had of its own when the bill becomes known; the one worked on goes on', async () => {
    const containers = (await containersOfBill(3)) as [Container, Container, Container];
    await judge(containers.map((container) => subjectOf({ ...container, billNo: null }, 3)));
    const own = await rowsOf(containers);
    expect(own).toHaveLength(3);
    await database.execute('update shipment_exception set handle_status = 1 where id = $1', [own[1]?.id]);
    expect(await judgeLate(containers)).toEqual([]);
    const rows = await rowsOf(containers);
    expect(rows.map(({ open, resolution }) => [open, resolution])).toEqual([
      [false, 'merged'],
      [true, null],
      [false, 'merged'],
    ]);
    expect(rows[1]).toMatchObject({ handle_status: 1, boxes: numbers(containers) });
  });

  test('share them with the subscription of the bill itself, whichever is judged first', async () => {
    for (const order of ['bill first', 'boxes first', 'together'] as const) {
      const containers = await containersOfBill(2);
      const billNo = containers[0]?.billNo ?? '';
      const bill = await buildSubscription(database, { tenantId: mine.id, billNo });
      const ofBill = (lateDays: number) =>
        subjectOf({ ...bill, containerNo: '', billNo }, lateDays, { subject: 'bill', containerNo: null });
      const ofContainers = (lateDays: number) => containers.map((container) => subjectOf(container, lateDays));
      const rounds =
        order === 'bill first'
          ? [[ofBill(3)], ofContainers(3)]
          : order === 'boxes first'
            ? [ofContainers(3), [ofBill(3)]]
            : [[ofBill(3), ...ofContainers(3)]];
      const reported = [];
      for (const subjects of rounds)
        reported.push(...(await judge(subjects)).news.filter(({ code }) => code === 'ARRIVE_DELAY'));
      expect(reported, order).toHaveLength(1);
      const all = [{ ...bill, containerNo: '', billNo }, ...containers];
      const [row, ...more] = await rowsOf(all);
      expect([row?.open, more], order).toEqual([true, []]);
      expect(await openOf(all), order).toEqual([1, 1, 1]);
      for (const { id } of all) {
        const found = await client.call('queryExceptions', { body: { ...late, obmTkSubscribeId: String(id) } });
        expect(found.data.totalRecord, order).toBe(1);
      }
      await judge([ofBill(0)]);
      expect(await openOf(all), order).toEqual([0, 1, 1]);
      await judge(ofContainers(0));
      expect(await openOf(all), order).toEqual([0, 0, 0]);
      expect(await rowsOf(all), order).toMatchObject([{ id: row?.id, open: false }]);
    }
  });

  test('are counted once, found by every container, and shown on the page of each', async () => {
    const containers = (await containersOfBill(4)) as [Container, Container, Container, Container];
    await judgeLate(containers);
    const [row] = await rowsOf(containers);
    for (const { containerNo, id } of containers) {
      const byNumber = await client.call('queryExceptions', { body: { ...late, ctnNo: containerNo } });
      expect(byNumber.msg).toBe('');
      expect(byNumber.data.totalRecord).toBe(1);
      expect(byNumber.data.records[0]?.obmAutotestResult.boxNos).toEqual(
        containers.map((container) => container.containerNo),
      );
      const bySubscription = await client.call('queryExceptions', { body: { ...late, obmTkSubscribeId: String(id) } });
      expect(bySubscription.data.records[0]?.obmAutotestResult.obmAutotestResultId).toBe(String(row?.id));
    }
    const [total] = await database.query<{ n: number }>(
      `select count(*)::int as n from shipment_exception where bill_no = $1 and open and type_code = 'ARRIVE_DELAY'`,
      [containers[0].billNo],
    );
    expect(total?.n).toBe(1);
    const stranger = await signedIn('zhao');
    const answer = await stranger.call('queryExceptions', { body: { ctnNo: containers[1].containerNo } });
    expect(answer.data.totalRecord).toBe(0);
  });
});
