import { useQueryClient } from '@tanstack/react-query';
import { asRecord } from '#shared/values/objects.ts';
import { call } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { fromAddress, isComplete, type Question, toAddress } from './question.ts';

const mostRecent = 8;

/** What makes two questions the same search: all but its first day and its order. */
const keyOf = (question: Question): string => JSON.stringify(toAddress({ ...question, date: '', sort: 'departure' }));

const listOf = (value: unknown): Question[] =>
  (Array.isArray(value) ? value : [])
    .map((item) =>
      fromAddress(
        Object.fromEntries(
          Object.entries(asRecord(item)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        ),
      ),
    )
    .filter(isComplete)
    .slice(0, mostRecent);

/** The latest searches of this person on a page, newest first, on every device; and how a search is remembered. */
export function useRecent(route: string): { recent: readonly Question[]; remember: (question: Question) => void } {
  const client = useQueryClient();
  const preferenceName = `recent${route}`;
  const recent = listOf(useCall('preferenceGet', { preferenceName }).data?.value);
  const remember = (question: Question): void => {
    const value = [question, ...recent.filter((one) => keyOf(one) !== keyOf(question))]
      .slice(0, mostRecent)
      .map((one) => toAddress({ ...one, date: '' }));
    // A search that cannot be remembered is made all the same.
    call('preferenceSave', { preferenceName, value, changedAt: Date.now() }, { quiet: true })
      .then(() => client.invalidateQueries({ queryKey: ['preferenceGet', { preferenceName }] }))
      .catch(() => undefined);
  };
  return { recent, remember };
}
