// Brings the dependencies and the built web application up to date; runs on any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNode, root } from './node-path.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

function fail(zh, en) {
  process.stderr.write(`${zh}\n${en}\n`);
  process.exit(1);
}

function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** All files below folders of the project, sorted. */
function filesBelow(...folders) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else found.push(path);
    }
  };
  for (const folder of folders) {
    if (!existsSync(join(root, folder))) continue;
    if (statSync(join(root, folder)).isDirectory()) walk(folder);
    else found.push(folder);
  }
  return found.sort();
}

const isFresh = (stamp, hash) => existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash;

/** Installs the dependencies when they are missing or not those of the lock file. */
export function ensureDependencies() {
  const stamp = join(root, 'node_modules', '.portolan-lock');
  const hash = hashFiles(['package-lock.json']);
  if (isFresh(stamp, hash) && findNode() !== undefined) return;
  say('正在安装依赖… Installing dependencies…');
  const npm = process.env.npm_execpath;
  const [command, args] =
    npm && npm.endsWith('.js') ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  // Not `npm ci`: it refuses a lock file that lacks the binaries of some other platform.
  const result = spawnSync(command, [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && args.length === 0,
    // Development tools build the web application, so they are needed whatever the environment says.
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) fail('依赖安装失败。', 'The dependencies could not be installed.');
  if (findNode() === undefined)
    fail(
      '没有适用于本机的 Node 24。',
      'There is no Node 24 for this machine among the dependencies; install Node 24 or later.',
    );
  writeFileSync(stamp, hash);
}

/** Folders that the web application is built from, and those that the bundled server is made from. */
export const webSources = [
  'src/web',
  'src/contract',
  'src/shared',
  'src/entities',
  'src/lists',
  'src/domain',
  'generated',
  'docs/manual',
];
export const serverSources = [
  'src/server',
  'src/contract',
  'src/shared',
  'src/entities',
  'src/lists',
  'src/domain',
  'src/network',
  'src/robot',
  'src/simulator',
  'generated',
];

/** Builds the web application when its sources changed since the last build. */
export function ensureWeb() {
  const stamp = join(root, 'dist', 'web', '.sources');
  const files = filesBelow(...webSources, 'public', 'vite.config.ts', 'package-lock.json', 'tsconfig.json').filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const hash = hashFiles(files);
  if (isFresh(stamp, hash)) return;
  say('正在构建网页… Building the web application…');
  const result = spawnSync(
    findNode(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (result.status !== 0) fail('网页构建失败。', 'The web application could not be built.');
  mkdirSync(join(root, 'dist', 'web'), { recursive: true });
  writeFileSync(stamp, hash);
}

/**
 * The file to start a web or worker process from: the bundled server, rebuilt when its sources changed, or the sources where
 * the tool that makes it is not installed.
 */
export function serverEntry() {
  const sources = join(root, 'src', 'server', 'main.ts');
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) return sources;
  const files = filesBelow(...serverSources, 'scripts/bundle-server.ts', 'package-lock.json').filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const hash = hashFiles(files);
  const folder = join(root, 'dist', 'server', hash.slice(0, 16));
  const entry = join(folder, 'main.mjs');
  if (existsSync(entry)) return entry;
  // Made beside and then given its name: processes that are started at once do not disturb each other.
  const making = `${folder}.${process.pid}`;
  const result = spawnSync(
    findNode(),
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'bundle-server.ts'), making],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    if (result.status === 0) renameSync(making, folder);
  } catch {
    // Another one was faster.
  }
  rmSync(making, { recursive: true, force: true });
  return existsSync(entry) ? entry : sources;
}
