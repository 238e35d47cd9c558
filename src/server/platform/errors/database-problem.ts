import { hostsOf } from '#server/platform/db/database-hosts.ts';
import { StartupError } from './startup-error.ts';

type Place = { server: string; database: string; user: string };
type Words = (place: Place, message: string) => [zh: string, en: string];

/** Where an address leads, without its password. */
function placeOf(url: string): Place {
  const [first, ...others] = hostsOf(url);
  const parsed = first === undefined || !URL.canParse(first) ? undefined : new URL(first);
  const hosts = [first, ...others].flatMap((text) => (text !== undefined && URL.canParse(text) ? [new URL(text)] : []));
  return {
    server: hosts.map(({ hostname, port }) => `${hostname}:${port === '' ? '5432' : port}`).join(', '),
    database: decodeURIComponent(parsed?.pathname.slice(1) ?? ''),
    user: decodeURIComponent(parsed?.username ?? ''),
  };
}

const unreachable: Words = ({ server }) => [
  `无法连接数据库服务器 ${server}：请确认它正在运行，并检查 DATABASE_URL 中的主机和端口以及防火墙。`,
  `The database server ${server} cannot be reached: see that it runs, and check host and port in DATABASE_URL and firewalls.`,
];
const unknownHost: Words = ({ server }) => [
  `找不到数据库服务器 ${server}：请检查 DATABASE_URL 中的主机名。`,
  `The database server ${server} is not known by name: check the host in DATABASE_URL.`,
];
const badLogin: Words = ({ server, user }) => [
  `数据库服务器 ${server} 拒绝用户“${user}”登录：请检查 DATABASE_URL 中的用户名和密码。`,
  `The database server ${server} refused the user "${user}": check user and password in DATABASE_URL.`,
];
const notReady: Words = ({ server }) => [
  `数据库服务器 ${server} 正在启动或停止：请稍后再启动航图。`,
  `The database server ${server} is starting or stopping: start Portolan again in a moment.`,
];
const onStandby: Words = ({ server }) => [
  `数据库服务器 ${server} 是只读的备用服务器：请在 DATABASE_URL 中填写主服务器，或填写所有服务器并加上 target_session_attrs=read-write。`,
  `The database server ${server} is a standby, which takes no writes: name the primary in DATABASE_URL, or all servers with target_session_attrs=read-write.`,
];
const badTls: Words = ({ server }, message) => [
  `与数据库服务器 ${server} 的 TLS 连接失败（${message}）：请检查 DATABASE_URL 中的 sslmode 和证书。`,
  `TLS with the database server ${server} failed (${message}): check sslmode and the certificates in DATABASE_URL.`,
];
const badParameter: Words = ({ server }, message) => [
  `${server} 不接受连接参数（${message}）：它可能是 PgBouncer 等连接池。请让 DATABASE_URL 直接指向 PostgreSQL。`,
  `${server} does not take the parameters of the connection (${message}): it may be a pooler such as PgBouncer. Have DATABASE_URL lead to PostgreSQL itself.`,
];

const wordsByCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  '28P01': badLogin,
  '28000': badLogin,
  '3D000': ({ server, database }) => [
    `数据库服务器 ${server} 上没有数据库“${database}”：请建立该数据库，或检查 DATABASE_URL 中的名称。`,
    `There is no database "${database}" on the server ${server}: create it, or check its name in DATABASE_URL.`,
  ],
  '42501': ({ server, database, user }) => [
    `用户“${user}”在 ${server} 的数据库“${database}”中权限不足：请授予该用户 public schema 的 CREATE 权限，或将其设为数据库所有者。`,
    `The user "${user}" lacks rights in the database "${database}" on ${server}: grant it CREATE on the schema public, or make it the owner.`,
  ],
  '53300': ({ server }) => [
    `数据库服务器 ${server} 的连接数已满：请减小 POOL_SIZE 或增大 max_connections。`,
    `The database server ${server} has no connections left: lower POOL_SIZE or raise max_connections.`,
  ],
  '57P01': notReady,
  '57P02': notReady,
  '57P03': notReady,
  '25006': onStandby,
  '08P01': badParameter,
};

/** What is wrong with the connection to the database, in one sentence; undefined when it is something else. */
export function databaseProblem(code: unknown, message: string, url: string): StartupError | undefined {
  const isTls =
    /SSL|certificate/i.test(message) || /^(?:ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_VERIFY)/.test(String(code));
  const isLate = /^(?:timeout expired|timeout exceeded when|Connection terminated)/.test(message);
  const words = wordsByCode[String(code)] ?? (isTls ? badTls : isLate ? unreachable : undefined);
  if (words === undefined) return undefined;
  // A client without a password where one is needed fails before the server is asked.
  const [zh, en] = words(placeOf(url), message.slice(0, 200));
  return new StartupError(zh, en);
}
