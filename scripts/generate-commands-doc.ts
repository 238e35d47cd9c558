// Writes docs/commands.md from the declaration of the commands; with --check it only says whether the file is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { commandsDocument } from '#server/commands/help.ts';

const file = new URL('../docs/commands.md', import.meta.url);
const wanted = commandsDocument();

if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error('docs/commands.md is stale: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, wanted);
}
