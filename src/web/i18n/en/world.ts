import type { Messages } from '../messages.ts';
import type { world as zh } from '../zh/world.ts';

/** The clock of the simulated world. */
export const world: Messages<typeof zh> = {
  clock: 'Clock of the simulated world',
  remove: 'Remove the world…',
  setSpeed: 'Speed of time',
  paused: 'Paused',
  pause: 'Pause the world',
  resume: 'Let it run',
  realTime: 'Real time (1×)',
  times: '{{speed}}×',
  behind: '{{count}} behind',
  behindWhy:
    '{{count}} {{count, plural(one: request; other: requests)}} to sources overdue: the world runs faster than they can be sent. Slow it down to catch up',
  failed: 'The world clock could not be set',
};
