import { lazy, Suspense, type ReactElement } from 'react';
import { useQuestions } from './confirm.ts';

const QuestionModal = lazy(async () => ({ default: (await import('./QuestionModal.tsx')).QuestionModal }));

/** Puts the waiting question on screen. */
export function ConfirmHost(): ReactElement | null {
  const question = useQuestions((state) => state.questions[0]);
  if (question === undefined) return null;
  return (
    <Suspense fallback={null}>
      <QuestionModal key={question.id} question={question} />
    </Suspense>
  );
}
