import { fileURLToPath } from 'node:url';
import { hashPassword } from '#server/platform/crypto/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { distinctShipments } from './distinct-shipments.ts';
import { numberOn } from './number-on.ts';

/** How much to load. */
export type DataSize = { exceptions: number; subscriptions: number; distinctShipments: number };

/** The login of the benchmarks: sees all tenants. */
export const benchLogin = { userCode: 'bench', password: 'Bench-Portolan1' } as const;

/** Tenants of the data with their share of the exceptions in percent, the largest first. */
export const benchTenants = [
  { code: 'ALPHA', name: '海帆供应链', share: 40 },
  { code: 'BETA', name: '远桥国际物流', share: 35 },
  { code: 'GAMMA', name: '晨星贸易', share: 25 },
] as const;

/** A remark that about one exception in a hundred has. */
export const rareRemark = '等船公司确认改期';

const remarks = [
  '已联系船公司，等待回复',
  'Carrier informed, waiting for an answer',
  '客户已知悉',
  'Customer informed by mail',
  '码头系统延迟，明日复查',
  'Checked with the terminal, data follow later',
  '属正常情况，无需处理',
  'ETA confirmed by the agent',
  '箱号已更正，待下次更新核对',
  'Booking amended after the roll-over',
];

const stagingRows = 500;
const exceptionsPerStatement = 50_000;
const loadLimitMs = 3_600_000;

/** A number from 0 to below `span`, scattered but always the same for the same row and salt. */
const scattered = (row: string, salt: number, span: number): string =>
  `((((${row})::bigint * 2654435761 + ${salt}::bigint * 40503001) % 4294967291 * 48271 % 2147483647) % ${span})`;

async function loadPeople(database: Database): Promise<void> {
  const { rows } = await database.execute<{ id: number }>(
    `insert into tenant (code, name) select r.code, r.name from jsonb_to_recordset($1::jsonb) as r(code text, name text) returning id`,
    [JSON.stringify(benchTenants)],
  );
  const user = await database.execute<{ id: number }>(
    `insert into app_user (tenant_id, user_code, name_cn, user_type, all_tenants, password_hash)
     values ($1, $2, '测量', 'user', true, $3) returning id`,
    [rows[0]?.id, benchLogin.userCode, await hashPassword(benchLogin.password)],
  );
  await database.execute(`insert into user_menu (user_id, menu_code) select $1, unnest($2::text[])`, [user.rows[0]?.id, [...menuCodes]]);
}

async function stage(database: Database, count: number): Promise<number> {
  await database.execute(
    'create unlogged table bench_shipment (n int primary key, subject text, bill_no text, container_no text, carrier_code text, vessel_name text, voyage text, direction text, content jsonb)',
  );
  await database.execute(
    'create unlogged table bench_finding (n int primary key, type_code text, problem_key text, severity text, params jsonb, evidence jsonb)',
  );
  const store = await openReferenceStore(database, createLogger({ level: 'warn' }));
  const shipments: unknown[] = [];
  const findings: unknown[] = [];
  let n = 0;
  const flush = async (): Promise<void> => {
    await database.execute(
      `insert into bench_shipment select * from jsonb_to_recordset($1::jsonb) as r(n int, subject text, bill_no text,
         container_no text, carrier_code text, vessel_name text, voyage text, direction text, content jsonb)`,
      [JSON.stringify(shipments.splice(0))],
    );
  };
  for (const one of distinctShipments(store.current(), count)) {
    shipments.push({
      n,
      subject: one.subject,
      bill_no: one.billNo,
      container_no: one.containerNo,
      carrier_code: one.carrierCode,
      vessel_name: one.vesselName,
      voyage: one.voyage,
      direction: one.direction,
      content: one.content,
    });
    for (const { code, key, severity, params, evidence } of one.findings) {
      findings.push({ n: findings.length, type_code: code, problem_key: key, severity, params, evidence });
    }
    n += 1;
    if (shipments.length === stagingRows) await flush();
  }
  await flush();
  await database.execute(
    `insert into bench_finding select * from jsonb_to_recordset($1::jsonb) as r(n int, type_code text, problem_key text,
       severity text, params jsonb, evidence jsonb)`,
    [JSON.stringify(findings)],
  );
  await store.stop();
  return findings.length;
}

const tenantOf = (row: string): string => {
  const [first, second] = benchTenants;
  const draw = scattered(row, 1, 100);
  return `(select t.id from tenant t where t.code = case when ${draw} < ${first.share} then '${first.code}' when ${draw} < ${first.share + second.share} then '${second.code}' else '${benchTenants[2].code}' end)`;
};

