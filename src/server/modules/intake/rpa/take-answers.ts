import { type PageParser, writeAnswerBody } from '#server/connectors/rpa/index.ts';
import { takeOutcomes } from '#server/modules/intake/collection/index.ts';
import { MINUTE_MS, type Instant } from '#shared/time/instant.ts';
import { type AnswerRow, answerOf, listAnswersById } from './answer-rows.ts';
import { findVersion } from './releases.ts';
import { targetsOf, withMoves } from './targets.ts';
import type { RpaTaskDeps } from './types.ts';

type Outcome = Parameters<typeof takeOutcomes>[1][number];
type Taken = Awaited<ReturnType<typeof takeOutcomes>>;

/** A page that nobody can read is not looked at again at once: it will be the same. */
const UNREAD_MS = 30 * MINUTE_MS;

/** What an answer means for a shipment: its newest full answer, or a source that failed to give one. */
function outcomeOf(
  row: AnswerRow,
  parser: PageParser | undefined,
  subscriptionSourceId: number,
  requestedAt: Instant,
  hadMoves: boolean,
): Outcome {
  // A page whose list of moves is empty takes none away that it showed before: the site has lost them.
  const isEmptied = hadMoves && row.state === 'parsed' && row.events === 0;
  if (parser === undefined || isEmptied) {
    const detail = isEmptied ? 'moves_gone' : row.reasons.join(', ') || 'no_parser';
    return {
      kind: 'failure',
      subscriptionSourceId,
      requestedAt,
      reason: 'bad_answer',
      detail,
      retryAfterMs: UNREAD_MS,
    };
  }
  return {
    kind: 'answer',
    subscriptionSourceId,
    requestedAt,
    body: writeAnswerBody(answerOf(row), parser),
    etag: null,
  };
}

/** Makes the records of the shipments that answers are about, the way every source's answers go. Done twice it does nothing twice. */
export async function takeAnswers(deps: RpaTaskDeps, answerIds: readonly number[]): Promise<Taken> {
  const { database, clock, pipeline } = deps;
  const taken: Taken = { summaries: [], failed: [] };
  for (const row of await listAnswersById(database, answerIds)) {
    const targets = await targetsOf(database, row);
    if (targets.length === 0) continue;
    const isRead = row.state !== 'refused' && row.parser_id !== null;
    const parser = isRead ? await findVersion(database, row.parser_id ?? '', row.parser_version ?? 0) : undefined;
    const moved = row.events === 0 ? await withMoves(database, targets) : new Set<number>();
    const outcomes = targets.map((id) => outcomeOf(row, parser, id, row.collected_at, moved.has(id)));
    // One answer at a time: a later one of the same shipment must find what this one left.
    const { summaries, failed } = await takeOutcomes(pipeline, outcomes, clock.now());
    await database.execute('update subscription_source set robot_until = null where id = any($1)', [targets]);
    taken.summaries.push(...summaries);
    taken.failed.push(...failed);
  }
  return taken;
}
