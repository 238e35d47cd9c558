import type { APIRequestContext } from '@playwright/test';
import { type ExceptionRow, listExceptions, newSignedIn } from './api.ts';
import { findVoyage } from './robot-voyage.ts';

/** On a machine that eight others use it takes ten times as long as on a quiet one. */
const patienceMs = 900_000;
/** Seed of the world of the journeys, and how many exceptions they need. */
export const worldSeed = 'journeys';
export const enoughExceptions = 60;

/** Waits until the simulated world has given that many exceptions to look at. */
export async function untilFilled(url: string, exceptions: number): Promise<void> {
  const context = await newSignedIn(url, 'operator');
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { total } = await listExceptions(context, { pageSize: 10 });
    if (total >= exceptions) break;
    if (Date.now() > deadline) throw new Error(`only ${total} exceptions after ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await context.dispose();
}

/** An exception with its rule and state. */
export type Found = ExceptionRow & { testPurpose: string; open: 0 | 1 };

/** Delays that nobody works on: with a high threshold they are none. Of low severity they stand for the promise of an order, too. */
export async function untouchedDelays(request: APIRequestContext): Promise<Found[]> {
  const filters = { testPurpose: ['DEPART_DELAY', 'ARRIVE_DELAY'], handleStatus: ['0'], severity: ['medium', 'high'] };
  const { rows } = await listExceptions(request, filters);
  return (rows as Found[]).filter((row) => row.open === 1);
}

/** Waits until there is such a delay: which exceptions a world has first is left to chance. */
export async function untilDelayed(url: string): Promise<void> {
  const context = await newSignedIn(url, 'operator');
  const deadline = Date.now() + patienceMs;
  while ((await untouchedDelays(context)).length === 0) {
    if (Date.now() > deadline) throw new Error(`no delay that nobody works on after ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await context.dispose();
}

/** Waits until robots have read an arrival of a voyage with two shipments: once the clock stands they read no more. */
export async function untilRobotsRead(url: string): Promise<void> {
  const context = await newSignedIn(url, 'operator');
  const deadline = Date.now() + patienceMs;
  const hasRead = (): Promise<boolean> =>
    findVoyage(context).then(
      () => true,
      () => false,
    );
  while (!(await hasRead())) {
    if (Date.now() > deadline) throw new Error(`no robot has read an arrival after ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  await context.dispose();
}

/** Tasks that are due or run, by the product's own metrics. */
async function tasksLeft(url: string): Promise<string[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const isLeft = /^portolan_task(?:_oldest_due_seconds\{|s\{.*status="running").* (?!0$)[\d.e+]+$/;
  return metrics.split('\n').filter((line) => isLeft.test(line));
}

/**
 * Waits until a world that stands still has nothing to do. What is left in a world that is kept, each product that begins with a copy
 * does again: 20 seconds of processor time, while the first journeys run.
 */
export async function untilAtRest(url: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  // Work may lead to more work a moment later.
  for (let quiet = 0; quiet < 3;) {
    const left = await tasksLeft(url);
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (Date.now() > deadline) throw new Error(`not at rest after ${patienceMs / 1000} s: ${left.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}
