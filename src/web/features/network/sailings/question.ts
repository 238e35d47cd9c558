import type { CallInput } from '#contract/index.ts';
import type { PageSearch } from '#web/base/define-page.ts';

/** What the form holds; texts as they stand in its fields. */
export type Question = {
  from: string;
  to: string;
  dateOf: 'departure' | 'arrival';
  date: string;
  weeks: number;
  carriers: string[];
  service: string;
  changes: number;
  partners: boolean;
  sort: 'departure' | 'arrival' | 'transit' | 'cutOff';
};

const sorts = ['departure', 'arrival', 'transit', 'cutOff'] as const;

/** Weeks that can be requested. */
export const weekChoices = [1, 2, 4, 8, 12] as const;

const within = (text: string | undefined, low: number, high: number, usual: number): number => {
  const value = Number(text);
  return text !== undefined && text !== '' && Number.isInteger(value) && value >= low && value <= high ? value : usual;
};

/** The question that an address asks. */
export const fromAddress = (search: PageSearch): Question => ({
  from: (search['from'] ?? '').toUpperCase(),
  to: (search['to'] ?? '').toUpperCase(),
  dateOf: search['by'] === 'arrival' ? 'arrival' : 'departure',
  date: /^\d{4}-\d{2}-\d{2}$/.exec(search['date'] ?? '')?.[0] ?? '',
  weeks: within(search['weeks'], 1, 12, 4),
  carriers: (search['carriers'] ?? '').split(',').filter(Boolean),
  service: search['service'] ?? '',
  changes: within(search['changes'], 0, 3, 1),
  partners: search['partners'] !== '0',
  sort: sorts.find((sort) => sort === search['sort']) ?? 'departure',
});

/** The address of a question; what is usual is left out. */
export const toAddress = (question: Question): Record<string, string | undefined> => ({
  from: question.from,
  to: question.to,
  by: question.dateOf === 'arrival' ? 'arrival' : undefined,
  date: question.date,
  weeks: question.weeks === 4 ? undefined : String(question.weeks),
  carriers: question.carriers.join(','),
  service: question.service.trim(),
  changes: question.changes === 1 ? undefined : String(question.changes),
  partners: question.partners ? undefined : '0',
  sort: question.sort === 'departure' ? undefined : question.sort,
});

/** Both ports are named: it can be asked. */
export const isComplete = ({ from, to }: Question): boolean => from !== '' && to !== '';

/** The question as the server is asked. */
export const toInput = (question: Question, domestic: boolean): NonNullable<CallInput<'sailingQuery'>> => ({
  fromPort: question.from,
  toPort: question.to,
  dateFrom: question.date,
  weeks: question.weeks,
  dateOf: question.dateOf,
  carrierCodes: question.carriers,
  serviceCode: question.service,
  mostChanges: question.changes,
  partners: question.partners ? 1 : 0,
  domestic: domestic ? 1 : 0,
  sortBy: question.sort,
});

/** The same way back. */
export const swapped = (question: Question): Question => ({ ...question, from: question.to, to: question.from });
