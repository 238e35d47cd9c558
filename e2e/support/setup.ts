import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { keptWorld } from './kept-world.ts';
import { projectRoot, worldVariable } from './product.ts';

/** Builds the web application and the world that the products of the workers begin with. */
export default async function setup(): Promise<void> {
  if (process.env['PORTOLAN_BUILT'] !== '1') {
    const built = spawnSync(process.execPath, [join(projectRoot, 'scripts/run.mjs'), 'build'], { stdio: 'inherit' });
    if (built.status !== 0) throw new Error('the web application could not be built');
  }
  process.env[worldVariable] ??= await keptWorld();
}