async function loadSubscriptions(database: Database, { subscriptions, distinctShipments: distinct }: DataSize): Promise<void> {
  const billNo = `b.bill_no || case when i < ${distinct} then '' else 'R' || (i / ${distinct}) end`;
  const at = `timestamptz '2026-01-01' - ${scattered('i', 2, 500)} * interval '1 day'`;
  await database.execute(
    `insert into subscription (id, tenant_id, subject, bill_no, container_no, carrier_code, vessel_name, voyage, direction, channel,
       source_type, subscribed_at, ended, has_data, shipment_id, created_at)
     overriding system value
     select i + 1, ${tenantOf('i')}, b.subject, ${billNo}, b.container_no, b.carrier_code, b.vessel_name,
       coalesce(b.voyage, 'V') || case when i < ${distinct} then '' else 'R' || (i / ${distinct}) end, b.direction, 'SHIPPING_TRACKING',
       'CARRIER', ${at}, ${scattered('i', 3, 10)} < 3, true, i + 1, ${at}
     from generate_series(0, ${subscriptions - 1}) i join bench_shipment b on b.n = i % ${distinct}`,
  );
  await database.execute(
    `insert into shipment (id, tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at,
       bill_no, container_no, carrier_code, vessel_name, voyage, direction, ended, container_nos, content, content_hash, created_at, updated_at)
     overriding system value
     select s.id, s.tenant_id, s.id, true, s.source_type, 'fusion', 'UNION', s.subscribed_at, s.subscribed_at, s.bill_no,
       s.container_no, s.carrier_code, s.vessel_name, s.voyage, s.direction, s.ended,
       array(select c ->> 'containerNo' from jsonb_array_elements(b.content -> 'containers') c),
       jsonb_set(b.content, '{booking,billNo}', to_jsonb(s.bill_no))::json, '\\x00', s.subscribed_at, s.subscribed_at
     from subscription s join bench_shipment b on b.n = (s.id - 1) % ${distinct} order by s.id`,
  );
}

const statusOf = (row: string): string =>
  `case when ${scattered(row, 4, 100)} < 50 then 0 when ${scattered(row, 4, 100)} < 65 then 1 when ${scattered(row, 4, 100)} < 90 then 2 when ${scattered(row, 4, 100)} < 95 then 3 else 4 end`;

const exceptionText = (size: DataSize, findings: number): string => `
  with drawn as (
    select j, ${statusOf('j')} as status, (j * 7919) % ${size.subscriptions} + 1 as subscription_id,
      timestamptz '2025-01-01' + j * (interval '365 days' / ${size.exceptions}) as created_at
    from generate_series($1::bigint, $2::bigint) j)
  insert into shipment_exception (id, tenant_id, subscription_id, shipment_id, type_code, problem_key, severity, open, params, evidence,
    handle_status, handle_remark, handle_time, assignee_code, assignee_name, subject, bill_no, container_no, carrier_code,
    vessel_name, voyage, source_type, channel, ended, subscribed_at, created_at, updated_at)
  overriding system value
  select d.j + 1, s.tenant_id, s.id, s.shipment_id, f.type_code, f.problem_key || '#' || d.j / ${size.subscriptions}, f.severity,
    d.status in (0, 1, 4), f.params, f.evidence, d.status,
    case when d.status = 0 then null when ${scattered('d.j', 5, 100)} < 2 then '${rareRemark} ' || d.j
      when ${scattered('d.j', 5, 100)} < 60 then ($3::text[])[${scattered('d.j', 6, remarks.length)} + 1] || ' ' || d.j % 1000 end,
    case when d.status <> 0 then d.created_at + interval '5 hours' end,
    case when d.status <> 0 then 'user' || ${scattered('d.j', 7, 40)} end,
    case when d.status <> 0 then '经办' || ${scattered('d.j', 7, 40)} end,
    s.subject, s.bill_no, s.container_no, s.carrier_code, s.vessel_name, s.voyage, s.source_type, s.channel, s.ended,
    s.subscribed_at, d.created_at, d.created_at + interval '5 hours'
  from drawn d join subscription s on s.id = d.subscription_id
  join bench_finding f on f.n = ${scattered('d.j', 8, findings)} order by d.j`;

/** Migrates an empty database, seeds it and loads exceptions with their subscriptions and shipments; always the same rows. */
export async function loadExceptions(database: Database, size: DataSize, say: (text: string) => void): Promise<void> {
  await migrate(database);
  await seedMasterData(database);
  await database.patient(loadLimitMs, () => database.transaction(async () => {
    await loadPeople(database);
    say(`making ${size.distinctShipments} shipments of the simulated world`);
    const findings = await stage(database, size.distinctShipments);
    say(`loading ${size.subscriptions} subscriptions (${findings} findings to draw from)`);
    await loadSubscriptions(database, size);
    const text = exceptionText(size, findings);
    for (let from = 0; from < size.exceptions; from += exceptionsPerStatement) {
      await database.execute(text, [from, Math.min(size.exceptions, from + exceptionsPerStatement) - 1, remarks]);
      if (from % 200_000 === 0) say(`exceptions: ${from}`);
    }
    await database.execute('drop table bench_shipment, bench_finding');
    for (const table of ['subscription', 'shipment', 'shipment_exception']) await numberOn(database, table);
    await database.execute(
      `with total as (delete from exception_total returning *)
       insert into exception_total select tenant_id, handle_status, sum(n) from total group by 1, 2`,
    );
  }));
  for (const table of ['subscription', 'shipment', 'shipment_exception', 'exception_total']) {
    await database.patient(loadLimitMs, () => database.execute(`vacuum (analyze) ${table}`));
  }
}

/** Where the benchmarks keep what they may use again. */
export const cacheDirectory = fileURLToPath(new URL('../../node_modules/.cache/portolan-bench/', import.meta.url));
