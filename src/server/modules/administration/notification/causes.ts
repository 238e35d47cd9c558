import type { Instant } from '#shared/time/instant.ts';
import type { PlaceholderValues } from '#shared/text/placeholders.ts';

type Lang = 'zh' | 'en';

/**
 * Something that notifies. A state of a job has `kind: 'job'`, a value of WL_JOB_STATUS, and the definitions that the process
 * names. Exceptions and results of jobs (JOB_RESULT) have a value of WL_FEEDBACK_EVENT and reach every definition of the
 * tenant that listens to it.
 */
export type NotificationCause = {
  tenantId: number;
  kind: 'job' | 'exception' | 'handover' | 'event';
  /** What it is about, such as `job:12`: together with the status reported once per definition. */
  key: string;
  status: string;
  at: Instant;
  /** Only these definitions; all of the tenant when absent. Those that an event item names are reported whatever else they listen to. */
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
  `${kind}.${status.replace(/^(?:EXCEPTION|JOB|HAND|EVENT)_/, '').toLowerCase()}`;

/** Whether the status of a cause is an event, such as JOB_RESULT, and not the status of a job. */
export const isEvent = (status: string): boolean => /^(?:(?:EXCEPTION|JOB|EVENT)_|HAND_OVER$)/.test(status);

/** The dictionary code type that the status of a cause is from. */
export const statusDictionary = (status: string): string => (isEvent(status) ? 'WL_FEEDBACK_EVENT' : 'WL_JOB_STATUS');
