import type { Database } from '#server/platform/db/database.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';

/** Lanes that the tenants of the simulated world buy, with a usual price of a 40HQ and the days at sea. */
const lanes = [
  ['CNSHA', 'USLAX', 1850, 14],
  ['CNSHA', 'NLRTM', 2100, 32],
  ['CNSHA', 'SGSIN', 420, 7],
  ['CNNGB', 'USLAX', 1880, 15],
  ['CNNGB', 'DEHAM', 2180, 34],
  ['CNYTN', 'USLAX', 1820, 13],
  ['CNYTN', 'NLRTM', 2050, 29],
  ['CNTAO', 'DEHAM', 2240, 36],
] as const;
const agents = ['海运通代理 Seaway Agency', '联程货代 Linkcargo'] as const;
const TENANT = 'ALPHA';

/** Surcharges of the tenant: code, names, basis, amount, currency, payer, and the port of discharge it is for. */
const surcharges = [
  ['THC', '码头操作费', 'Terminal handling charge', 'CONTAINER', 825, 'CNY', 'PREPAID', null],
  ['DTHC', '目的港码头操作费', 'Destination terminal handling', 'CONTAINER', 245, 'EUR', 'COLLECT', 'NLRTM'],
  ['DOC', '文件费', 'Documentation fee', 'BL', 450, 'CNY', 'PREPAID', null],
  ['SEAL', '铅封费', 'Seal fee', 'CONTAINER', 50, 'CNY', 'PREPAID', null],
  ['BAF', '燃油附加费', 'Bunker adjustment factor', 'PERCENT', 12.5, null, 'PREPAID', null],
  ['PSS', '旺季附加费', 'Peak season surcharge', 'CONTAINER', 200, 'USD', 'PREPAID', 'USLAX'],
  ['AMS', '美国舱单费', 'Automated manifest fee', 'BL', 35, 'USD', 'PREPAID', 'USLAX'],
  ['ENS', '欧盟入境申报费', 'Entry summary declaration', 'BL', 30, 'USD', 'PREPAID', 'DEHAM'],
] as const;
const currencies = [
  ['USD', 1],
  ['CNY', 0.1385],
  ['EUR', 1.085],
  ['GBP', 1.27],
  ['HKD', 0.1282],
  ['JPY', 0.0067],
  ['SGD', 0.745],
] as const;

const dayOf = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** Prices of the simulated world, for one of its tenants; nothing is added where prices are there already. */
export async function seedFreight(database: Database, carrierCodes: readonly string[], now: Instant): Promise<void> {
  const [known] = await database.query('select from freight_rate limit 1');
  if (known !== undefined) return;
  await database.transaction(async () => {
    const [from, to] = [dayOf(now - 20 * DAY_MS), dayOf(now + 70 * DAY_MS)];
    for (const [currency, value] of currencies)
      await database.execute(
        `insert into exchange_rate (currency, valid_from, usd_per_unit, note) values ($1, $2, $3, '模拟世界 Simulated world')
         on conflict do nothing`,
        [currency, from, value],
      );
    await seedRates(database, carrierCodes.slice(0, 5), from, to);
    await seedSurcharges(database, from, to);
  });
}

async function seedRates(database: Database, carriers: readonly string[], from: string, to: string): Promise<void> {
  const random = createRandom('freight');
  let number = 0;
  for (const [pol, pod, usual, days] of lanes) {
    const offers = carriers.map((carrier) => [carrier, null] as const);
    const all = [...offers, ...agents.map((agent) => [random.pick(carriers), agent] as const)];
    for (const [carrier, agent] of all) {
      number += 1;
      const hq = Math.round((usual * random.between(0.86, 1.16)) / 5) * 5;
      await database.execute(
        `insert into freight_rate (tenant_id, rate_no, supplier_type, agent_name, carrier_id, pol_id, pod_id, valid_from, valid_to,
           currency, price20gp, price40gp, price40hq, transit_days, free_demurrage_days, free_detention_days)
         select t.id, $1, $2, $3, c.id, l.id, d.id, $4, $5, 'USD', $6, $7, $8, $9, $10, $11
         from tenant t, md_carrier c, md_port l, md_port d where t.code = $12 and c.code = $13 and l.code = $14 and d.code = $15`,
        [
          `FR${String(number).padStart(4, '0')}`,
          agent === null ? 'CARRIER' : 'AGENT',
          agent,
          from,
          to,
          Math.round((hq * 0.56) / 5) * 5,
          Math.round((hq * 0.97) / 5) * 5,
          hq,
          days + random.int(-2, 4),
          random.pick([5, 7, 10, 14]),
          random.pick([5, 7, 10, 14]),
          TENANT,
          carrier,
          pol,
          pod,
        ],
      );
    }
  }
}

async function seedSurcharges(database: Database, from: string, to: string): Promise<void> {
  let number = 0;
  for (const [code, nameCn, nameEn, basis, amount, currency, payer, place] of surcharges) {
    number += 1;
    await database.execute(
      `insert into surcharge (tenant_id, line_no, surcharge_code, surcharge_name_cn, surcharge_name_en, basis, amount, currency, payer,
         pod_id, valid_from, valid_to)
       select t.id, $1, $2, $3, $4, $5, $6, $7, $8, (select id from md_port where code = $9), $10, $11 from tenant t where t.code = $12`,
      [
        `SC${String(number).padStart(3, '0')}`,
        code,
        nameCn,
        nameEn,
        basis,
        amount,
        currency,
        payer,
        place,
        from,
        to,
        TENANT,
      ],
    );
  }
}
