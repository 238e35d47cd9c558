// Writes the table of settings into the README; `--check` fails when it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsTable } from '#server/platform/config/setting-docs.ts';

const path = new URL('../README.md', import.meta.url);
const before = readFileSync(path, 'utf8');
const marked = /(<!-- settings -->\n)[\s\S]*?(<!-- \/settings -->)/;
const after = before.replace(marked, (_, start: string, end: string) => `${start}${settingsTable()}\n${end}`);
if (process.argv.includes('--check')) {
  if (before !== after) {
    process.stderr.write('README.md: the table of settings is stale; run npm run generate\n');
    process.exit(1);
  }
} else writeFileSync(path, after);
