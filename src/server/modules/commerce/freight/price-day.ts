import type { SurchargeLine } from '#domain/commerce/freight/all-in-price.ts';
import { indexSurcharges } from '#domain/commerce/freight/surcharge-index.ts';
import { pricedTypes as typesOfRates } from '#entities/freight-rate.ts';
import type { Database } from '#server/platform/db/database.ts';
import { entriesOf } from '#shared/values/objects.ts';
import { readDayRates } from './day-rates.ts';
import { type DayRates, type PriceDocument, priceDocument } from './price-document.ts';

/** Container types that rate lines have prices for: column and trade name. */
export const pricedTypes: readonly [keyof typeof typesOfRates, string][] = entriesOf(typesOfRates);

/** A rate as its prices are worked out from it. */
export type RateRow = { [K in keyof typeof typesOfRates]: number | null } & {
  id: number;
  supplier_type: string;
  agent_name: string | null;
  carrier_id: number;
  carrier_code: string;
  pol_id: number;
  pol_code: string;
  pod_id: number;
  pod_code: string;
  currency: string;
  valid_from: string;
  valid_to: string;
};

/** The columns of `RateRow`, of freight_rate `r` joined with its carrier `c`, its ports `l` and `d`. */
export const rateColumns = `r.id, r.supplier_type, r.agent_name, r.carrier_id, c.code as carrier_code, r.pol_id, l.code as pol_code,
  r.pod_id, d.code as pod_code, r.currency, r.valid_from, r.valid_to, ${pricedTypes.map(([column]) => `r.${column}`).join(', ')}`;
export const rateJoins = `join md_carrier c on c.id = r.carrier_id join md_port l on l.id = r.pol_id join md_port d on d.id = r.pod_id`;

/** What is charged beside the freights of a tenant on a day, and what currencies are worth then. */
export type PriceDay = { linesOf: (rate: RateRow, containerType: string) => readonly SurchargeLine[]; rates: DayRates };

type TypedLine = SurchargeLine & { tradeName: string | null };

const listSurcharges = (database: Database, tenantId: number, day: string): Promise<TypedLine[]> =>
  database.query<TypedLine>(
    `select s.id, s.surcharge_code as code, s.surcharge_name_cn as "nameCn", s.surcharge_name_en as "nameEn", s.basis, s.payer,
       s.amount::text as amount, s.currency, s.carrier_id as "carrierId", s.pol_id as "polId", s.pod_id as "podId",
       s.container_type_id as "containerTypeId", t.trade_name as "tradeName"
     from surcharge s left join md_container_type t on t.id = s.container_type_id
     where s.tenant_id = $1 and s.valid_from <= $2::date and s.valid_to >= $2::date order by s.surcharge_code, s.id`,
    [tenantId, day],
  );

/** Stands for the type asked about: several ISO codes share a trade name, so the name decides. */
const thisType = 1;
const linesFor = (lines: readonly TypedLine[], containerType: string): SurchargeLine[] =>
  lines
    .filter(({ tradeName }) => tradeName === null || tradeName === containerType)
    .map(({ tradeName, ...line }) => ({ ...line, containerTypeId: tradeName === null ? null : thisType }));

/** Reads what the prices of a tenant are made of on a day. */
export async function readPriceDay(database: Database, tenantId: number, day: string): Promise<PriceDay> {
  const [lines, rates] = [await listSurcharges(database, tenantId, day), await readDayRates(database, day)];
  const byType = new Map(pricedTypes.map(([, type]) => [type, indexSurcharges(linesFor(lines, type))]));
  const linesOf: PriceDay['linesOf'] = (rate, containerType) =>
    byType.get(containerType)?.({ carrierId: rate.carrier_id, polId: rate.pol_id, podId: rate.pod_id }) ?? [];
  return { linesOf, rates };
}

/** What a rate comes to for a type of container; undefined where it has no price for it. */
export function priceOf(
  rate: RateRow,
  [column, containerType]: (typeof pricedTypes)[number],
  { linesOf, rates }: PriceDay,
): PriceDocument | undefined {
  const amount = rate[column];
  if (amount === null) return undefined;
  return priceDocument(
    {
      freight: { amount: String(amount), currency: rate.currency },
      carrierId: rate.carrier_id,
      polId: rate.pol_id,
      podId: rate.pod_id,
      containerTypeId: thisType,
    },
    linesOf(rate, containerType),
    rates,
  );
}

/** What a price consists of on the day that it was worked out for; undefined when its rate is gone or has it no more. */
export async function openRatePrice(
  database: Database,
  stored: { tenant_id: number; rate_id: number; container_type: string; priced_on: string },
): Promise<PriceDocument | undefined> {
  const [rate] = await database.query<RateRow>(
    `select ${rateColumns} from freight_rate r ${rateJoins} where r.id = $1`,
    [stored.rate_id],
  );
  const type = pricedTypes.find(([, name]) => name === stored.container_type);
  if (rate === undefined || type === undefined) return undefined;
  return priceOf(rate, type, await readPriceDay(database, stored.tenant_id, stored.priced_on));
}
