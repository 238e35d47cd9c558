import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { worldSeed } from './filled.ts';
import { keptWorld } from './kept-world.ts';
import { newWorldDir, projectRoot, startProduct, urlVariable, worldVariable } from './product.ts';

async function startOne(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = newWorldDir();
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  try {
    const { url, stop } = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
    return { url, stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A product for each worker, on the embedded database, with a copy of one world. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  if (process.env['PORTOLAN_BUILT'] !== '1') {
    const built = spawnSync(process.execPath, [join(projectRoot, 'scripts/run.mjs'), 'build'], { stdio: 'inherit' });
    if (built.status !== 0) throw new Error('the web application could not be built');
  }
  process.env[worldVariable] ??= await keptWorld();
  // While writing journeys a product that runs already may be named.
  const missing = Array.from({ length: workers }, (_, index) => urlVariable(index)).filter(
    (name) => (process.env[name] ?? '') === '',
  );
  const started = await Promise.allSettled(missing.map(startOne));
  const products = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const stop = async (): Promise<void> => void (await Promise.all(products.map((product) => product.stop())));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  for (const [index, name] of missing.entries()) process.env[name] = products[index]?.url;
  return stop;
}
