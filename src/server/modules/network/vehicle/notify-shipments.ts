import { createHash } from 'node:crypto';
import { alarmMilestones } from '#domain/tracking/journey/road.ts';
import type { ReportedAlarm, ReportedDoubt, ReportedExcursion } from '#server/connectors/consignment/index.ts';
import { keepPushed, packBody } from '#server/modules/intake/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** What reporting shipments works with. */
export type NotifyDeps = {
  database: Database;
  clock: Clock;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

/** What happened is looked at for so long: a shipment may be tracked, or its truck named, afterwards. */
const LOOK_BACK_MS = 14 * DAY_MS;
/** Shipments reported by one run, of each kind. */
const MOST = 1_000;

/** Something that a shipment is to be reported; `told` notes that it was. */
type Due = { subscriptionId: number; tenantId: number; body: ReportedExcursion | ReportedAlarm | ReportedDoubt };
type DueList = { due: Due[]; reported: () => Promise<unknown> };

const timeText = (at: Instant | null): string | null => (at === null ? null : toIsoText(at));
const optional = (at: Instant | null): Date | null => (at === null ? null : ts(at));

async function ensureSource(database: Database): Promise<number> {
  const find = () => database.execute<{ id: number }>(`select id from source where code = 'coldchain'`);
  const found = await find();
  if (found.rows[0] !== undefined) return found.rows[0].id;
  await database.execute(
    `insert into source (code, protocol, source_type, channel, mode, name_cn, name_en, base_url, asked)
     values ('coldchain', 'coldchain', 'CARRIER', 'SHIPPING_TRACKING', 'road', '车载终端', 'Vehicle devices', '', false)
     on conflict (code) do nothing`,
  );
  return itemAt((await find()).rows, 0).id;
}

type ExcursionRow = {
  id: number;
  subscriptionId: number;
  tenantId: number;
  plateNo: string;
  beganAt: Instant;
  endedAt: Instant | null;
  extremeC: number;
  minC: number | null;
  maxC: number | null;
};

/** Excursions between departure and arrival of a shipment on the same vehicle of the same tenant that it was not reported of yet. */
async function listExcursions(database: Database, now: Instant): Promise<DueList> {
  const { rows } = await database.execute<ExcursionRow>(
    `select e.id, s.id as "subscriptionId", s.tenant_id as "tenantId", v.plate_no as "plateNo", e.began_at as "beganAt",
       e.ended_at as "endedAt", e.extreme_c as "extremeC", e.min_c as "minC", e.max_c as "maxC"
     from vehicle_excursion e
     join vehicle v on v.id = e.vehicle_id
     join shipment h on h.vessel_name = v.plate_no and h.tenant_id = e.tenant_id and h.fused
     join subscription s on s.id = h.subscription_id and s.mode = 'road'
     where e.began_at > $1 and h.atd is not null and e.began_at >= h.atd
       and (e.began_at <= h.ata or (h.ata is null and not s.ended))
       and not exists (select from vehicle_excursion_told t
         where t.excursion_id = e.id and t.subscription_id = s.id and t.ended_at is not distinct from e.ended_at)
     order by e.began_at, s.id limit $2`,
    [new Date(now - LOOK_BACK_MS), MOST],
  );
  return {
    due: rows.map(({ subscriptionId, tenantId, plateNo, beganAt, endedAt, extremeC, minC, maxC }) => ({
      subscriptionId,
      tenantId,
      body: { plateNo, beganAt: toIsoText(beganAt), endedAt: timeText(endedAt), extremeC, minC, maxC },
    })),
    reported: () =>
      database.execute(
        `insert into vehicle_excursion_told (excursion_id, subscription_id, tenant_id, ended_at)
         select e, s, t, u from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[]) as r(e, s, t, u)
         on conflict (excursion_id, subscription_id) do update set ended_at = excluded.ended_at`,
        [
          rows.map((row) => row.id),
          rows.map((row) => row.subscriptionId),
          rows.map((row) => row.tenantId),
          rows.map((row) => optional(row.endedAt)),
        ],
      ),
  };
}

type DoubtRow = {
  id: number;
  subscriptionId: number;
  tenantId: number;
  plateNo: string;
  network: string;
  doubtAt: Instant;
  decidedAt: Instant | null;
};

/** Doubts about the device of a vehicle while it carried a shipment of the same tenant that was not reported of them yet. */
async function listDoubts(database: Database, now: Instant): Promise<DueList> {
  const { rows } = await database.execute<DoubtRow>(
    `select n.id, s.id as "subscriptionId", s.tenant_id as "tenantId", v.plate_no as "plateNo", n.network,
       n.doubt_at as "doubtAt", n.decided_at as "decidedAt"
     from vehicle_network n
     join vehicle v on v.id = n.vehicle_id
     join shipment h on h.vessel_name = v.plate_no and h.tenant_id = n.tenant_id and h.fused
     join subscription s on s.id = h.subscription_id and s.mode = 'road'
     where n.doubt_at > $1 and h.atd is not null and (n.decided_at is null or n.decided_at >= h.atd)
       and (n.doubt_at <= h.ata or (h.ata is null and not s.ended))
       and not exists (select from vehicle_network_told t where t.network_id = n.id and t.subscription_id = s.id
         and t.doubt_at = n.doubt_at and t.decided_at is not distinct from n.decided_at)
     order by n.doubt_at, s.id limit $2`,
    [new Date(now - LOOK_BACK_MS), MOST],
  );
  return {
    due: rows.map(({ subscriptionId, tenantId, plateNo, network, doubtAt, decidedAt }) => ({
      subscriptionId,
      tenantId,
      body: { plateNo, network, doubtAt: toIsoText(doubtAt), checkedAt: timeText(decidedAt) },
    })),
    reported: () =>
      database.execute(
        `insert into vehicle_network_told (network_id, subscription_id, tenant_id, doubt_at, decided_at)
         select n, s, t, d, u
         from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[]) as r(n, s, t, d, u)
         on conflict (network_id, subscription_id) do update set doubt_at = excluded.doubt_at, decided_at = excluded.decided_at`,
        [
          rows.map((row) => row.id),
          rows.map((row) => row.subscriptionId),
          rows.map((row) => row.tenantId),
          rows.map((row) => ts(row.doubtAt)),
          rows.map((row) => optional(row.decidedAt)),
        ],
      ),
  };
}

type AlarmRow = {
  id: number;
  subscriptionId: number;
  tenantId: number;
  plateNo: string;
  kind: ReportedAlarm['alarm'];
  beganAt: Instant;
};

/** Alarms between departure and arrival of a shipment on the same vehicle of the same tenant that it was not reported of yet. */
async function listAlarms(database: Database, now: Instant): Promise<DueList> {
  const { rows } = await database.execute<AlarmRow>(
    `select a.id, s.id as "subscriptionId", s.tenant_id as "tenantId", v.plate_no as "plateNo", a.kind, a.began_at as "beganAt"
     from vehicle_alarm a
     join vehicle v on v.id = a.vehicle_id
     join shipment h on h.vessel_name = v.plate_no and h.tenant_id = a.tenant_id and h.fused
     join subscription s on s.id = h.subscription_id and s.mode = 'road'
     where a.began_at > $1 and a.kind = any($3) and h.atd is not null and a.began_at >= h.atd
       and (a.began_at <= h.ata or (h.ata is null and not s.ended))
       and not exists (select from vehicle_alarm_told t where t.alarm_id = a.id and t.subscription_id = s.id)
     order by a.began_at, s.id limit $2`,
    [new Date(now - LOOK_BACK_MS), MOST, Object.keys(alarmMilestones)],
  );
  return {
    due: rows.map(({ subscriptionId, tenantId, plateNo, kind, beganAt }) => ({
      subscriptionId,
      tenantId,
      body: { plateNo, alarm: kind, raisedAt: toIsoText(beganAt) },
    })),
    reported: () =>
      database.execute(
        `insert into vehicle_alarm_told (alarm_id, subscription_id, tenant_id)
         select a, s, t from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as r(a, s, t) on conflict do nothing`,
        [rows.map((row) => row.id), rows.map((row) => row.subscriptionId), rows.map((row) => row.tenantId)],
      ),
  };
}

/** The devices of vehicles as a source of each subscription. */
async function targetsOf(database: Database, sourceId: number, due: readonly Due[]): Promise<Map<number, number>> {
  const ids = [...new Map(due.map((row) => [row.subscriptionId, row.tenantId]))].toSorted(([a], [b]) => a - b);
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id)
     select t, s, $3 from unnest($1::bigint[], $2::bigint[]) as r(t, s) on conflict do nothing`,
    [ids.map(([, tenant]) => tenant), ids.map(([id]) => id), sourceId],
  );
  const { rows } = await database.execute<{ id: number; subscription_id: number }>(
    'select id, subscription_id from subscription_source where source_id = $1 and subscription_id = any($2) order by id',
    [sourceId, ids.map(([id]) => id)],
  );
  return new Map(rows.map(({ id, subscription_id: subscription }) => [subscription, id]));
}

/** Tells shipments what the devices of the trucks that carry them measured and raised alarms about, and doubts about them. Gives how many were reported something. */
export async function notifyShipments({ database, clock, scheduleProcessing }: NotifyDeps): Promise<number> {
  const now = clock.now();
  return database.transaction(async () => {
    const lists = [
      await listExcursions(database, now),
      await listAlarms(database, now),
      await listDoubts(database, now),
    ].filter(({ due }) => due.length > 0);
    const due = lists.flatMap((list) => list.due);
    if (due.length === 0) return 0;
    const sourceId = await ensureSource(database);
    const targets = await targetsOf(database, sourceId, due);
    const messages = due.map(({ subscriptionId, tenantId, body }) => {
      const bytes = Buffer.from(JSON.stringify([body]));
      return {
        tenantId,
        subscriptionId,
        sourceId,
        receivedAt: now,
        ...packBody(bytes),
        hash: createHash('sha256').update(bytes).digest().subarray(0, 16),
      };
    });
    await keepPushed(database, messages);
    for (const { reported } of lists) await reported();
    await scheduleProcessing([...targets.values()]);
    return targets.size;
  });
}
