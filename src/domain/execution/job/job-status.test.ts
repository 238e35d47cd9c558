import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEnded, isOnRobot, jobStatuses, type JobStatus, killPath, mayBecome, nextStatuses } from './job-status.ts';

const legal = new Set([
  'Pending>Running',
  'Pending>Stopped',
  'Running>Successful',
  'Running>Faulted',
  'Running>Stopping',
  'Stopping>Stopped',
  'Stopping>Successful',
  'Stopping>Faulted',
]);
const anyStatus = fc.constantFrom(...jobStatuses);

describe('states of a job', () => {
  test('exactly the specified steps are legal', () => {
    for (const from of jobStatuses)
      for (const to of jobStatuses)
        expect([from, to, mayBecome(from, to)]).toEqual([from, to, legal.has(`${from}>${to}`)]);
  });

  test('whatever is requested from a job, in any order, its history is legal and ends with its first final state', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { maxLength: 30 }), (wanted) => {
        const history: JobStatus[] = ['Pending'];
        for (const to of wanted) if (mayBecome(history.at(-1) ?? 'Pending', to)) history.push(to);
        const steps = history.slice(1).map((to, place) => `${history[place]}>${to}`);
        expect(steps.every((step) => legal.has(step))).toBe(true);
        expect(history.slice(0, -1).some(isEnded)).toBe(false);
        expect(history.length).toBeLessThanOrEqual(4);
      }),
    );
  });

  test('a kill ends every job that has not ended, by legal steps', () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        const path = killPath(status);
        const last = path.reduce<JobStatus>((from, to) => {
          expect(mayBecome(from, to)).toBe(true);
          return to;
        }, status);
        expect(isEnded(last)).toBe(true);
        expect(path.length > 0).toBe(!isEnded(status));
      }),
    );
  });

  test('only states with a robot lead to Successful or Faulted', () => {
    for (const status of jobStatuses) expect(nextStatuses(status).includes('Successful')).toBe(isOnRobot(status));
  });
});
