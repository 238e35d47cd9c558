import type { Instant } from '#shared/time/instant.ts';
import { sourceUrl } from '../../exchange.ts';
import { type PagesAnswer, type PagesRequest, pullPages } from '../../pull-pages.ts';

/** Services requested per page. */
const PAGE_SERVICES = 4;

/** How a carrier's schedules are requested. */
export type ScheduleRequest = Omit<PagesRequest, 'urlOf' | 'headers'> & {
  baseUrl: string;
  credential: string | null;
  /** First and last day that calls are wanted of. */
  from: Instant;
  to: Instant;
};

/** Ways requested per page. */
const PAGE_ROUTES = 100;

const dayText = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

const headersOf = (credential: string | null): Record<string, string> => ({
  accept: 'application/json',
  'api-version': '1',
  ...(credential && { 'api-key': credential }),
});

/**
 * Asks a carrier for the schedules of its vessels by DCSA Commercial Schedules 1.0, page by page, each under the
 * condition that it changed; throws PullFailure.
 */
export function pullSchedules({ baseUrl, credential, from, to, ...request }: ScheduleRequest): Promise<PagesAnswer> {
  return pullPages({
    ...request,
    headers: headersOf(credential),
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

/** A question from port to port: the days are those of departure or of arrival. */
export type RouteQuestion = {
  fromPort: string;
  toPort: string;
  dateOf: 'departure' | 'arrival';
  from: Instant;
  to: Instant;
  maxChanges: number;
};

/**
 * Asks a carrier for the ways from port to port that it sells, by DCSA Commercial Schedules 1.0, each page under the
 * condition that it changed; throws PullFailure.
 */
export function pullRoutes({
  baseUrl,
  credential,
  question,
  ...request
}: Omit<PagesRequest, 'urlOf' | 'headers'> & {
  baseUrl: string;
  credential: string | null;
  question: RouteQuestion;
}): Promise<PagesAnswer> {
  const { fromPort, toPort, dateOf, from, to, maxChanges } = question;
  return pullPages({
    ...request,
    headers: headersOf(credential),
    urlOf: (cursor) => {
      const url = sourceUrl(baseUrl, 'v1', 'point-to-point-routes');
      url.search = new URLSearchParams({
        placeOfReceipt: fromPort,
        placeOfDelivery: toPort,
        [`${dateOf}StartDate`]: dayText(from),
        [`${dateOf}EndDate`]: dayText(to),
        maxTranshipment: String(maxChanges),
        limit: String(PAGE_ROUTES),
        ...(cursor !== '' && { cursor }),
      }).toString();
      return url;
    },
  });
}
