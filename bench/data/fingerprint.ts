import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import type { DataSize } from './load-exceptions.ts';

/** To be raised whenever the loader makes other rows than before. */
const dataVersion = 1;
/** Migrations from here on are applied to what was loaded, as to any database in use. */
const migrationsOfLoad = 3;

const folder = new URL('../../migrations/', import.meta.url);

/** Names a set of data: another schema, other rows or another size is another set. */
export function dataFingerprint(size: DataSize): string {
  const hash = createHash('sha256').update(JSON.stringify({ ...size, dataVersion }));
  for (const name of readdirSync(folder).sort().slice(0, migrationsOfLoad)) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest('hex').slice(0, 12);
}
