import type { FastifyRequest } from 'fastify';
import { actsOutside, answersSecret, takesRequestKey } from '#contract/creating-calls.ts';
import type { CallName } from '#contract/paths.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Ctx } from '../context.ts';
import { lockName } from '../db/lock-name.ts';
import { AppError } from '../errors/app-error.ts';

/** What a call answered, as it is kept. */
export class KeptAnswer {
  readonly msg: string;
  readonly data: unknown;

  constructor({ msg, data }: { msg: string; data: unknown }) {
    this.msg = msg;
    this.data = data;
  }
}

const keyShape = /^[\w-]{16,64}$/;

/** The key under which a call may be sent again; undefined for a call that takes none, and without one of the right shape. */
export function requestKeyOf(name: CallName, { headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && keyShape.test(key) && takesRequestKey(name) ? key : undefined;
}

/** The answer that a call was given under this key before; refused when it was a secret. */
async function findAnswer(ctx: Ctx, name: CallName, key: string, userId: number): Promise<KeptAnswer | undefined> {
  const { rows } = await ctx.database.execute<{ answer: string }>(
    'select answer from request_answer where user_id = $1 and call = $2 and request_key = $3',
    [userId, name, key],
  );
  const [kept] = rows;
  if (kept === undefined) return undefined;
  if (answersSecret(name)) throw new AppError('error.secretShownOnce');
  const { msg, data } = asRecord(JSON.parse(kept.answer));
  return new KeptAnswer({ msg: String(msg), data });
}

/**
 * Does a call once for a user and a key, in one transaction that also keeps its answer. The same call again, also at the same
 * moment, gets that answer: what it did is rolled back when the answer is there already. Throws AppError when the answer was a secret.
 */
export async function doOnce(
  ctx: Ctx,
  name: CallName,
  key: string,
  work: () => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  const { actor, database } = ctx;
  if (actor.kind !== 'user') return work();
  const { userId } = actor;
  try {
    return await database.transaction(async () => {
      if (actsOutside(name)) {
        await lockName(database, `request ${userId} ${key}`);
        const done = await findAnswer(ctx, name, key, userId);
        if (done !== undefined) return done;
      }
      const answer = await work();
      await database.later('insert into request_answer (user_id, call, request_key, answer) values ($1, $2, $3, $4)', [
        userId,
        name,
        key,
        JSON.stringify(answersSecret(name) ? null : answer),
      ]);
      return answer;
    });
  } catch (error) {
    // It was refused, or done twice, perhaps because the first one has been done meanwhile.
    const kept = await findAnswer(ctx, name, key, userId);
    if (kept === undefined) throw error;
    return kept;
  }
}
