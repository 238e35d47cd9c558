import type { Messages } from '../messages.ts';
import type { jobBulk as zh } from '../zh/job-bulk.ts';

/** Actions on many jobs. */
export const jobBulk: Messages<typeof zh> = {
  open: 'Bulk results',
  running: 'Bulk action {{done}}/{{total}}',
  title: 'Bulk actions',
  choose: 'Bulk action',
  show: 'Show',
  only: { all: 'All', done: 'Done', refused: 'Not done' },
  act: {
    stop: 'Stop {{count}} {{count, plural(one: job; other: jobs)}}',
    kill: 'Kill {{count}} {{count, plural(one: job; other: jobs)}}',
    retry: 'Retry {{count}} {{count, plural(one: job; other: jobs)}}',
    run: 'Run {{count}} {{count, plural(one: process; other: processes)}}',
  },
  state: {
    running: 'Under way: {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
    done: 'Finished: {{succeeded}} done, {{refused}} not done',
    cancelled: 'Cancelled at {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
    failed: 'Interrupted at {{done}}/{{total}}; {{succeeded}} done, {{refused}} not done',
  },
  cancelFailed: 'Could not be cancelled',
  none: 'Nothing here',
  job: 'Job',
  process: 'Process',
  tenant: 'Tenant',
  status: 'Status',
  result: 'Result',
};
