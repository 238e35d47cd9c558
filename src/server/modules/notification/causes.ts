import type { Instant } from '#shared/time/instant.ts';
import type { PlaceholderValues } from '#shared/text/placeholders.ts';

type Lang = 'zh' | 'en';

/**
 * Something that notifies. Jobs give `kind: 'job'`, the definitions their process names and a value of WL_JOB_STATUS;
 * exceptions give a value of WL_FEEDBACK_EVENT and reach every definition of the tenant that listens to it.
 */
export type NotificationCause = {
  tenantId: number;
  kind: 'job' | 'exception';
  /** What it is about, such as `job:12`: together with the status told once per definition. */
  key: string;
  status: string;
  at: Instant;
  /** Only these definitions; all of the tenant when absent. */
  feedbackIds?: readonly number[];
  /** Leaves the product only where the condition of a definition has this word; left out: wherever it is listened to. */
  onlyNamed?: string;
  /** Values of placeholders in a language; tenant, status, time and link are filled in. */
  describe: (lang: Lang) => PlaceholderValues;
  /** Path of the page about it within the product. */
  linkPath: string;
  /** What conditions are asked about: the output and the error of a job, or the exception and its text. */
  output: unknown;
  error: string | null;
  /** Goes along with webhooks, and is kept. */
  facts: Readonly<Record<string, unknown>>;
};

/** The name of an event on the wire, such as `exception.opened` or `job.faulted`. */
export const eventName = (kind: string, status: string): string =>
  `${kind}.${status.replace(/^EXCEPTION_/, '').toLowerCase()}`;

/** The dictionary code type that a kind of cause takes its statuses from. */
export const statusDictionary: Readonly<Record<NotificationCause['kind'], string>> = {
  job: 'WL_JOB_STATUS',
  exception: 'WL_FEEDBACK_EVENT',
};
