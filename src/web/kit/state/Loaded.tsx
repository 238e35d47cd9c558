import type { ReactNode } from 'react';
import type { QueryState } from './query-state.ts';
import { ErrorState, LoadingState } from './States.tsx';

/** The answer once it is there; until then that it loads, or what went wrong with a way to try again. */
export function Loaded<Answer>({
  query,
  children,
}: {
  query: QueryState<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  if (query.isError) return <ErrorState message={query.error?.message ?? ''} onRetry={() => void query.refetch()} />;
  return query.data === undefined ? <LoadingState /> : children(query.data);
}
