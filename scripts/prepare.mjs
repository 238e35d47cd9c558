// Brings the dependencies and the built web application up to date; runs on any Node from 18 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { launchFlags, memoryDefaults, memoryFlags } from './node-flags.mjs';
import { findNode, root, wanted } from './node-path.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

function fail(zh, en) {
  process.stderr.write(`${zh}\n${en}\n`);
  process.exit(1);
}

/** Runs one phase: a line when it begins, one every 20 seconds, one with its time when it ends. Resolves to whether it succeeded. */
async function phase(zh, en, [command, args, options]) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  say(`${zh}… ${en}…`);
  const going = setInterval(() => say(`${zh}：${seconds()} 秒… ${en}: ${seconds()} s…`), 20_000);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const status = await new Promise((resolve) => child.once('error', () => resolve(1)).once('close', resolve));
  clearInterval(going);
  if (status === 0) say(`${zh}：完成，用时 ${seconds()} 秒。 ${en}: done in ${seconds()} s.`);
  return status === 0;
}

/** Ends with one sentence when this user may not write to a folder of the project that something is to be made in. */
function mustWrite(folder) {
  let there = folder;
  while (!existsSync(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK);
  } catch {
    fail(
      `当前用户不能写入 ${there}，而这里没有与源码一致的安装和构建：请先用拥有该目录的用户运行 npm run build。`,
      `This user may not write to ${there}, and no install and build of these sources is there: run npm run build first, as the user who owns the folder.`,
    );
  }
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
export async function ensureDependencies() {
  const stamp = join(root, 'node_modules', '.portolan-lock');
  const hash = hashFiles(['package-lock.json']);
  if (isFresh(stamp, hash) && findNode() !== undefined) return;
  mustWrite(join(root, 'node_modules'));
  const npm = process.env.npm_execpath;
  const [command, args] =
    npm && npm.endsWith('.js') ? [process.execPath, [npm]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  // Not `npm ci`: it refuses a lock file that lacks the binaries of some other platform.
  const install = [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = {
    shell: process.platform === 'win32' && args.length === 0,
    // Development tools build the web application, so they are needed whatever the environment says.
    env: { ...process.env, NODE_ENV: 'development' },
  };
  let done = await phase('安装依赖', 'Installing dependencies', [command, install, options]);
  // npm leaves out the native parts of tools that want a newer Node than its own. The packaged one runs npm once more.
  const isOld = Number(process.versions.node.split('.')[0]) < wanted;
  if (done && isOld && findNode() !== undefined && args.length > 0)
    done = await phase('用自带的 Node 补全依赖', 'Completing the dependencies with the packaged Node', [
      findNode(),
      ['--no-deprecation', ...install],
      // Debian keeps the parts of npm where only its own Node looks.
      { env: { ...options.env, NODE_PATH: '/usr/share/nodejs' } },
    ]);
  if (!done) fail('依赖安装失败。', 'The dependencies could not be installed.');
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
export async function ensureWeb() {
  const stamp = join(root, 'dist', 'web', '.sources');
  const files = filesBelow(...webSources, 'public', 'vite.config.ts', 'package-lock.json', 'tsconfig.json').filter(
    (path) => !/\.test\.tsx?$/.test(path),
  );
  const hash = hashFiles(files);
  if (isFresh(stamp, hash)) return;
  mustWrite(join(root, 'dist', 'web'));
  const done = await phase('构建网页', 'Building the web application', [
    findNode(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { env: { ...process.env, NODE_ENV: 'production' } },
  ]);
  if (!done) fail('网页构建失败。', 'The web application could not be built.');
  mkdirSync(join(root, 'dist', 'web'), { recursive: true });
  writeFileSync(stamp, hash);
}

/** The executable: the packaged Node with its flags, in place of this shell, so that signals reach the product. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
case $(uname -m) in aarch64 | arm64) cpu=arm64 ;; *) cpu=x64 ;; esac
node=$here/../node_modules/node-linux-$cpu/bin/node
${Object.entries(memoryDefaults)
  .map(([name, value]) => `export ${name}=\${${name}:-${value}}`)
  .join('\n')}
[ -x "$node" ] && exec "$node" ${[...memoryFlags, ...launchFlags].join(' ')} "$here/portolan.mjs" "$@"
exec node "$here/portolan.mjs" "$@"
`;

/** What it starts. Compiled code is kept in the data folder: the tree of the program may be read-only. */
const program = (build) => `import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
if (Number(process.versions.node.split('.')[0]) < ${wanted}) {
  process.stderr.write('需要 Node ${wanted} 或更高版本。\\nNode ${wanted} or later is needed.\\n');
  process.exit(1);
}
const data = process.env.DATA_DIR || 'data';
if (!process.env.NODE_COMPILE_CACHE && existsSync(data)) enableCompileCache(join(data, 'compiled'));
await import('./server/${build}/main.mjs');
`;

/** Writes a file beside and then gives it its name, so that a process that starts meanwhile reads a whole one. */
function place(file, text, mode) {
  writeFileSync(`${file}.${process.pid}`, text, { mode });
  renameSync(`${file}.${process.pid}`, file);
}

/** Builds the server when its sources changed, and makes `dist/portolan` start that build. Gives its folder. */
export function ensureServer() {
  const entry = serverEntry();
  const build = entry.endsWith('main.mjs') ? dirname(entry).slice(join(root, 'dist', 'server').length + 1) : undefined;
  if (build === undefined) fail('服务器构建失败。', 'The server could not be built.');
  place(join(root, 'dist', 'portolan.mjs'), program(build), 0o644);
  place(join(root, 'dist', 'portolan'), launcher, 0o755);
  return dirname(entry);
}

/** Builds of the server that stay: a process of an earlier one still loads parts of it. */
const buildsKept = 3;

/** Removes all but the newest builds of the server. */
function removeOldBuilds(folder) {
  const builds = readdirSync(folder)
    .filter((name) => /^[0-9a-f]{16}$/.test(name))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { path } of builds.slice(buildsKept)) rmSync(path, { recursive: true, force: true });
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
  mustWrite(dirname(folder));
  say('构建服务器… Building the server…');
  // Made beside and then given its name: processes that are started at once do not disturb each other.
  const making = `${folder}.${process.pid}`;
  const result = spawnSync(
    findNode(),
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'bundle-server.ts'), making],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    if (result.status === 0) {
      renameSync(making, folder);
      removeOldBuilds(dirname(folder));
    }
  } catch {
    // Another one was faster.
  }
  rmSync(making, { recursive: true, force: true });
  return existsSync(entry) ? entry : sources;
}
