import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { standbyError } from './choose-host.ts';

const LOOK = `select pg_is_in_recovery() as standby, pg_backend_pid() as pid, current_setting('TimeZone') as zone`;
const MARK = 'portolan.session';

const backendOf = (client: pg.ClientBase): number => Number(Reflect.get(client, 'processID'));

/** Whether a session of the server is lent to another client between two statements. */
async function sharesSessions(client: pg.ClientBase, config: pg.ClientConfig): Promise<boolean> {
  const mark = randomUUID();
  await client.query('select set_config($1, $2, false)', [MARK, mark]);
  const other = new pg.Client(config);
  other.on('error', () => {});
  try {
    await other.connect();
    const { rows } = await other.query<{ mark: string | null }>('select current_setting($1, true) as mark', [MARK]);
    return rows[0]?.mark === mark;
  } finally {
    await other.end();
  }
}

/**
 * Refuses a server that the product cannot work with: a standby, and a pooler that lends sessions out or drops their settings. The
 * product listens for notifications, holds locks and prepares statements in its sessions.
 */
export async function checkServer(client: pg.ClientBase, config: pg.ClientConfig): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; pid: number; zone: string }>(LOOK);
  const [found] = rows;
  if (found?.standby === true) throw standbyError();
  // A pooler gives its clients numbers of its own.
  if (found?.pid === backendOf(client)) return;
  if (await sharesSessions(client, config))
    throw new StartupError(
      'DATABASE_URL 指向事务模式的连接池（如 PgBouncer）：航图需要完整的会话（通知、锁、预编译语句）。请直接连接 PostgreSQL，或将连接池改为会话模式（pool_mode = session）。',
      'DATABASE_URL leads to a pooler in transaction mode (such as PgBouncer): Portolan needs whole sessions (notifications, locks, prepared statements). Connect to PostgreSQL itself, or set the pooler to pool_mode = session.',
    );
  if (found?.zone !== 'UTC')
    throw new StartupError(
      'DATABASE_URL 指向的连接池忽略连接参数（时区不是 UTC）。请直接连接 PostgreSQL，或将数据库的时区设为 UTC（alter database … set timezone = UTC）。',
      'DATABASE_URL leads to a pooler that drops the parameters of connections (the time zone is not UTC). Connect to PostgreSQL itself, or set the time zone of the database to UTC (alter database … set timezone = UTC).',
    );
}
