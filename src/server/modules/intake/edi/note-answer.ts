import type { EdiAnswer, EdiParty, EdiProblem } from '#server/connectors/edifact/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { HandlingReason } from './read-message.ts';

const reasonOf = {
  received: 'answer_received',
  accepted: 'answer_accepted',
  refused: 'answer_refused',
} as const satisfies Record<EdiAnswer['verdict'], HandlingReason>;

/** A refusal among the problems of what was sent, with the code of the error. */
const problemsOf = ({ verdict, error }: EdiAnswer): (Omit<EdiProblem, 'code'> & { code: HandlingReason })[] =>
  verdict === 'refused'
    ? [{ code: reasonOf.refused, severity: 'warning', segment: null, line: null, tag: 'UCI', value: error }]
    : [];

/**
 * Notes with the message of ours what its receiver says of it; the last word counts. False when we sent that receiver no
 * such interchange, or one of a tenant whom the bringer of the answer does not act for.
 */
export async function noteAnswer(
  database: Database,
  sender: EdiParty,
  answer: EdiAnswer,
  scope: { tenantIds: readonly number[] | null } | 'foreign',
): Promise<boolean> {
  if (scope === 'foreign') return false;
  const problems = problemsOf(answer);
  const { rowCount } = await database.execute(
    `update edi_message set reasons = array[$4], problems = $5::jsonb, problem_count = $6, record_version = record_version + 1
     where direction = 'out' and state = 'sent' and control_ref = $1 and lower(receiver) = lower($2)
       and ($3::bigint[] is null or tenant_id = any($3))`,
    [
      answer.controlRef,
      sender.id,
      scope.tenantIds,
      reasonOf[answer.verdict],
      JSON.stringify(problems),
      problems.length,
    ],
  );
  return rowCount > 0;
}
