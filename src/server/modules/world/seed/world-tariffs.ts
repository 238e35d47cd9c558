import type { Database } from '#server/platform/db/database.ts';

/** Countries for which the simulated carriers publish a tariff; elsewhere nobody knows one. */
const countries = [
  ['CN', 'CNY', 6],
  ['SG', 'SGD', 1],
  ['KR', 'USD', 1],
  ['NL', 'EUR', 1],
  ['DE', 'EUR', 1],
  ['BE', 'EUR', 1],
  ['GB', 'GBP', 1],
  ['US', 'USD', 1],
] as const;

/** Tariffs of the simulated carriers, as their tables would be imported once; what an operator changed or deleted stays so. */
export async function seedTariffs(database: Database, carriers: readonly { code: string }[]): Promise<void> {
  const codes = carriers.map(({ code }) => code);
  if (codes.length === 0) return;
  const known = await database.system
    .selectFrom('md_free_time')
    .select('id')
    .where('carrier_code', 'in', codes)
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined) return;
  const rows = carriers.flatMap(({ code }, index) =>
    countries.map(([country, currency, factor], place) => ({
      carrier_code: code,
      place_code: country,
      demurrage_days: 5 + ((index + place) % 3),
      detention_days: 5 + ((index + place + 1) % 3),
      demurrage_rate: (60 + 5 * ((index + place) % 9)) * factor,
      detention_rate: (30 + 5 * ((index + 2 * place) % 7)) * factor,
      currency,
    })),
  );
  await database.system
    .insertInto('md_free_time')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
