// Writes what other people's programs use from the contract of the outward API; with --check it only says whether the files are up to date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { llmsText } from '#contract/interfaces/outward-api/llms-text.ts';
import { brunoFiles } from './clients/bruno.ts';
import { typescriptClient } from './clients/typescript.ts';

const root = new URL('../', import.meta.url);
const style = { singleQuote: true, printWidth: 120 };

async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, style);
  if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`);
  return code;
}

const files = new Map<string, string>([
  ['clients/typescript/src/api.ts', await formatted('api.ts', typescriptClient())],
  ['docs/llms.txt', llmsText()],
  ...brunoFiles(),
]);

for (const [path, wanted] of files) {
  const file = new URL(path, root);
  const isFresh = existsSync(file) && readFileSync(file, 'utf8') === wanted;
  if (isFresh) continue;
  if (process.argv.includes('--check')) {
    console.error(`${path} is stale: run npm run generate`);
    process.exitCode = 1;
  } else {
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, wanted);
  }
}
