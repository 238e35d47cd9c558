import { outboxList } from './outbox.ts';
import { robotAnswersList } from './robot-answers.ts';

/** Every declared list, by its name. */
export const lists = {
  outbox: outboxList,
  robotAnswers: robotAnswersList,
} as const;
