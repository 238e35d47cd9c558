#!/usr/bin/env node
// `npm start` and `npx portolan`: dependencies, web application, then the product on the packaged Node, or one of its commands.
// Runs on any Node from 18 on.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { launchFlags, memoryEnvironment, memoryFlags } from './node-flags.mjs';
import { findNode, root } from './node-path.mjs';
import { ensureDependencies, ensureWeb, serverEntry } from './prepare.mjs';

const options = process.argv.slice(2);
await ensureDependencies();
const roles = options.filter((option) => option.startsWith('--role=')).flatMap((option) => option.slice(7).split(','));
// A command of the console needs no web application; resetting goes on with the start.
const isCommand = options.some((option) => !/^(?:--role=|(?:--)?reset$)/.test(option));
if (!isCommand && (roles.length === 0 || roles.some((role) => role.trim() === 'web'))) await ensureWeb();

// From the bundle the product starts sooner and takes 40 MB less. Commands are over before that counts.
const entry = isCommand ? join(root, 'src/server/main.ts') : serverEntry();
// Another Node may not know the flags, and would refuse to start.
const node = findNode();
const flags = node.startsWith(root) ? memoryFlags : [];
const child = spawn(node, [...flags, ...launchFlags, entry, ...options], {
  cwd: root,
  // The channel ends with this process, however it ends: the product then stops instead of living on alone.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    ...memoryEnvironment,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compile'),
  },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
