import { createHash, type Hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callApi, newSignedIn } from './api.ts';
import { enoughExceptions, untilAtRest, untilDelayed, untilFilled, untilRobotsRead, worldSeed } from './filled.ts';
import { projectRoot, startProduct } from './product.ts';

/** Beside the template of the test databases. */
const cache = join(projectRoot, 'node_modules', '.cache', 'portolan');

/** Everything that decides what the world is like: the whole server with all that it reads. */
const inputs = [
  'package-lock.json',
  'generated',
  'migrations',
  'seeds',
  'src/contract',
  'src/domain',
  'src/entities',
  'src/lists',
  'src/network',
  'src/server',
  'src/shared',
  'src/simulator',
  'e2e/support/filled.ts',
  'e2e/support/kept-world.ts',
  'e2e/support/robot-voyage.ts',
];

function addFile(hash: Hash, path: string): void {
  if (/\.test\.tsx?$/.test(path)) return;
  hash.update(`${path}\n`).update(readFileSync(join(projectRoot, path)));
}

/** Names a world by its inputs and by its day: its clock must not be far behind that of the machine. */
function worldName(): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    if (/\.\w+$/.test(input)) addFile(hash, input);
    else
      for (const entry of readdirSync(join(projectRoot, input), { recursive: true, withFileTypes: true })
        .filter((found) => found.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(projectRoot.length + 1))
        .toSorted())
        addFile(hash, entry);
  }
  return `world-${new Date().toISOString().slice(0, 10)}-${hash.digest('hex').slice(0, 12)}`;
}

/** Stops or moves the clock of a product's world. */
export async function setPaused(url: string, paused: boolean): Promise<void> {
  const admin = await newSignedIn(url, 'admin');
  await callApi(admin, '/api/autotest/world', { paused });
  await admin.dispose();
}

/** Lets a world run ahead in this folder; its clock stands still at the end, and all is done that was due. */
async function makeWorld(dataDir: string): Promise<void> {
  const product = await startProduct({ SIMULATOR_SEED: worldSeed, DATA_DIR: dataDir });
  try {
    await untilFilled(product.url, enoughExceptions);
    await untilRobotsRead(product.url);
    await untilDelayed(product.url);
    await setPaused(product.url, true);
    await untilAtRest(product.url);
  } finally {
    await product.stop();
  }
}

/** Worlds of other states of the sources: another run may still copy one of today. */
function removeOld(today: string): void {
  for (const name of readdirSync(cache))
    if (name.startsWith('world-') && !name.startsWith(today)) rmSync(join(cache, name), { recursive: true });
}

/**
 * The folder with the data of a stopped product whose world has run ahead and stands still, for products to begin with a copy of it.
 * It is made once a day for each state of the sources.
 */
export async function keptWorld(): Promise<string> {
  mkdirSync(cache, { recursive: true });
  const name = worldName();
  const folder = join(cache, name);
  if (readdirSync(cache).includes(name)) return folder;
  removeOld(name.slice(0, 'world-2026-01-31'.length));
  // Made aside and renamed, so that another run never copies half of it.
  const staged = `${folder}.${process.pid}`;
  await makeWorld(staged);
  try {
    renameSync(staged, folder);
  } catch {
    // Another run was faster.
    rmSync(staged, { recursive: true, force: true });
  }
  return folder;
}
