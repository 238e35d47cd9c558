import type { FastifyReply, FastifyRequest } from 'fastify';
import { customerNetwork } from '#shared/net/networks.ts';
import { AppError, tooMany } from '../errors/app-error.ts';
import { type FairLine, type Leave, LineRefusal, createFairLine } from '../fair-line.ts';

/** On whose account a call is made: a session or key of a tenant, or an address. */
export type Account = { group: string; member: string };

/** The turn of one call: it is over when the answer is sent, or the caller is gone, and the work has ended. */
export type CallTurn = { during: <T>(work: () => Promise<T>) => Promise<T> };

const ofTenant = 'tenant ';
const maxWaiting = 200;
const waitMs = 30_000;
/** When to ask again, for who was refused. */
const retryS = 5;

/**
 * How many calls run at once: a third of the database's connections for one session, two thirds for one tenant. The others wait in line,
 * so that nobody takes all connections.
 */
export const callLineLimits = (poolSize: number) => {
  const member = Math.max(2, Math.ceil(poolSize / 3));
  return { member, group: Math.max(member + 1, Math.ceil((2 * poolSize) / 3)), waiting: maxWaiting, waitMs };
};

/** The line in which calls wait. */
export const createCallLine = (poolSize: number): FairLine => createFairLine(callLineLimits(poolSize));

/** On whose account a request is made: its session's, or that of its address if nobody is signed in. */
export function accountOf({ caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>): Account {
  const principal = caller?.principal;
  return principal === undefined
    ? { group: 'nobody', member: customerNetwork(ip) }
    : { group: `${ofTenant}${principal.tenantId}`, member: principal.tokenHash.toString('base64') };
}

const refusalOf = (error: unknown, group: string): unknown => {
  if (!(error instanceof LineRefusal)) return error;
  if (error.busy === 'member') return tooMany('error.tooManyAtOnce', retryS);
  const code = group.startsWith(ofTenant) ? 'error.tooManyOfTenant' : 'error.tooBusy';
  return new AppError(code, { seconds: retryS }, 'unavailable', { retryAfterS: retryS });
};

async function comeIn(line: FairLine, account: Account, reply: FastifyReply): Promise<Leave> {
  try {
    return await line.enter(account.group, account.member, (giveUp) => reply.raw.once('close', giveUp));
  } catch (error) {
    throw refusalOf(error, account.group);
  }
}

/** Waits until it is the turn of a call; refuses where too many wait, or it takes too long. A caller that leaves the line ends it. */
export async function acquireSlot(line: FairLine, account: Account, reply: FastifyReply): Promise<CallTurn> {
  const leave = await comeIn(line, account, reply);
  let isAnswered = false;
  let isWorking = false;
  // A caller that hangs up has not ended what it began: that still holds a connection of the database.
  const end = (): void => {
    isAnswered = true;
    if (!isWorking) leave();
  };
  if (reply.raw.destroyed) end();
  reply.raw.once('finish', end);
  reply.raw.once('close', end);
  return {
    async during(work) {
      isWorking = true;
      try {
        return await work();
      } finally {
        isWorking = false;
        if (isAnswered) leave();
      }
    },
  };
}
