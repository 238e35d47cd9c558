import type { FastifyRequest } from 'fastify';
import { actsOutside, answersSecret, takesRequestKey } from '#contract/creating-calls.ts';
import type { CallName } from '#contract/paths.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors/app-error.ts';

/** What a call answered, as it is kept. */
export class SavedAnswer {
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

type Requested = { name: CallName; key: string; userId: number };

/**
 * The answer that a call was given under this key before; refused when it was a secret, or is not there yet. It is written again: a
 * server that was cut off shows what it never handed on to its successor, and only a write waits for its standbys or is refused.
 */
async function findAnswer(
  { unscoped: database }: Ctx,
  { name, key, userId }: Requested,
): Promise<SavedAnswer | undefined> {
  const { rows } = await database.execute<{ answer: string }>(
    'update request_answer set answer = answer where user_id = $1 and call = $2 and request_key = $3 returning answer',
    [userId, name, key],
  );
  const [kept] = rows;
  if (kept === undefined) return undefined;
  const answer: unknown = JSON.parse(kept.answer);
  if (answer === null) throw new AppError(answersSecret(name) ? 'error.secretShownOnce' : 'error.alreadySent');
  const { msg, data } = asRecord(answer);
  return new SavedAnswer({ msg: String(msg), data });
}

const insertAnswer = 'insert into request_answer (user_id, call, request_key, answer) values ($1, $2, $3, $4)';

/** Does what cannot be taken back: the key is taken first, by itself, and given back when the call was refused. */
async function doOutside(ctx: Ctx, requested: Requested, work: () => Promise<SavedAnswer>): Promise<SavedAnswer> {
  const { unscoped: database } = ctx;
  const values = [requested.userId, requested.name, requested.key];
  const { rowCount } = await database.execute(`${insertAnswer} on conflict do nothing`, [...values, 'null']);
  const of = 'where user_id = $1 and call = $2 and request_key = $3';
  if (rowCount === 0) {
    const kept = await findAnswer(ctx, requested);
    if (kept !== undefined) return kept;
  }
  try {
    const answer = await work();
    await database.execute(`update request_answer set answer = $4 ${of}`, [...values, JSON.stringify(answer)]);
    return answer;
  } catch (error) {
    await database.execute(`delete from request_answer ${of}`, values);
    throw error;
  }
}

/**
 * Does a call once for a user and a key, in one transaction that also keeps its answer. The same call again, also at the same
 * moment, gets that answer: what it did is rolled back when the answer is there already. Throws AppError when the answer was a
 * secret, or when what cannot be taken back is still under way.
 */
export async function doOnce(
  ctx: Ctx,
  name: CallName,
  key: string,
  work: () => Promise<SavedAnswer>,
): Promise<SavedAnswer> {
  const { actor, unscoped: database } = ctx;
  if (actor.kind !== 'user') return work();
  const requested = { name, key, userId: actor.userId };
  if (actsOutside(name)) return doOutside(ctx, requested, work);
  try {
    return await database.transaction(async () => {
      const answer = await work();
      const kept = answersSecret(name) ? null : answer;
      await database.later(insertAnswer, [requested.userId, name, key, JSON.stringify(kept)]);
      return answer;
    });
  } catch (error) {
    // It was refused, or done twice, perhaps because the first one has been done meanwhile.
    const kept = await findAnswer(ctx, requested);
    if (kept === undefined) throw error;
    return kept;
  }
}
