import type { CallData } from '#contract/index.ts';
import { stepsOf } from '#server/connectors/staged/index.ts';
import { insertSubscriptions, type SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import { writeAudit } from '#server/platform/audit/write-audit.ts';
import type { Database } from '#server/platform/db/database.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { isTestNumber, readTestReference, testCarrier, type TestReference } from '#shared/ids/test-reference.ts';
import type { Instant } from '#shared/time/instant.ts';

/** Living test shipments of one tenant. */
const maxOfTenant = 100;

/** Who starts or clears test shipments of a tenant: a person, or a program with a key. */
export type Tester = {
  database: Database;
  tenantId: number;
  /** Where the audit says it came from. */
  auditor: Parameters<typeof writeAudit>[0];
};

/** A test shipment, as pages and programs see it. */
export type ShownTest = Omit<CallData<'testShipmentStart'>, 'tenantName'> & { tenantId: number };

type Row = {
  id: number;
  tenant_id: number;
  subject: string;
  bill_no: string | null;
  container_no: string | null;
  ended: boolean;
  subscribed_at: Instant;
  object_id: string | null;
  etag: string | null;
};

function shown(row: Row): ShownTest[] {
  const number = (row.subject === 'bill' ? row.bill_no : row.container_no) ?? '';
  const reference = readTestReference(number);
  if (reference === undefined) return [];
  const steps = stepsOf(reference);
  return [
    {
      reference: number,
      story: reference.story,
      tenantId: row.tenant_id,
      obmTkSubscribeId: String(row.id),
      startTime: row.object_id === null ? null : Number(row.object_id.split('/')[0]),
      ended: row.ended,
      step: row.etag === null ? 0 : Number(row.etag) + 1,
      steps: steps.length,
    },
  ];
}

const selectSql = `select s.id, s.tenant_id, s.subject, s.bill_no, s.container_no, s.ended, s.subscribed_at, ss.object_id, ss.etag
  from subscription s left join subscription_source ss on ss.subscription_id = s.id and ss.tenant_id = s.tenant_id
    and exists (select from source o where o.id = ss.source_id and o.protocol = 'staged')
  where s.carrier_code = '${testCarrier}'`;

/** Test shipments of tenants, the newest first; `null`: of all of them. */
export async function listTests(database: Database, tenantIds: readonly number[] | null): Promise<ShownTest[]> {
  const rows = await database.query<Row>(
    `${selectSql} and ($1::bigint[] is null or s.tenant_id = any($1)) order by s.id desc limit 500`,
    [tenantIds],
  );
  return rows.flatMap(shown);
}

/** Reads what was entered as a test reference. Throws `testShipment.unknownReference` for anything else. */
function readReference(text: string): { number: string; reference: TestReference } {
  const number = normalizeContainerNumber(text);
  const reference = readTestReference(number);
  if (reference === undefined)
    throw new AppError('testShipment.unknownReference', { reference: text.trim().slice(0, 40) });
  return { number, reference };
}

/** Removes subscriptions with what came of them; exceptions go first, as others than their subscription refer to them. */
async function removeSubscriptions(database: Database, ids: readonly number[]): Promise<void> {
  await database.execute('delete from rule_run_problem where subscription_id = any($1)', [ids]);
  await database.execute('delete from shipment_exception where subscription_id = any($1)', [ids]);
  await database.execute('delete from refusal where subscription_id = any($1)', [ids]);
  await database.execute('delete from subscription where id = any($1)', [ids]);
}

/** Test shipments of a tenant, locked. A real number that was subscribed with the test carrier is no test shipment. */
async function lockTests(database: Database, tenantId: number): Promise<{ id: number; number: string }[]> {
  await lockName(database, `test shipments of tenant ${tenantId}`);
  const rows = await database.query<{ id: number; number: string }>(
    `select id, coalesce(case subject when 'bill' then bill_no else container_no end, '') as number
     from subscription where tenant_id = $1 and carrier_code = $2 order by id for update`,
    [tenantId, testCarrier],
  );
  return rows.filter(({ number }) => isTestNumber(number));
}

/**
 * Starts a test shipment of a tenant. If the tenant has this reference already, it is removed and starts again. Throws
 * `testShipment.unknownReference`, or `testShipment.tooMany` at 100 of a tenant.
 */
export async function startTest(
  tester: Tester,
  text: string,
  schedulePulls: SchedulePulls,
  now: Instant,
): Promise<ShownTest> {
  const { number, reference } = readReference(text);
  const { database, tenantId, auditor } = tester;
  return database.transaction(async () => {
    const own = await lockTests(database, tenantId);
    const former = own.filter((row) => row.number === number).map(({ id }) => id);
    if (own.length - former.length >= maxOfTenant) throw new AppError('testShipment.tooMany', { most: maxOfTenant });
    if (former.length > 0) await removeSubscriptions(database, former);
    const isBill = reference.subject === 'bill';
    const { rows, pulls } = await insertSubscriptions(
      database,
      [
        {
          tenantId,
          subject: reference.subject,
          billNo: isBill ? number : null,
          containerNo: isBill ? null : number,
          carrierCode: testCarrier,
          vesselName: null,
          voyage: null,
          direction: null,
          orderNo: null,
          channel: 'SHIPPING_TRACKING',
          sourceType: 'CARRIER',
          subscribedAt: now,
        },
      ],
      now,
    );
    await schedulePulls(pulls);
    const id = rows[0]?.id ?? 0;
    await writeAudit(auditor, {
      entity: 'subscription',
      entityId: String(id),
      action: 'subscribe',
      tenantId,
      after: { testReference: number },
    });
    await publish(database, { tenantId, topic: 'shipment', payload: {} });
    const [row] = await database.query<Row>(`${selectSql} and s.id = $1`, [id]);
    const [made] = row === undefined ? [] : shown(row);
    if (made === undefined) throw new Error('the test shipment was not written');
    return made;
  });
}

/** Removes all test shipments of a tenant; gives how many there were. */
export async function clearTests({ database, tenantId, auditor }: Tester): Promise<number> {
  return database.transaction(async () => {
    const rows = await lockTests(database, tenantId);
    if (rows.length === 0) return 0;
    await removeSubscriptions(
      database,
      rows.map(({ id }) => id),
    );
    // What the test source itself was found to do goes with it.
    await database.execute(
      `delete from shipment_exception e using source o where o.tenant_id = $1 and o.protocol = 'staged'
         and e.tenant_id = $1 and e.subscription_id is null and e.problem_key = o.code`,
      [tenantId],
    );
    await writeAudit(auditor, {
      entity: 'testShipment',
      entityId: String(tenantId),
      action: 'delete',
      tenantId,
      before: { shipments: rows.length },
    });
    await publish(database, { tenantId, topic: 'shipment', payload: {} });
    return rows.length;
  });
}
