// Writes docs/contract.md from the contract; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { contractDocument } from '#contract/contract-doc.ts';

const file = new URL('../docs/contract.md', import.meta.url);
const wanted = contractDocument();

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/contract.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
