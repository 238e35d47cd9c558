import type { SelectQueryBuilder } from 'kysely';

/** How many rows a query without columns of its own would give. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, {}>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('n'));
  const { n } = (await counted.executeTakeFirstOrThrow()) as { n: number };
  return Number(n);
}
