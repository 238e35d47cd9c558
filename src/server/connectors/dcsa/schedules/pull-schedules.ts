import type { Instant } from '#shared/time/instant.ts';
import { sourceUrl } from '../../exchange.ts';
import { type PagesAnswer, type PagesRequest, pullPages } from '../../pull-pages.ts';

/** Services asked for per page. */
const PAGE_SERVICES = 4;

/** How a carrier's schedules are asked for. */
export type ScheduleRequest = Omit<PagesRequest, 'urlOf' | 'headers'> & {
  baseUrl: string;
  credential: string | null;
  /** First and last day that calls are wanted of. */
  from: Instant;
  to: Instant;
};

const dayText = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/**
 * Asks a carrier for the schedules of its vessels by DCSA Commercial Schedules 1.0, page by page, each under the
 * condition that it changed; throws PullFailure.
 */
export function pullSchedules({ baseUrl, credential, from, to, ...request }: ScheduleRequest): Promise<PagesAnswer> {
  return pullPages({
    ...request,
    headers: { accept: 'application/json', 'api-version': '1', ...(credential && { 'api-key': credential }) },
    urlOf: (cursor) => {
      const url = sourceUrl(baseUrl, 'v1', 'vessel-schedules');
      url.search = new URLSearchParams({
        startDate: dayText(from),
        endDate: dayText(to),
        limit: String(PAGE_SERVICES),
        ...(cursor !== '' && { cursor }),
      }).toString();
      return url;
    },
  });
}
