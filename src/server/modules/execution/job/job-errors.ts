import { sql, type SqlBool } from 'kysely';
import { failureCause, failureCauses, signsOf } from '#domain/execution/job/failure-cause.ts';
import type { Lang } from '#server/platform/context.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { serverMessage, serverText } from '#shared/i18n/server-messages/index.ts';
import { jobReasons } from './job-reasons.ts';
import type { JobRow } from './types.ts';

type Failed = Pick<JobRow, 'error_code' | 'error_text'> & Partial<Pick<JobRow, 'error_params'>>;

/**
 * Why a job failed, in the reader's language where the product knows the cause, and what the robot stated as it stated it. Words that
 * say more than the product knows stand for themselves.
 */
export function errorOf(row: Failed, lang: Lang): { errorText: string | null; errorDetail: string | null } {
  const ours = jobReasons.find((reason) => reason === row.error_code);
  if (ours !== undefined && row.error_params != null)
    return { errorText: serverText(`job.reason.${ours}`, row.error_params, lang), errorDetail: null };
  const cause = failureCause(row.error_code, row.error_text);
  if (cause === undefined) return { errorText: row.error_text, errorDetail: null };
  return { errorText: serverText(`job.cause.${cause}`, {}, lang), errorDetail: row.error_text };
}

/** Jobs whose error has a text, in the words of the robot or in those that people read. */
export function errorFits(text: string) {
  const statement = sql<SqlBool>`j.error_text ilike ${containingPattern(text)}`;
  const sought = text.toLowerCase();
  const signs = failureCauses
    .filter((cause) =>
      Object.values(serverMessage(`job.cause.${cause}`))
        .join(' ')
        .toLowerCase()
        .includes(sought),
    )
    .map(signsOf);
  if (signs.length === 0) return statement;
  const codes = signs.flatMap((sign) => [...sign.codes]);
  const texts = signs.flatMap((sign) => (sign.text === '' ? [] : [`(${sign.text})`]));
  const worded = texts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`j.error_text ~* ${texts.join('|')}`;
  return sql<SqlBool>`(${statement} or j.error_code = any(${codes}) or ${worded})`;
}
