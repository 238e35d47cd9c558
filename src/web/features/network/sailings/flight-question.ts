import type { CallInput } from '#contract/index.ts';
import type { PageSearch } from '#web/base/define-page.ts';

/** What the form holds; texts as they stand in its fields. */
export type FlightQuestion = {
  from: string;
  to: string;
  date: string;
  days: number;
  airlines: string[];
  directOnly: boolean;
  sort: (typeof flightSorts)[number];
};

export const flightSorts = ['departure', 'arrival', 'transit', 'cutOff'] as const;

/** Days that can be requested. */
export const dayChoices = [1, 3, 7, 14, 28] as const;
const usualDays = 7;

/** The question that an address asks. */
export const fromAddress = (search: PageSearch): FlightQuestion => ({
  from: (search['from'] ?? '').toUpperCase(),
  to: (search['to'] ?? '').toUpperCase(),
  date: /^\d{4}-\d{2}-\d{2}$/.exec(search['date'] ?? '')?.[0] ?? '',
  days: dayChoices.find((count) => String(count) === search['days']) ?? usualDays,
  airlines: (search['airlines'] ?? '').split(',').filter(Boolean),
  directOnly: search['direct'] === '1',
  sort: flightSorts.find((sort) => sort === search['sort']) ?? 'departure',
});

/** The address of a question; what is usual is left out. */
export const toAddress = (question: FlightQuestion): Record<string, string | undefined> => ({
  from: question.from,
  to: question.to,
  date: question.date,
  days: question.days === usualDays ? undefined : String(question.days),
  airlines: question.airlines.join(','),
  direct: question.directOnly ? '1' : undefined,
  sort: question.sort === 'departure' ? undefined : question.sort,
});

/** The question as the server is asked. */
export const toInput = (question: FlightQuestion): CallInput<'flightQuery'> => ({
  fromAirport: question.from,
  toAirport: question.to,
  dateFrom: question.date,
  days: question.days,
  airlineCodes: question.airlines,
  directOnly: question.directOnly ? 1 : 0,
  sortBy: question.sort,
});
