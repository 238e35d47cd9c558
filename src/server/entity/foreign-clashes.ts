import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { HOUR_MS } from '#shared/time/instant.ts';

/** Values of others that somebody may run into within an hour; more of them look like trying out names. */
const MOST_CLASHES = 10;
/** People who are remembered at most; the oldest are forgotten first. */
const MOST_PEOPLE = 10_000;

/** When each person ran into values of others, by the time of this process. */
const clashes = new Map<string, number[]>();

const recent = (who: string): number[] => (clashes.get(who) ?? []).filter((at) => performance.now() - at < HOUR_MS);

/** Refuses a write of somebody who has tried many values that others use. */
export function checkForeignClashes({ actor }: Pick<Ctx, 'actor'>): void {
  if (recent(actor.userCode).length >= MOST_CLASHES) throw new AppError('entity.tooManyClashes', {}, 'too_many');
}

/** Remembers that somebody tried a value that another tenant uses. */
export function noteForeignClash({ actor }: Pick<Ctx, 'actor'>): void {
  const times = [...recent(actor.userCode), performance.now()];
  clashes.delete(actor.userCode);
  clashes.set(actor.userCode, times);
  const [oldest] = clashes.keys();
  if (clashes.size > MOST_PEOPLE && oldest !== undefined) clashes.delete(oldest);
}
