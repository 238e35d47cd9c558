import { beforeAll, expect, test } from 'vitest';
import { at, buildEvent, buildSimpleView, t0 } from '#domain/testing/builders.ts';
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
const [mine, other] = [await buildTenant(database, { code: 'MONA' }), await buildTenant(database, { code: 'MONB' })];
await buildUser(database, { tenantId: mine.id, userCode: 'lili', menus: menuCodes });
await buildUser(database, { tenantId: other.id, userCode: 'zhao', menus: menuCodes });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const [client, stranger] = [await signedIn('lili'), await signedIn('zhao')];
const { rules } = await readReference(database);

type Bill = { id: number; tenantId: number; billNo: string };

/** A bill that carries so many order lines, each promised for 27 February. */
async function billWith(billNo: string, lines: number, tenantId = mine.id): Promise<Bill> {
  const { id } = await buildSubscription(database, { tenantId, billNo });
  for (let line = 1; line <= lines; line += 1) {
    const { rows } = await database.execute<{ id: number }>(
      `insert into order_line (tenant_id, order_no, line_no, supplier, product_name, quantity, unit, transport_mode,
         destination_code, promised_on)
       values ($1, $2, $3, 'Supplier', 'Lamps', 1, 'PCE', 'sea', 'NLRTM', '2026-02-27') returning id`,
      [tenantId, `PO-${billNo}`, String(line)],
    );
    await database.execute(
      `insert into order_tie (tenant_id, line_id, reference_no, subscription_id) values ($1, $2, $3, $4)`,
      [tenantId, rows[0]?.id, billNo, id],
    );
  }
  return { id, tenantId, billNo };
}

/** The bill as it is seen when its ship comes on 9 March, so many days after the plan. */
function subjectOf(
  { id, tenantId, billNo }: Bill,
  lateDays: number,
  ata: number | null = at(-1),
  isOut = false,
): DetectionSubject {
  const due = at(-1);
  const booking = {
    billNo,
    portOfLoading: 'CNSHA',
    portOfDischarge: 'NLRTM',
    plannedArrival: due - lateDays * 86_400_000,
    eta: due,
    ata,
  };
  const content = { booking, events: isOut ? [buildEvent('MERU1234567', 'STCS', 'NLRTM', { actual: t0 })] : [] };
  const view = buildSimpleView(content, { subscription: { id: String(id), tenantId: String(tenantId), billNo } });
  const of = { tenantId, subscriptionId: id, shipmentId: null, billNo, vesselName: null, voyage: null };
  return { ...of, sourceType: 'CARRIER', channel: 'API', view };
}

const judge = (subjects: readonly DetectionSubject[]) =>
  database.transaction(() => detectSubscriptions(database, subjects, t0, rules));
const query = { testPurpose: ['ARRIVE_DELAY'], sortRules: [{ columnName: 'moneyAtRisk', sortType: 'desc' }] };
type Found = { obmAutotestResult: { blNo: string; moneyAtRisk: number; moneyReason: string | null } };
const listed = async (by = client): Promise<[string, number][]> =>
  (await by.call('queryExceptions', { body: query })).data.records.map(
    ({ obmAutotestResult: { blNo, moneyAtRisk } }: Found) => [blNo, moneyAtRisk],
  );
const ofIncidents = async () => {
  const sortRules = [{ columnName: 'moneyAtRisk', sortType: 'desc' }];
  const { data } = await client.call('queryIncidents', { body: { sortRules, pageSize: 100 } });
  const sums = data.records.map(({ moneyAtRisk }: { moneyAtRisk: number }) => moneyAtRisk);
  expect(sums).toEqual(sums.toSorted((a: number, b: number) => b - a));
  return sums.reduce((sum: number, one: number) => sum + one, 0);
};
const ofShift = async () => (await client.call('handOverGet', { query: { from: String(t0) } })).data.open.moneyUsd;
const overview = async (by = client) => (await by.call('overview', {})).data.money;

let bills: Bill[];
beforeAll(async () => {
  bills = [await billWith('MONEYONE', 1), await billWith('MONEYTWO', 2), await billWith('MONEYNONE', 0)];
  await judge(bills.map((bill) => subjectOf(bill, 3, null)));
});

test('late lines of an order make the exception of their shipment dear, and the list sorts by it', async () => {
  const found = await listed();
  expect(found.map(([bill]) => bill)).toEqual(['MONEYTWO', 'MONEYONE', 'MONEYNONE']);
  const [two, one, none] = found.map(([, usd]) => usd);
  expect(one).toBeGreaterThan(0);
  expect([two, none]).toEqual([2 * Number(one), 0]);
  const { data } = await client.call('queryExceptions', { body: query });
  const reasons = data.records.map(({ obmAutotestResult }: Found) => obmAutotestResult.moneyReason);
  expect(reasons).toEqual([
    expect.stringMatching(/^订单晚交 USD .+2 个订单行/),
    expect.stringMatching(/^订单晚交 USD .+1 个订单行/),
    null,
  ]);
});

