import { jobsList } from './jobs.ts';
import { outboxList } from './outbox.ts';
import { occurrencesList } from './occurrences.ts';
import { robotAnswersList } from './robot-answers.ts';
import { traceIndexList } from './trace-index.ts';

/** Every declared list, by its name. */
export const lists = {
  jobs: jobsList,
  occurrences: occurrencesList,
  outbox: outboxList,
  robotAnswers: robotAnswersList,
  traceIndex: traceIndexList,
} as const;
