import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { HOUR_MS } from '#shared/time/instant.ts';

/** Values of others that somebody may run into within an hour; more of them look like trying out names. */
const MAX_CLASHES = 10;
/** People who are remembered at most; the oldest are forgotten first. One takes about so many bytes. */
const MAX_PEOPLE = 10_000;
const PERSON_BYTES = 300;

/** When each person ran into values of others, by the time of this process. */
const clashes = new BytesCache<string, number[]>('foreign_clashes', MAX_PEOPLE * PERSON_BYTES);

const recent = (who: string): number[] => (clashes.get(who) ?? []).filter((at) => performance.now() - at < HOUR_MS);

/** Refuses a write of somebody who has tried many values that others use. */
export function checkForeignClashes({ actor }: Pick<Ctx, 'actor'>): void {
  if (recent(actor.userCode).length >= MAX_CLASHES) throw new AppError('entity.tooManyClashes', {}, 'too_many');
}

/** Remembers that somebody tried a value that another tenant uses. */
export function noteForeignClash({ actor }: Pick<Ctx, 'actor'>): void {
  clashes.set(actor.userCode, [...recent(actor.userCode), performance.now()], PERSON_BYTES);
}
