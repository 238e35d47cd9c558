import { expect, test } from 'vitest';
import { testDatabase } from '#testing/test-database.ts';
import { retention } from './retention.ts';
import type { Sweep } from './retention-types.ts';

const database = await testDatabase();

const tables = (
  await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by c.relname collate "C"`,
  )
).map((row) => row.name);

const foreignKeys = await database.query<{ table: string; column: string; target: string; rule: string }>(
  `select c.conrelid::regclass::text as "table", a.attname as "column", c.confrelid::regclass::text as target,
     c.confdeltype as rule
   from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
   where c.contype = 'f'`,
);

/** Tables with the column that an index of theirs begins with. */
const indexed = new Set(
  (
    await database.query<{ name: string }>(
      `select i.indrelid::regclass::text || '.' || a.attname as name
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indisvalid`,
    )
  ).map((row) => row.name),
);

const sweeps = Object.entries(retention).flatMap(([table, keeping]): [string, Sweep][] =>
  keeping.kind === 'swept' ? keeping.sweeps.map((sweep) => [table, sweep]) : [],
);

test('every table says how long its rows are kept, and none that is gone does', () => {
  expect(Object.keys(retention).toSorted()).toEqual(tables.toSorted());
});

test('what belongs to another row goes with it', () => {
  const wrong = Object.entries(retention).filter(
    ([table, keeping]) =>
      keeping.kind === 'with' &&
      !foreignKeys.some((key) => key.table === table && key.target === keeping.parent && key.rule === 'c'),
  );
  expect(wrong).toEqual([]);
});

test('what is swept is found by an index, and so is whatever refers to it', () => {
  const ages = sweeps.map(([table, { age, walks }]) => `${table}.${walks === true ? 'id' : age}`);
  const names = new Set(sweeps.map(([table]) => table));
  const references = foreignKeys.filter((key) => names.has(key.target)).map((key) => `${key.table}.${key.column}`);
  expect([...ages, ...references].filter((name) => !indexed.has(name))).toEqual([]);
});

test('rows that go first are those of a foreign key to the swept table', () => {
  const wrong = sweeps.flatMap(([table, { first = [] }]) =>
    first.filter(
      ({ table: child, by }) =>
        !foreignKeys.some((key) => key.table === child && key.column === by && key.target === table),
    ),
  );
  expect(wrong).toEqual([]);
});
