import { createHash } from 'node:crypto';
import type { ToldExcursion } from '#server/connectors/consignment/index.ts';
import { keepPushed, packBody } from '#server/modules/collection/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';
import { DAY_MS, type Instant, toIsoText } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';

/** What telling shipments works with. */
export type TellDeps = {
  database: Database;
  clock: Clock;
  /** Has the records of targets made again, in the current transaction. */
  scheduleProcessing: (subscriptionSourceIds: readonly number[]) => Promise<void>;
};

/** Excursions are looked at for so long: a shipment may be tracked, or its truck named, after they began. */
const LOOK_BACK_MS = 14 * DAY_MS;
/** Shipments told by one run. */
const MOST = 1_000;

type DueRow = {
  excursion_id: number;
  subscription_id: number;
  tenant_id: number;
  plate_no: string;
  began_at: Instant;
  ended_at: Instant | null;
  extreme_c: number;
  min_c: number | null;
  max_c: number | null;
};

async function ensureSource(database: Database): Promise<number> {
  const find = () => database.execute<{ id: number }>(`select id from source where code = 'coldchain'`);
  const found = await find();
  if (found.rows[0] !== undefined) return found.rows[0].id;
  await database.execute(
    `insert into source (code, protocol, source_type, channel, mode, name_cn, name_en, base_url, asked)
     values ('coldchain', 'coldchain', 'CARRIER', 'SHIPPING_TRACKING', 'road', '车载温度', 'Temperatures of vehicles', '', false)
     on conflict (code) do nothing`,
  );
  return itemAt((await find()).rows, 0).id;
}

/** Excursions between departure and arrival of a shipment on the same vehicle of the same tenant that it was not told of yet. */
async function listDue(database: Database, now: Instant): Promise<DueRow[]> {
  const { rows } = await database.execute<DueRow>(
    `select e.id as excursion_id, s.id as subscription_id, s.tenant_id, v.plate_no, e.began_at, e.ended_at, e.extreme_c, e.min_c, e.max_c
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
  return rows;
}

const bodyOf = (row: DueRow): Uint8Array =>
  Buffer.from(
    JSON.stringify([
      {
        plateNo: row.plate_no,
        beganAt: toIsoText(row.began_at),
        endedAt: row.ended_at === null ? null : toIsoText(row.ended_at),
        extremeC: row.extreme_c,
        minC: row.min_c,
        maxC: row.max_c,
      } satisfies ToldExcursion,
    ]),
  );

/** The vehicles' temperatures as a source of each subscription. */
async function targetsOf(database: Database, sourceId: number, due: readonly DueRow[]): Promise<Map<number, number>> {
  const ids = [...new Map(due.map((row) => [row.subscription_id, row.tenant_id]))].toSorted(([a], [b]) => a - b);
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

/** Tells shipments what the devices of the trucks that carry them measured. Gives how many were told something. */
export async function tellExcursions({ database, clock, scheduleProcessing }: TellDeps): Promise<number> {
  const now = clock.now();
  return database.transaction(async () => {
    const due = await listDue(database, now);
    if (due.length === 0) return 0;
    const sourceId = await ensureSource(database);
    const targets = await targetsOf(database, sourceId, due);
    const messages = due.map((row) => {
      const body = bodyOf(row);
      return {
        tenantId: row.tenant_id,
        subscriptionId: row.subscription_id,
        sourceId,
        receivedAt: now,
        ...packBody(body),
        hash: createHash('sha256').update(body).digest().subarray(0, 16),
      };
    });
    await keepPushed(database, messages);
    await database.execute(
      `insert into vehicle_excursion_told (excursion_id, subscription_id, tenant_id, ended_at)
       select e, s, t, u from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[]) as r(e, s, t, u)
       on conflict (excursion_id, subscription_id) do update set ended_at = excluded.ended_at`,
      [
        due.map((row) => row.excursion_id),
        due.map((row) => row.subscription_id),
        due.map((row) => row.tenant_id),
        due.map((row) => (row.ended_at === null ? null : ts(row.ended_at))),
      ],
    );
    await scheduleProcessing([...targets.values()]);
    return targets.size;
  });
}
