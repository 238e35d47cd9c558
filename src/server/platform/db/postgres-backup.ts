import { spawn } from 'node:child_process';
import { codeOf } from '#shared/values/errors.ts';
import { StartupError } from '../errors/startup-error.ts';
import type { Database } from './database.ts';
import { type Fingerprint, readFingerprint } from './fingerprint.ts';

/** Parameters of an address that PostgreSQL's own programs know. */
const known = new Set(
  'host port sslmode sslrootcert sslcert sslkey target_session_attrs connect_timeout application_name'.split(' '),
);

/** The address without its password, which goes by the environment: arguments are seen by every user of the machine. */
function asArgument(text: string): { address: string; password: string } {
  const [, before = '', login = '', rest = ''] = /^(postgres(?:ql)?:\/\/)(?:([^@/]*)@)?(.*)$/s.exec(text) ?? [];
  const [user = '', password = ''] = login.split(':');
  const [target = '', query = ''] = rest.split('?');
  const given = Array.from(new URLSearchParams(query));
  const parameters = new URLSearchParams(given.filter(([name]) => known.has(name)));
  const requested = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return {
    address: `${before}${user === '' ? '' : `${user}@`}${target}${requested}`,
    password: decodeURIComponent(password),
  };
}

/** Runs one of PostgreSQL's programs against a database; throws StartupError when it is not installed or fails. */
async function runProgram(program: 'pg_dump' | 'pg_restore', options: readonly string[], url: string): Promise<void> {
  const { address, password } = asArgument(url);
  const args = [...options.slice(0, -1), `--dbname=${address}`, ...options.slice(-1)];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
  });
  let statement = '';
  child.stderr.on('data', (chunk: Buffer) => (statement = `${statement}${chunk.toString()}`.slice(-2_000)));
  const ended = await new Promise<number | null | Error>((done) => {
    child.once('error', done);
    child.once('close', done);
  });
  if (ended instanceof Error && codeOf(ended) === 'ENOENT') {
    const line = [program, ...args].map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `'${part}'`)).join(' ');
    throw new StartupError(
      `找不到 ${program}。请安装 PostgreSQL 客户端程序，或在装有它的机器上执行：${line}`,
      `${program} was not found. Install the client programs of PostgreSQL, or run on a machine that has them: ${line}`,
    );
  }
  if (ended !== 0) {
    const reason = statement.trim().split('\n').slice(-2).join(' ');
    throw new StartupError(`${program} 失败：${reason}`, `${program} failed: ${reason}`);
  }
}

/** Copies a PostgreSQL database into a file by pg_dump, and gives what is in it: both are of one moment, whatever is written meanwhile. */
export async function copyPostgres(database: Database, url: string, file: string): Promise<Fingerprint> {
  return database.transaction(async () => {
    await database.execute('set transaction isolation level repeatable read read only');
    await database.execute('set local statement_timeout = 0');
    await database.execute('set local idle_in_transaction_session_timeout = 0');
    const [row] = await database.query<{ id: string }>('select pg_export_snapshot() as id');
    const fingerprint = await readFingerprint((text) => database.query(text));
    await runProgram(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${row?.id ?? ''}`, `--file=${file}`],
      url,
    );
    return fingerprint;
  });
}

/** Whether a database has no tables yet. */
async function isEmpty(database: Database): Promise<boolean> {
  const rows = await database.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  );
  return rows.length === 0;
}

/** Fills an empty PostgreSQL database from such a file, in one transaction. */
export async function restorePostgres(database: Database, url: string, file: string): Promise<void> {
  if (!(await isEmpty(database)))
    throw new StartupError(
      '目标数据库中已有数据表；请在 DATABASE_URL 中指定空数据库。',
      'The database has tables already; name an empty one by DATABASE_URL.',
    );
  await runProgram(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', file],
    url,
  );
}
