// `npm run simulate`: simulated days in which processes end at any statement, from one seed (src/testing/simulation.ts).
//   npm run simulate -- --seed first --days 30
//   npm run simulate -- --seeds 50 --days 6     seeds 1 to 50, each in a process of its own; at night
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'first' },
    seeds: { type: 'string' },
    days: { type: 'string', default: '30' },
  },
});
const seeds =
  values.seeds === undefined
    ? [values.seed]
    : Array.from({ length: Number(values.seeds) }, (_, index) => String(index + 1));
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
const failed = seeds.filter((seed) => {
  const env = { ...process.env, SIMULATION_SEED: seed, SIMULATION_DAYS: values.days };
  const args = [vitest, 'run', '--project', 'unit', 'src/server/simulation.test.ts'];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status !== 0;
});
for (const seed of failed) console.log(`failed: npm run simulate -- --seed ${seed} --days ${values.days}`);
process.exitCode = failed.length === 0 ? 0 : 1;
