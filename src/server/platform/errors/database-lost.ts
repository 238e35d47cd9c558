import { codeOf } from '#shared/values/errors.ts';

/** Codes with which a connection is lost or cannot be made. */
const LOST = new Set(
  (
    '57P01 57P02 57P03 57P04 57P05 53200 53300 25P03 ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ' +
    'ENETUNREACH ENOTFOUND EAI_AGAIN ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END'
  ).split(' '),
);
/** How the driver names the loss of a connection when it gives no code. */
const LOST_MESSAGE =
  /^(Connection terminated|Connection ended|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed|the embedded database |Cannot use a pool after calling end)/;

/** Whether an error says that the database is away: it restarts, or the line to it is cut. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (typeof code === 'string') return LOST.has(code) || /^08.{3}$/.test(code);
  return LOST_MESSAGE.test(error.message);
}

const lost = new WeakSet<object>();

/** Notes that an error is about the connection to the database: codes alone do not tell it from other counterparts. Gives the error. */
export function noteDatabaseLost<E>(error: E): E {
  if (error instanceof Error && isDatabaseLost(error)) lost.add(error);
  return error;
}

/** Whether an error was noted as one about the connection to the database. */
export const isNotedLost = (error: unknown): boolean => error instanceof Error && lost.has(error);
