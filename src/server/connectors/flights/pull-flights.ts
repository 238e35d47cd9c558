import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { sourceUrl } from '../exchange.ts';
import { type PagesAnswer, type PagesRequest, pullPages } from '../pull-pages.ts';

/** Periods of flights requested per page. */
const PAGE_PERIODS = 200;
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** How an airline's schedule is requested. */
export type FlightsRequest = Omit<PagesRequest, 'urlOf' | 'headers'> & {
  baseUrl: string;
  credential: string | null;
  /** First and last day that flights are wanted of. */
  from: Instant;
  to: Instant;
};

/** A day as schedules of airlines write it: 22NOV26. */
function toScheduleDay(at: Instant): string {
  const day = new Date(Math.floor(at / DAY_MS) * DAY_MS);
  const date = String(day.getUTCDate()).padStart(2, '0');
  return `${date}${months[day.getUTCMonth()]}${String(day.getUTCFullYear() % 100).padStart(2, '0')}`;
}

/** The UTC midnight of a day as schedules of airlines write it; undefined for an invalid day. */
export function fromScheduleDay(text: string): Instant | undefined {
  const match = /^(\d{2})([A-Z]{3})(\d{2})$/.exec(text);
  const month = months.indexOf(match?.[2] ?? '');
  if (match === null || month < 0) return undefined;
  const at = Date.UTC(2000 + Number(match[3]), month, Number(match[1]));
  return toScheduleDay(at) === text ? at : undefined;
}

/**
 * Asks an airline for its flight schedule: periods with days of operation in local times, as SSIM has them, in JSON over
 * HTTP, page by page, each under the condition that it changed; throws PullFailure.
 */
export function pullFlights({ baseUrl, credential, from, to, ...request }: FlightsRequest): Promise<PagesAnswer> {
  return pullPages({
    ...request,
    headers: { accept: 'application/json', ...(credential && { authorization: `Bearer ${credential}` }) },
    urlOf: (cursor) => {
      const url = sourceUrl(baseUrl, 'v1', 'flight-schedules');
      url.search = new URLSearchParams({
        startDate: toScheduleDay(from),
        endDate: toScheduleDay(to),
        daysOfOperation: '1234567',
        timeMode: 'LT',
        limit: String(PAGE_PERIODS),
        ...(cursor !== '' && { cursor }),
      }).toString();
      return url;
    },
  });
}
