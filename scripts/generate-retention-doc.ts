// Writes docs/retention.md from what every table says; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { retentionDocument } from '#server/modules/administration/housekeeping/retention-doc.ts';

const file = new URL('../docs/retention.md', import.meta.url);
const wanted = retentionDocument();

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/retention.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
