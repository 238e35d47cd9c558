import type { Database } from '#server/platform/db/database.ts';
import { dayPartitions } from '#server/platform/db/day-partitions.ts';
import { DAY_MS } from '#shared/time/instant.ts';

const at = (day: number, hour = 0, minute = 0, second = 0, ms = 0): number =>
  Date.UTC(2026, 0, day, hour, minute, second, ms);

const event = (containerNo: string | null, statusCode: string, portCode: string, times: object) => ({
  containerNo,
  statusCode,
  portCode,
  occurrence: 1,
  planned: null,
  estimated: null,
  actual: null,
  vesselName: '东方之星 "Star"',
  voyage: '001E',
  zone: 'Asia/Shanghai',
  place: null,
  ...times,
});

const content = {
  booking: {},
  legs: [],
  containers: [
    {
      containerNo: 'MSCU1234565',
      sealNo: 'S1',
      sizeType: '45G1',
      quantity: 12,
      grossWeightKg: 12_345.678,
      volumeM3: 67.5,
    },
    { containerNo: 'MSCU7654321', sealNo: null, sizeType: null, quantity: null, grossWeightKg: null, volumeM3: null },
  ],
  events: [
    event('MSCU1234565', 'LOBD', 'CNSHA', { planned: at(10, 4), actual: at(10, 6, 7, 8, 123) }),
    event(null, 'DLPT', 'CNSHA', { estimated: at(11, 1) }),
  ],
};
const provenance = {
  speakers: [
    ['1', 'CARRIER', 'dcsa:TEST', at(1)],
    ['2', 'FT', 'ft', at(2)],
  ],
  items: {
    'event[MSCU1234565|LOBD|CNSHA|1]': {
      planned: [4, 0, at(10, 4)],
      actual: [2, 1, at(10, 6, 7, 8, 123), 0, at(10, 6)],
    },
    'event[|DLPT|CNSHA|1]': { estimated: [4, 0, at(11, 1)] },
  },
};

/** Gives a tenant something in every data set for analysts: `count` shipments with data and one without. Ports and carriers are shared. */
export async function fillAnalytics(database: Database, tenantId: number, count = 3): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []): Promise<unknown> => database.execute(text, values);
  await run(`insert into md_port (code, name, zone, search_text)
    values ('CNSHA', 'Shanghai', 'Asia/Shanghai', ''), ('DEHAM', 'Hamburg', 'Europe/Berlin', '') on conflict do nothing`);
  await run(
    `insert into md_carrier (code, name_en, search_text) values ('TEST', 'Test Line', '') on conflict do nothing`,
  );
  await run(
    `insert into subscription (tenant_id, subject, bill_no, carrier_code, channel, source_type, subscribed_at, created_at, has_data)
     select $1::bigint, 'bill', 'T' || $1::bigint || '-' || lpad(i::text, 7, '0'), 'TEST', 'API', 'CARRIER', '2026-01-01', '2026-01-01', i > 0
     from generate_series(0, $2::int) i`,
    [tenantId, count],
  );
  await run(
    `insert into shipment (tenant_id, subscription_id, fused, source_type, source_code, channel, observed_at, received_at, bill_no,
       carrier_code, port_of_loading, port_of_discharge, etd, atd, eta, container_nos, content, content_hash, provenance, created_at,
       updated_at)
     select s.tenant_id, s.id, true, 'CARRIER', 'fused', 'API', '2026-01-02', '2026-01-02', s.bill_no, 'TEST', 'CNSHA', 'DEHAM',
       '2026-01-10T04:00Z', '2026-01-10T06:07:08.123Z', '2026-02-12T10:00Z', '{MSCU1234565,MSCU7654321}', $2::json, '\\x00', $3::json,
       '2026-01-02', '2026-01-03'
     from subscription s where s.tenant_id = $1 and s.has_data`,
    [tenantId, JSON.stringify(content), JSON.stringify(provenance)],
  );
  await run(
    `insert into shipment_exception (tenant_id, subscription_id, type_code, severity, handle_status, subject, bill_no, carrier_code,
       created_at, updated_at, money_usd)
     select s.tenant_id, s.id, 'LATE', 'high', 1, 'bill', s.bill_no, 'TEST', '2026-01-05', '2026-01-06', 1200
     from subscription s where s.tenant_id = $1 and s.has_data`,
    [tenantId],
  );
  await run(
    `insert into freight_rate (tenant_id, rate_no, supplier_type, carrier_id, pol_id, pod_id, valid_from, valid_to, currency, price20gp,
       price40gp)
     select $1, 'R1', 'CARRIER', c.id, a.id, b.id, '2026-01-01', '2026-03-31', 'USD', 1234.5, 9999999999.99
     from md_carrier c, md_port a, md_port b where c.code = 'TEST' and a.code = 'CNSHA' and b.code = 'DEHAM'`,
    [tenantId],
  );
  await dayPartitions('vehicle_position').create(database, [at(20) / DAY_MS, at(21) / DAY_MS]);
  await run(
    `with v as (insert into vehicle (tenant_id, plate_no, protocol, terminal_no, enabled)
       values ($1::bigint, '沪A' || $1::bigint, 'jt808', '1' || lpad($1::bigint::text, 11, '0'), true) returning id)
     insert into vehicle_position (vehicle_id, at, tenant_id, lon, lat, speed_kmh, course, ignition)
     select v.id, '2026-01-20T13:00Z'::timestamptz + i * interval '7 hours', $1::bigint, 121.5 + i, 31.2, 60.5, 90, i = 1
     from v, generate_series(0, 2) i`,
    [tenantId],
  );
  await run(
    `insert into sailing_call (carrier_code, service_code, imo, vessel_name, port_code, omitted, planned_arrival, arrives_at, departs_at,
       changed_at, change_no)
     select 'TEST', 'AE1', '9876543', 'STAR', 'CNSHA', false, '2026-01-09', '2026-01-09', '2026-01-10', '2026-01-01',
       coalesce(max(change_no), 0) + 1 from sailing_call`,
  );
}
