import type { Messages } from '../messages.ts';
import type { world as zh } from '../zh/world.ts';

/** The clock of the simulated world. */
export const world: Messages<typeof zh> = {
  clock: 'Clock of the simulated world',
  setSpeed: 'Speed of time',
  paused: 'Paused',
  pause: 'Pause the world',
  resume: 'Let it run',
  realTime: 'Real time (1×)',
  times: '{{speed}}×',
  behind: '{{count}} behind',
  behindWhy:
    '{{count}} {{count, plural(one: question; other: questions)}} to sources are long due: the world goes faster than they can be asked. Slow it down and they catch up',
  failed: 'The world clock could not be set',
};
