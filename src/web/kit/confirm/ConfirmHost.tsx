import { type ReactElement, useEffect } from 'react';
import { focusAgain } from '../dialog/use-give-focus-back.ts';
import { useQuestions } from './confirm.ts';
import { QuestionModal } from './QuestionModal.tsx';

/** Puts the waiting question on screen. */
export function ConfirmHost(): ReactElement | null {
  const question = useQuestions((state) => state.questions[0]);
  const id = question?.id;
  // The question is gone as soon as it is answered, too early for antd to give the focus back.
  useEffect(() => {
    const before = document.activeElement;
    if (id === undefined || !(before instanceof HTMLElement)) return undefined;
    return () => focusAgain(before);
  }, [id]);
  if (question === undefined) return null;
  return <QuestionModal key={question.id} question={question} />;
}
