import type { Database } from '#server/platform/db/database.ts';

/** What roles for analysts need of the server, and what the server leaves open that it should not. */
export type Readiness = {
  /** `embedded`: programs cannot connect; `noRight`: the product may not make roles; `ready`. */
  state: 'embedded' | 'noRight' | 'ready';
  /** Statements for the administrator of the database: the missing right, or what closes gaps. */
  statements: readonly { why: 'createRole' | 'temporary' | 'create' | 'advisory' | 'otherDatabases'; sql: string }[];
  database: string;
};

type Found = {
  role: string;
  database: string;
  may: boolean;
  temporary: boolean;
  creates: boolean;
  locks: boolean;
  others: string[];
};

const LOOK = `
  select current_user::text as role, current_database()::text as database,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may,
    has_database_privilege('public', current_database(), 'temporary') as temporary,
    has_schema_privilege('public', 'public', 'create') as creates,
    has_function_privilege('public', $1, 'execute') as locks,
    array(select datname::text from pg_database where datallowconn and datname <> current_database()
      and has_database_privilege('public', datname, 'connect') order by 1 limit 20) as others`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The functions that take advisory locks, which PostgreSQL lets every role call. */
const lockFunctions: readonly string[] = ['', 'try_'].flatMap((tries) =>
  ['lock', 'xact_lock', 'lock_shared', 'xact_lock_shared'].flatMap((name) =>
    ['bigint', 'integer, integer'].map((keys) => `pg_${tries}advisory_${name}(${keys})`),
  ),
);
const allLockFunctions = lockFunctions.join(', ');

/** Looks whether roles for analysts can be made here. Every role of PostgreSQL has the rights of `public`. */
export async function readReadiness(database: Database): Promise<Readiness> {
  if (database.kind === 'embedded') return { state: 'embedded', statements: [], database: '' };
  const [found] = await database.query<Found>(LOOK, [lockFunctions[0]]);
  if (found === undefined) throw new Error('the query about the server returned no row');
  const role = quoted(found.role);
  const name = quoted(found.database);
  if (!found.may)
    return {
      state: 'noRight',
      statements: [{ why: 'createRole', sql: `alter role ${role} createrole;` }],
      database: found.database,
    };
  const statements: Readiness['statements'] = [
    ...(found.temporary
      ? [
          {
            why: 'temporary' as const,
            sql: `revoke temporary on database ${name} from public; grant temporary on database ${name} to ${role};`,
          },
        ]
      : []),
    ...(found.creates ? [{ why: 'create' as const, sql: 'revoke create on schema public from public;' }] : []),
    ...(found.locks
      ? [
          {
            why: 'advisory' as const,
            sql: `revoke execute on function ${allLockFunctions} from public; grant execute on function ${allLockFunctions} to ${role};`,
          },
        ]
      : []),
    ...(found.others.length > 0
      ? [
          {
            why: 'otherDatabases' as const,
            sql: found.others.map((other) => `revoke connect on database ${quoted(other)} from public;`).join(' '),
          },
        ]
      : []),
  ];
  return { state: 'ready', statements, database: found.database };
}
