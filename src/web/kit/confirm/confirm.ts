import { create } from 'zustand';

/** A question with two answers. */
export type Question = {
  title: string;
  content?: string;
  okText?: string;
  cancelText?: string;
  /** The confirming button destroys something. */
  danger?: boolean;
};

/** A question that waits for its answer. */
export type Pending = Question & { id: number; answer: (yes: boolean) => void };

/** The questions waiting for an answer; the first is on screen. */
export const useQuestions = create<{ questions: readonly Pending[] }>(() => ({ questions: [] }));

let lastId = 0;

/** Asks, from anywhere; leaving the page counts as no. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    lastId += 1;
    const id = lastId;
    const answer = (yes: boolean): void => {
      useQuestions.setState(({ questions }) => ({ questions: questions.filter((item) => item.id !== id) }));
      resolve(yes);
    };
    useQuestions.setState(({ questions }) => ({ questions: [...questions, { ...question, id, answer }] }));
  });
}

/** Answers every open question with no: the page they were asked on is no longer on screen. */
export function withdrawQuestions(): void {
  for (const question of useQuestions.getState().questions) question.answer(false);
}
