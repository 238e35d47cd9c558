import { jobsList } from '#lists/jobs.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Tone } from '#web/kit/value/StatusTag.tsx';

/** A state of a job. */
export type JobStatus = keyof typeof jobsList.columns.jobStatus.values;

/** How a state of a job is shown. */
export const toneOf = (status: JobStatus): Tone => jobsList.columns.jobStatus.values[status].tone;

/** Names of states in the language of the screen. */
export function useStatusName(): (status: JobStatus) => string {
  const lang = useLang();
  return (status) => jobsList.columns.jobStatus.values[status][lang];
}

/** A duration in words. */
export function useDurationText(): (ms: number | null) => string {
  const t = useT();
  return (ms) => {
    if (ms === null) return '';
    const seconds = Math.round(ms / 1000);
    if (seconds < 60) return t('jobs.seconds', { count: seconds });
    if (seconds < 3600) return t('jobs.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
    return t('jobs.hours', { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60) });
  };
}

/** The address of a job's page. */
export const jobHref = (jobId: string): string => `/job/detail?jobId=${jobId}`;
