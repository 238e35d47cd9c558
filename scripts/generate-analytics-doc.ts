// Writes docs/analytics.md and docs/analytics.zh-CN.md from the declared data sets; with --check it only says whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { analyticsDocument } from '#server/modules/interfaces/analytics/analytics-doc.ts';

const files = [
  { file: 'docs/analytics.md', wanted: analyticsDocument('en') },
  { file: 'docs/analytics.zh-CN.md', wanted: analyticsDocument('zh') },
];

for (const { file, wanted } of files) {
  const target = new URL(`../${file}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(target, wanted);
  else if (!existsSync(target) || readFileSync(target, 'utf8') !== wanted) {
    console.error(`${file} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
