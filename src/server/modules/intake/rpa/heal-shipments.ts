import { writeAnswerBody } from '#server/connectors/rpa/index.ts';
import { replaceBody } from '#server/modules/intake/collection/index.ts';
import { valueFor } from '#shared/values/items.ts';
import { type AnswerRow, answerOf, listAnswersById } from './answer-rows.ts';
import { findVersion } from './releases.ts';
import { listNewestReadable } from './run-queries.ts';
import { targetsOf, withAnswer } from './targets.ts';
import type { RpaTaskDeps } from './types.ts';

/** Of each target the newest of the answers about it. */
async function newestOfTargets(deps: RpaTaskDeps, answers: readonly AnswerRow[]): Promise<Map<number, AnswerRow>> {
  const newest = new Map<number, AnswerRow>();
  for (const row of [...answers].sort((a, b) => a.collected_at - b.collected_at || a.id - b.id))
    for (const id of await targetsOf(deps.database, row)) newest.set(id, row);
  return newest;
}

/**
 * Makes the records of the shipments that answers are about again by the versions in force: of the newest answer that can be
 * read, or, where none can, an empty one, so that nothing stays on screen that nobody reads any more. Gives how many shipments
 * look otherwise, and how many of them lost what a version read that was taken back; done twice it does nothing twice.
 */
export async function healShipments(
  deps: RpaTaskDeps,
  answerIds: readonly number[],
  signal: AbortSignal,
): Promise<{ shipments: number; withdrawn: number }> {
  const { database, clock, pipeline } = deps;
  const healed = { shipments: 0, withdrawn: 0 };
  const touched = await listAnswersById(database, answerIds);
  if (touched.length === 0) return healed;
  const about = await newestOfTargets(deps, touched);
  const readable = await newestOfTargets(deps, await listNewestReadable(database, touched));
  const unread = await withAnswer(
    database,
    [...about.keys()].filter((id) => !readable.has(id)),
  );
  const wanted = [...readable, ...unread.map((id) => [id, valueFor(about, id)] as const)];
  for (const [subscriptionSourceId, row] of wanted.sort((a, b) => a[0] - b[0])) {
    signal.throwIfAborted();
    const parser = readable.has(subscriptionSourceId)
      ? ((await findVersion(database, row.parser_id ?? '', row.parser_version ?? 0)) ?? null)
      : null;
    const body = writeAnswerBody(answerOf(row), parser);
    const error = parser === null ? `bad_answer: ${row.reasons.join(', ') || 'no_parser'}` : null;
    const summary = await replaceBody(
      pipeline,
      { subscriptionSourceId, body, statedAt: row.collected_at, error },
      clock.now(),
    );
    healed.shipments += summary?.fused ?? 0;
    if (parser === null) healed.withdrawn += summary?.fused ?? 0;
  }
  return healed;
}
