import { listExceptions, newSignedIn } from './api.ts';
import { findVoyage } from './robot-voyage.ts';

const patienceMs = 240_000;
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
