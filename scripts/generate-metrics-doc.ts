// Writes docs/metrics.md from the declaration of metrics; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { metricsDocument } from '#server/platform/http/metric-docs.ts';

const file = new URL('../docs/metrics.md', import.meta.url);
const wanted = metricsDocument();

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/metrics.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
