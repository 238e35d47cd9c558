import { Suspense, type ReactElement } from 'react';
import { fetched } from '../fetched.tsx';
import { useQuestions } from './confirm.ts';

const QuestionModal = fetched(async () => (await import('./QuestionModal.tsx')).QuestionModal);

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
