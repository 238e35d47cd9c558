import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { untilFilled } from './filled.ts';
import { projectRoot, startProduct } from './product.ts';

const enoughExceptions = 60;

/** One product on the embedded database with the simulated world, for all journeys. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  // While writing journeys a product that runs already may be named.
  if ((process.env['PORTOLAN_URL'] ?? '') !== '') return;
  if (process.env['PORTOLAN_BUILT'] !== '1') {
    const built = spawnSync(process.execPath, [join(projectRoot, 'scripts/run.mjs'), 'build'], { stdio: 'inherit' });
    if (built.status !== 0) throw new Error('the web application could not be built');
  }
  const product = await startProduct({ SIMULATOR_SEED: 'journeys' });
  process.env['PORTOLAN_URL'] = product.url;
  await untilFilled(product.url, enoughExceptions).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  return product.stop;
}
