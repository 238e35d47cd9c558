import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyState, ErrorState, LoadingState, ProcessingState } from '#web/kit/state/States.tsx';

type Answer = { totalRecord: number; sources: readonly { answeredTime: number | null; failing: boolean }[] };

type Props<A extends Answer> = {
  requested: boolean;
  query: UseQueryResult<A>;
  /** Words before anything was asked, while schedules are on their way, and for nothing found. */
  texts: { begin: string; beginText: string; waiting: string; none: string; noneText: string };
  /** How old what the sources reported is, and who does not answer. */
  ages: (answer: A) => ReactNode;
  children: (answer: A) => ReactNode;
};

/** What stands below a question: how to begin, loading, a failure, schedules that are not there yet, nothing found, or the answer. */
export function Answered<A extends Answer>({ requested, query, texts, ages, children }: Props<A>) {
  const { data: answer } = query;
  if (!requested) return <EmptyState title={texts.begin} text={texts.beginText} />;
  const again = (): void => void query.refetch();
  if (query.isError) return <ErrorState message={query.error.message} onRetry={again} />;
  if (answer === undefined) return <LoadingState />;
  if (answer.totalRecord > 0) return <>{children(answer)}</>;
  // Who does not answer is no reason to wait: what the others reported is all there is for now.
  return answer.sources.some(({ answeredTime, failing }) => answeredTime === null && !failing) ? (
    <ProcessingState text={texts.waiting} onRefresh={again} />
  ) : (
    <>
      <EmptyState title={texts.none} text={texts.noneText} />
      <p className="pt-sail-silent">{ages(answer)}</p>
    </>
  );
}
