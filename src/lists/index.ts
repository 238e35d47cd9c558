import { jobsList } from './jobs.ts';
import { outboxList } from './outbox.ts';
import { robotAnswersList } from './robot-answers.ts';

/** Every declared list, by its name. */
export const lists = {
  jobs: jobsList,
  outbox: outboxList,
  robotAnswers: robotAnswersList,
} as const;
