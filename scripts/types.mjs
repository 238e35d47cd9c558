// Checks the types of the whole project. One checker: several at once each build the same types (1.9 GB against 4.5 GB), and are
// slower on two cores. The result is kept, so that a second run looks only at what changed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findNode, root } from './node-path.mjs';

const info = join(root, 'node_modules', '.cache', 'types.tsbuildinfo');
const options = ['-p', '.', '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', info];
const { status } = spawnSync(
  findNode(),
  [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...process.argv.slice(2)],
  // The checker collects its garbage earlier than by default: less memory for the same time.
  { cwd: root, stdio: 'inherit', env: { ...process.env, GOGC: process.env.GOGC ?? '50' } },
);
process.exitCode = status ?? 1;