test('the overview adds up the own tenant only', async () => {
  const sum = (await listed()).reduce((total, [, usd]) => total + usd, 0);
  expect(await overview()).toEqual({ usd: sum, shipments: 2 });
  expect(await overview(stranger)).toEqual({ usd: 0, shipments: 0 });
  expect(await listed(stranger)).toEqual([]);
  const foreign = await billWith('MONEYOTHER', 3, other.id);
  await judge([subjectOf(foreign, 3)]);
  expect(await overview()).toEqual({ usd: sum, shipments: 2 });
  expect((await overview(stranger)).shipments).toBe(1);
});

test('what is gone costs nothing any more', async () => {
  const before = await overview();
  await judge([subjectOf(bills[0] as Bill, 0)]);
  const after = await overview();
  expect(after.shipments).toBe(before.shipments - 1);
  expect(after.usd).toBeLessThan(before.usd);
});

test('a late arrival is closed as an outcome with its size, at once or when the last promised container is out', async () => {
  const [promised, plain] = [await billWith('MONEYLATE', 1), await billWith('MONEYPLAIN', 0)];
  const rows = () =>
    database.query<Record<string, unknown>>(
      `select bill_no, open, severity, resolution, handle_status, (params ->> 'days')::float8 as days, money_usd > 0 as costs
       from shipment_exception where bill_no = any($1) and type_code = 'ARRIVE_DELAY' order by bill_no`,
      [['MONEYLATE', 'MONEYPLAIN']],
    );
  await judge([promised, plain].map((bill) => subjectOf(bill, 9, null)));
  expect(await rows()).toMatchObject([
    { open: true, severity: 'high', costs: true },
    { open: true, severity: 'high', costs: false },
  ]);
  await judge([promised, plain].map((bill) => subjectOf(bill, 9)));
  const outcome = { open: false, severity: 'high', resolution: 'happened', handle_status: 2, days: 9 };
  expect(await rows()).toMatchObject([{ open: true, severity: 'low', days: 9, costs: true }, outcome]);
  await judge([subjectOf(promised, 9, at(-1), true)]);
  expect(await rows()).toMatchObject([{ ...outcome, costs: true }, outcome]);
  const { data } = await client.call('queryExceptions', { body: { blNo: 'MONEYLATE', testPurpose: ['ARRIVE_DELAY'] } });
  expect(data.records[0].obmAutotestResult.errorRemark).toContain('晚 9 天');
  // Judged again it stays as it is.
  await judge([subjectOf(promised, 9, at(-1), true)]);
  expect(await rows()).toMatchObject([outcome, outcome]);
});

test('what somebody works on stays open once it has happened, and nothing of it is at risk any more', async () => {
  const [plain, inBill] = [await billWith('MONEYWORK', 1), await billWith('MONEYBOX', 1)];
  const containerOf = (...more: [number | null, boolean?]): DetectionSubject => {
    const subject = subjectOf(inBill, 9, ...more);
    const { view } = subject;
    const subscription = { ...view.subscription, subject: 'container' as const, containerNo: 'MERU1234567' };
    return { ...subject, view: { ...view, subscription } };
  };
  const sum = (await overview()).usd;
  await judge([subjectOf(plain, 9, null), containerOf(null)]);
  expect((await overview()).usd).toBeGreaterThan(sum);
  await database.execute(`update shipment_exception set handle_status = 1 where bill_no in ('MONEYWORK', 'MONEYBOX')`);
  await judge([subjectOf(plain, 9, at(-1), true), containerOf(at(-1), true)]);
  const rows = await database.query(
    `select open, severity, money_usd from shipment_exception where bill_no in ('MONEYWORK', 'MONEYBOX') and type_code = 'ARRIVE_DELAY'`,
  );
  expect(rows).toEqual([1, 2].map(() => ({ open: true, severity: 'low', money_usd: 0 })));
  expect((await overview()).usd).toBe(sum);
});

test('overview, incidents and hand-over leave out shipments that have ended, also where somebody still works on them', async () => {
  const inAll = async () => ({ overview: await overview(), incidents: await ofIncidents(), shift: await ofShift() });
  const before = await inAll();
  await judge([subjectOf(await billWith('MONEYENDED', 1), 3, null)]);
  await database.execute(
    `with made as (insert into incident (tenant_id, kind, cause_key, facts, first_at, last_at)
       values ($1, 'vessel', 'MONEYSHIP', '{}', $2, $2) returning id)
     update shipment_exception set incident_id = (select id from made) where bill_no = 'MONEYENDED'`,
    [mine.id, new Date(t0)],
  );
  const during = await inAll();
  expect(during.overview.shipments).toBe(before.overview.shipments + 1);
  expect(during.incidents - before.incidents).toBe(during.overview.usd - before.overview.usd);
  expect(during.shift).toBe(during.overview.usd);
  await database.execute(`update shipment_exception set ended = true where bill_no = 'MONEYENDED'`);
  expect(await inAll()).toEqual(before);
});
