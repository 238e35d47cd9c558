import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import { viewSchema } from './view-sql.ts';

/** Connections that one role may have at once. */
export const connectionsOfRole = 5;
/** What its sessions begin with. They can change most of it themselves, so that `watchRoles` ends what takes too long. */
const sessionSettings: Readonly<Record<string, string>> = {
  default_transaction_read_only: 'on',
  statement_timeout: '120s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '60s',
  idle_session_timeout: '15min',
  work_mem: '16MB',
  max_parallel_workers_per_gather: '0',
  search_path: viewSchema,
  TimeZone: 'UTC',
};
const roleForm = /^portolan_[a-z0-9]{20}$/;
const iterations = 4096;

/** A name that says nothing about the tenant: every role of a server can read the names of all others. */
export const newRoleName = (): string => `portolan_${randomBytes(10).toString('hex')}`;

/** A password of 32 characters that needs no quoting in a connection string. */
export const newPassword = (): string => randomBytes(24).toString('base64url');

/** The SCRAM verifier of a password (RFC 5802), so that neither the statement nor a log of the server has the password. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
}

function checked(roleName: string): string {
  if (!roleForm.test(roleName)) throw new Error(`${roleName} is no role for analysts`);
  return roleName;
}

const roleExists = async (database: Database, roleName: string): Promise<boolean> =>
  (await database.query('select from pg_roles where rolname = $1', [roleName])).length > 0;

/**
 * Makes the role, or sets on an existing one what it should have: its password, limits and rights. Runs in the current transaction. The product
 * becomes a member of the role, which lets it end the sessions of the role; the role is a member of none.
 */
export async function writeRole(database: Database, roleName: string, password: string): Promise<void> {
  const role = checked(roleName);
  const run = (statement: string): Promise<unknown> => database.execute(statement);
  const verb = (await roleExists(database, role)) ? 'alter' : 'create';
  await run(
    `${verb} role ${role} login noinherit nocreatedb nocreaterole connection limit ${connectionsOfRole} password '${verifierOf(password)}'`,
  );
  await run(`alter role ${role} reset all`);
  for (const [name, value] of Object.entries(sessionSettings)) await run(`alter role ${role} set ${name} = '${value}'`);
  await run(`do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$`);
  await run(`grant usage on schema ${viewSchema} to ${role}`);
  await run(`grant select on all tables in schema ${viewSchema} to ${role}`);
  await run(`grant ${role} to current_user`);
}

/** Lets a role connect no more and ends its sessions. */
export async function suspendRole(database: Database, roleName: string): Promise<void> {
  await database.execute(`alter role ${checked(roleName)} nologin`);
  await endSessions(database, roleName);
}

const endSessions = (database: Database, roleName: string): Promise<unknown> =>
  database.execute('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [roleName]);

/** Removes a role with everything it owns in this database. Does nothing when the role does not exist any more. */
export async function removeRole(database: Database, roleName: string): Promise<void> {
  const role = checked(roleName);
  if (!(await roleExists(database, role))) return;
  await database.execute(`alter role ${role} nologin`);
  await endSessions(database, role);
  await database.execute(`drop owned by ${role} cascade`);
  await database.execute(`drop role ${role}`);
}
