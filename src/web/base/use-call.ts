import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CallData, CallInput } from '#contract/index.ts';
import type { CallName } from '#contract/paths.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { currentLang, useLang } from '#web/i18n/index.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

/** Settings of one query besides its key and function; `keep` shows the last answer while the next one loads. */
export type UseCallOptions<N extends CallName> = Omit<UseQueryOptions<CallData<N>>, 'queryKey' | 'queryFn'> & {
  keep?: boolean;
};

/** The key of a call's answer; answers hold texts, so the language belongs to it. */
const callKey = <N extends CallName>(name: N, input: CallInput<N> | undefined, lang: Lang): readonly unknown[] => [
  name,
  input ?? null,
  lang,
];

/** The answer of a reading call, kept and shared by its input. */
export function useCall<N extends CallName>(
  name: N,
  input?: CallInput<N>,
  options: UseCallOptions<N> = {},
): UseQueryResult<CallData<N>> {
  const lang = useLang();
  const { keep, ...rest } = options;
  return useQuery<CallData<N>>({
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...rest,
    queryKey: callKey(name, input, lang),
    queryFn: ({ signal }) => call(name, input, { signal }),
  });
}

/**
 * Asks a call's answers again because there is news. An answer that is under way for the first time may be from before the news, and
 * TanStack Query does not ask twice at a time: such a one is asked once more when it is there.
 */
export async function askAgain(client: QueryClient, name: CallName): Promise<void> {
  const queryKey = [name];
  const under = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
  if (under.length > 0) await client.invalidateQueries({ queryKey, predicate: (query) => under.includes(query) });
}

/** Asks for an answer that a page is about to need; a failure is met again, and shown, by useCall. */
export function prepareCall<N extends CallName>(name: N, input?: CallInput<N>): void {
  void queryClient.prefetchQuery({
    queryKey: callKey(name, input, currentLang()),
    queryFn: ({ signal }) => call(name, input, { signal, quiet: true }),
  });
}
