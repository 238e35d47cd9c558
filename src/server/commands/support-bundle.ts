import { writeFile } from 'node:fs/promises';
import { cpus, freemem, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { serverMessages } from '#shared/i18n/server-messages/index.ts';
import { entriesOf } from '#shared/values/objects.ts';
import { type SettingDoc, settingDocs } from '../platform/config/index.ts';
import type { Database } from '../platform/db/database.ts';
import type { CommandInput, Outcome } from './command.ts';
import { examine } from './doctor.ts';
import { once } from '#shared/memory/once-per.ts';

const maxErrors = 50;
const ownerOnly = 0o600;

/** Words of errors that the product does not make itself: of the system, of PostgreSQL, of HTTP and TLS. */
const technicalWords = `
  ECONNREFUSED ECONNRESET ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH EPIPE ENOSPC EACCES EPERM EROFS EMFILE ENOMEM
  CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID
  Error TypeError RangeError SyntaxError AbortError TimeoutError HTTP TLS SSL SMTP JSON XML
  connect connection connections terminated unexpectedly timeout timed out expired refused reset closed lost socket hang up fetch failed
  statement canceling cancelled due to user request deadlock detected duplicate key value violates unique constraint foreign null
  relation column type does not exist permission denied for table too many clients already read only transaction cannot execute in a
  could not serialize access concurrent update disk full no space left on device out of memory unexpected token end input
  certificate self signed verify invalid undefined properties of is function cannot read reading answer answered status server error`;

/** Words that stand in the product's own texts, and those of the system: none of them is anybody's name, number or secret. */
const knownWords = once(
  (): ReadonlySet<string> =>
    new Set([
      ...technicalWords.split(/\s+/).filter(Boolean),
      ...Object.values(serverMessages).flatMap(({ en }) => en.match(/[A-Za-z]+/g) ?? []),
      ...Object.keys(serverMessages).flatMap((code) => code.split('.')),
    ]),
);

/** An error without what it is about: every word that is not of the product or the system is left out, also numbers but those of HTTP. */
export function maskedError(text: string): string {
  const words = text.slice(0, 500).split(/[^A-Za-z0-9_]/);
  const kept = words.filter(Boolean).map((word) => (knownWords().has(word) || /^[1-5]\d\d$/.test(word) ? word : '…'));
  return kept.join(' ').replace(/…(?: …)+/g, '…');
}

/** A setting as it may leave the machine: switches and numbers as they are, of anything else only that it is set. */
const maskedSetting = (value: string, { secret }: SettingDoc): string =>
  secret !== true &&
  /^(?:on|off|true|false|\d{1,6}(?:\.\d+)?|production|development|standard|strict|fatal|error|warn|info|debug|trace|silent)$/.test(
    value,
  )
    ? value
    : '(set)';

const maskedSettings = (): Record<string, string> =>
  Object.fromEntries(
    entriesOf<Record<string, SettingDoc>>(settingDocs).flatMap(([name, doc]) => {
      const value = process.env[name];
      return value === undefined || value.trim() === '' ? [] : [[name, maskedSetting(value, doc)]];
    }),
  );

const ROWS = `
  select c.relname as name, c.reltuples::float8 as estimate, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
const QUEUE = `
  select kind, status, count(*)::int as tasks, max(attempts)::int as attempts,
    extract(epoch from max(now() - run_at) filter (where status = 'waiting' and run_at < now()))::float8 as "oldestDueS"
    from task group by kind, status order by kind, status`;
const TASK_ERRORS = `
  select kind, status, last_error as error, count(*)::int as times from task where last_error is not null
   group by kind, status, last_error order by times desc limit ${maxErrors}`;
const SOURCE_STATES = `
  select id::int as id, protocol, mode, enabled, simulated, consecutive_failures as failures, last_success_at as "lastSuccessAt",
    last_failure_at as "lastFailureAt", last_error as error from source order by id limit 500`;

type WithError = { error: string | null };
const withMasked = <T extends WithError>(rows: readonly T[]): T[] =>
  rows.map((row) => ({ ...row, error: row.error === null ? null : maskedError(row.error) }));

async function readDatabase(database: Database) {
  const [server] = await database.query<{ version: string; bytes: number }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes`,
  );
  return {
    kind: database.kind,
    server,
    migrations: await database.query('select name, applied_at as "appliedAt" from schema_migration order by 1'),
    tables: await database.query(ROWS),
    queue: await database.query(QUEUE),
    taskErrors: withMasked(await database.query<WithError>(TASK_ERRORS)),
    sources: withMasked(await database.query<WithError>(SOURCE_STATES)),
  };
}

/** Writes one file for support, in which no secret and nothing about tenants is. */
export async function writeSupportBundle(input: CommandInput): Promise<Outcome> {
  const { operand, say, withDatabase, settings } = input;
  const file = operand ?? resolve(`portolan-support-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`);
  const found = await examine(input);
  const bundle = {
    version: packageJson.version,
    madeAt: new Date().toISOString(),
    node: process.version,
    system: {
      platform: process.platform,
      architecture: process.arch,
      release: release(),
      processors: cpus().length,
      memoryBytes: totalmem(),
      freeBytes: freemem(),
    },
    roles: settings.roles,
    settings: maskedSettings(),
    // Their texts name hosts.
    doctor: found.map(({ check, level }) => ({ check, level })),
    database: await withDatabase(readDatabase).catch((error: unknown) => ({ error: maskedError(String(error)) })),
  };
  await writeFile(file, `${JSON.stringify(bundle, undefined, 2)}\n`, { mode: ownerOnly });
  say(
    `已写入 ${file}；其中没有密码、密钥、令牌和租户数据，发送前可自行查看。`,
    `Written to ${file}: there are no passwords, keys, tokens or data of tenants in it; you can read it before you send it.`,
  );
  return 0;
}
