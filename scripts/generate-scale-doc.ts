// Writes the placement of tables into docs/scale.md; with --check it only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { TABLES } from '#generated/schema.ts';
import { type Placement, placementOf } from '#server/platform/db/placement.ts';

const file = new URL('../docs/scale.md', import.meta.url);
const headings: Readonly<Record<Placement, string>> = {
  tenant: 'With their tenant',
  everywhere: 'Everywhere',
  one: 'In one place',
};

const rows = Object.entries(headings).map(([placement, heading]) => {
  const tables = Object.keys(TABLES).filter((table) => placementOf(table) === placement);
  return `| ${heading} | ${tables.map((table) => `\`${table}\``).join(', ')} |`;
});
const section = [
  '<!-- placement -->',
  '',
  '| Where | Tables |',
  '| --- | --- |',
  ...rows,
  '',
  '<!-- /placement -->',
].join('\n');
const text = readFileSync(file, 'utf8');
const wanted = text.replace(/<!-- placement -->(?:[^]*<!-- \/placement -->)?/, () => section);

if (!process.argv.includes('--check')) writeFileSync(file, wanted);
else if (text !== wanted) {
  console.error('docs/scale.md is stale: run npm run generate');
  process.exitCode = 1;
}
