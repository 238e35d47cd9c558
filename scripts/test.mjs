// `npm test`: the dependencies, then all suites on the packaged Node. Runs on any Node from 18 on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { findNode, root } from './node-path.mjs';
import { ensureDependencies } from './prepare.mjs';

await ensureDependencies();
const args = ['--disable-warning=ExperimentalWarning', join(root, 'scripts/test/main.ts'), ...process.argv.slice(2)];
const child = spawn(findNode(), args, { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
