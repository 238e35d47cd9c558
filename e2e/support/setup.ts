import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { request } from '@playwright/test';
import { listExceptions, signInByApi } from './api.ts';
import { projectRoot, startProduct } from './product.ts';

const enoughExceptions = 60;
const patienceMs = 240_000;

/** Waits until the simulated world has given enough to look at. */
async function untilFilled(url: string): Promise<void> {
  const context = await request.newContext({ baseURL: url });
  await signInByApi(context, 'operator');
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const { total } = await listExceptions(context, { pageSize: 10 });
    if (total >= enoughExceptions) break;
    if (Date.now() > deadline) throw new Error(`only ${total} exceptions after ${patienceMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  await context.dispose();
}

/** One product on the embedded database with the simulated world, for all journeys. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  // While writing journeys a product that runs already may be named.
  if ((process.env['PORTOLAN_URL'] ?? '') !== '') return;
  const built = spawnSync(process.execPath, [join(projectRoot, 'scripts/run.mjs'), 'build'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the web application could not be built');
  const product = await startProduct({ SIMULATOR_SEED: 'journeys' });
  process.env['PORTOLAN_URL'] = product.url;
  await untilFilled(product.url).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  return product.stop;
}
