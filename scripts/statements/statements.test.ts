import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTemplate } from '#testing/database-templates.ts';
import { parseSource, readSources } from '../lint/read-source.ts';
import { compareRow } from './compare-rows.ts';
import { type Describer, openDescriber } from './describe.ts';
import { findStatements } from './find-statements.ts';

/**
 * The removal of the simulated world goes over all tables of the database, whose names it reads there; the drill of a restore makes and
 * drops a database; the expected time of a migration counts the rows of its tables; ranges of divided tables are changed and archived by
 * the names that `rangeGroups` has. Tests run all of them.
 */
const overAllTables = 24;
/** Statements put together at run time, and row types that are not written out: their number may only fall. */
const maxUnread = { texts: 57 + overAllTables, rows: 6 };

let describer: Describer;
beforeAll(async () => {
  describer = await openDescriber(await embeddedTemplate());
}, 300_000);
afterAll(() => describer.close());

const only = (body: string) => findStatements([parseSource('src/server/x.ts', body)])[0];

async function problemsOf(body: string): Promise<string[]> {
  const statement = only(body);
  const [text = ''] = statement?.texts ?? [];
  if (statement?.row === undefined || statement.row === 'none') throw new Error('no row type');
  return compareRow(statement.row, await describer.describe(text), text);
}

describe('a statement in the source', () => {
  test('is read through constants, functions and alternatives', () => {
    const statement = only(`const columns = 'id, code';
      const from = (table: string, all = true) => \`select \${columns} from \${table}\${all ? '' : ' limit 1'}\`;
      await database.query<{ id: number }>(from('source'));
      `);
    expect(statement?.texts).toEqual(['select id, code from source', 'select id, code from source limit 1']);
    expect(only('await database.query(flag ? `select 1` : `select 2`)')?.texts).toEqual(['select 1', 'select 2']);
    expect(only('await database.query(`select ${anything()}`)')?.texts).toBeUndefined();
  });

  test('has the columns that its row type names, of their types', async () => {
    const row =
      'type Id = { id: number };\ntype Row = Id & Pick<{ code: string; no: number }, "code"> & { at: number | null };\n';
    const text = '`select id, code, last_success_at as at from source`';
    expect(await problemsOf(`${row}await database.query<Row>(${text})`)).toEqual([]);
    expect(await problemsOf(`await database.query<{ id: string }>(${text})`)).toEqual(['id is int8, not string']);
    expect(await problemsOf(`await database.query<{ no: string }>(${text})`)).toEqual(['no is not among the columns']);
    expect(await problemsOf(`await database.query<{ at: number }>(${text})`)).toEqual(['at may be null']);
    const known = text.replace('source`', 'source where last_success_at is not null`');
    expect(await problemsOf(`await database.query<{ at: number }>(${known})`)).toEqual([]);
  });
});

test('the database understands every statement of the server and gives the rows that it is reported to give', async () => {
  const statements = findStatements(readSources());
  const problems: string[] = [];
  for (const { at, texts = [], row } of statements) {
    for (const text of texts) {
      const columns = await describer.describe(text).catch((error: unknown) => String(error));
      if (typeof columns === 'string') problems.push(`${at}: ${columns}`);
      else if (row !== undefined && row !== 'none')
        problems.push(...compareRow(row, columns, text).map((problem) => `${at}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
  expect(statements.length).toBeGreaterThan(600);
  expect(statements.filter(({ texts }) => texts === undefined).length).toBeLessThanOrEqual(maxUnread.texts);
  expect(statements.filter(({ row }) => row === undefined).length).toBeLessThanOrEqual(maxUnread.rows);
}, 300_000);
