import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { enoughExceptions, untilFilled, worldSeed } from './filled.ts';
import { newWorldDir, projectRoot, startProduct } from './product.ts';

/** One product on the embedded database with the simulated world, for all journeys. */
export default async function setup(): Promise<(() => Promise<void>) | void> {
  // While writing journeys a product that runs already may be named.
  if ((process.env['PORTOLAN_URL'] ?? '') !== '') return;
  if (process.env['PORTOLAN_BUILT'] !== '1') {
    const built = spawnSync(process.execPath, [join(projectRoot, 'scripts/run.mjs'), 'build'], { stdio: 'inherit' });
    if (built.status !== 0) throw new Error('the web application could not be built');
  }
  const dataDir = newWorldDir();
  const product = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
  process.env['PORTOLAN_URL'] = product.url;
  const stop = async (): Promise<void> => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  await untilFilled(product.url, enoughExceptions).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return stop;
}
