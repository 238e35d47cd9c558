// `npm run <task>`: the dependencies, then the task on the packaged Node. Runs on any Node from 18 on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { launchFlags } from './node-flags.mjs';
import { findNode, root } from './node-path.mjs';
import { ensureDependencies, ensureServer, ensureWeb } from './prepare.mjs';

/** Script of each task, relative to the root; a missing script is a tool of node_modules/.bin. */
const tasks = {
  build: undefined,
  check: 'scripts/check.ts',
  format: 'node_modules/oxfmt/bin/oxfmt',
  generate: 'scripts/generate.ts',
  'generate:images': 'scripts/generate-images.ts',
  bench: 'bench/main.ts',
  measure: 'scripts/measure.ts',
  robot: 'src/robot/main.ts',
  simulate: 'scripts/simulate.ts',
  'test:power': 'scripts/test/power/main.ts',
};

const [task = '', ...options] = process.argv.slice(2);
if (!(task in tasks)) {
  process.stderr.write(`Unknown task "${task}"; one of ${Object.keys(tasks).join(', ')}\n`);
  process.exit(1);
}
await ensureDependencies();
if (task === 'build') {
  await ensureWeb();
  ensureServer();
} else {
  const node = findNode();
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(node, [...launchFlags, join(root, tasks[task]), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
