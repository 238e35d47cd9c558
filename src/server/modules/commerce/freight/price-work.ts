import type { Database } from '#server/platform/db/database.ts';

/** Rates of a tenant whose prices are to be worked out, those of a carrier and ports or all, and how far that is. */
export type PriceWork = {
  id: number;
  tenant_id: number;
  carrier_id: number | null;
  pol_id: number | null;
  pod_id: number | null;
  after_id: number;
};

/** More works of one tenant than this are done as one over all its rates. */
const maxWorks = 100;

/** Has all prices worked out of tenants for which another day began. */
export const beginDay = (database: Database, day: string): Promise<unknown> =>
  database.execute(
    `with begun as (update rate_price_day set priced_on = $1::date where priced_on <> $1::date returning tenant_id)
     insert into rate_price_work (tenant_id) select tenant_id from begun order by tenant_id`,
    [day],
  );

/** Says that a tenant has prices: another day, or another exchange rate, concerns it from now on. */
export const noteDay = (database: Database, tenantIds: readonly number[], day: string): Promise<unknown> =>
  database.execute(
    `insert into rate_price_day (tenant_id, priced_on)
     select u.id, $2::date from unnest($1::bigint[]) as u(id) join tenant t on t.id = u.id order by u.id on conflict do nothing`,
    [tenantIds, day],
  );

/** Makes one of works that are the same, or that another one contains which has not begun. */
async function mergeWorks(database: Database): Promise<void> {
  await database.execute(
    `with many as (select tenant_id from rate_price_work group by tenant_id having count(*) > $1),
     gone as (delete from rate_price_work w using many m where m.tenant_id = w.tenant_id)
     insert into rate_price_work (tenant_id) select tenant_id from many order by tenant_id`,
    [maxWorks],
  );
  await database.execute(
    `delete from rate_price_work w using rate_price_work n
     where n.tenant_id = w.tenant_id and n.after_id = 0 and n.id > w.id
       and (n.carrier_id is null or n.carrier_id = w.carrier_id)
       and (n.pol_id is null or n.pol_id = w.pol_id) and (n.pod_id is null or n.pod_id = w.pod_id)`,
  );
}

/** The next work, small ones first; undefined when nothing is to be done. Locked until the transaction ends. */
export async function nextWork(database: Database): Promise<PriceWork | undefined> {
  await mergeWorks(database);
  const { rows } = await database.execute<PriceWork>(
    `select id, tenant_id, carrier_id, pol_id, pod_id, after_id from rate_price_work
     order by num_nulls(carrier_id, pol_id, pod_id) = 3, id limit 1 for update skip locked`,
  );
  return rows[0];
}

/** The next rates of a work: those that have a price on the day, and those that still have one. */
export async function ratesOfWork(database: Database, work: PriceWork, day: string, limit: number): Promise<number[]> {
  const scope = (['carrier_id', 'pol_id', 'pod_id'] as const).flatMap((column) => {
    const value = work[column];
    return value === null ? [] : [{ column, value }];
  });
  const rows = await database.query<{ id: number }>(
    `select r.id from freight_rate r where r.tenant_id = $1 and r.id > $2
       and (r.valid_from <= $3::date and r.valid_to >= $3::date or exists (select 1 from rate_price p where p.rate_id = r.id))
       ${scope.map(({ column }, index) => `and r.${column} = $${index + 5}`).join(' ')}
     order by r.id limit $4`,
    [work.tenant_id, work.after_id, day, limit, ...scope.map(({ value }) => value)],
  );
  return rows.map(({ id }) => id);
}

/** Notes how far a work is; without rates left it is done. */
export const noteProgress = (database: Database, work: PriceWork, lastId: number | undefined): Promise<unknown> =>
  lastId === undefined
    ? database.execute('delete from rate_price_work where id = $1', [work.id])
    : database.execute('update rate_price_work set after_id = $2 where id = $1', [work.id, lastId]);

/** Takes single rates that are to be worked out, by tenant. */
export async function takeSingles(database: Database, limit: number): Promise<Map<number, number[]>> {
  const { rows } = await database.execute<{ rate_id: number }>(
    `delete from rate_price_single where id in (select id from rate_price_single order by id limit $1) returning rate_id`,
    [limit],
  );
  if (rows.length === 0) return new Map();
  const rates = await database.query<{ id: number; tenant_id: number }>(
    `select id, tenant_id from freight_rate where id = any($1::bigint[]) order by id`,
    [[...new Set(rows.map(({ rate_id }) => rate_id))]],
  );
  const byTenant = Map.groupBy(rates, ({ tenant_id }) => tenant_id);
  return new Map([...byTenant].map(([tenantId, own]) => [tenantId, own.map(({ id }) => id)]));
}
