import type { Executor } from '../types.ts';
import { carrierPage } from './carrier-page.ts';
import { countDown } from './count-down.ts';

/** Handlers by the name that package versions give. */
export const handlers: Readonly<Record<string, Executor>> = {
  /** Gives back what it was given: to try that robots answer. */
  echo: (job, { log }) => {
    log('info', `echo of ${JSON.stringify(job.input)}`);
    return Promise.resolve({ echo: job.input });
  },
  countDown,
  carrierPage,
};
