// `npm run check`: format, lint, types, generated files, unused code, rules of our own. All of them run; one failure fails the whole.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lint/read-source.ts';

type Step = { name: string; args: readonly string[] };

const node = ['--disable-warning=ExperimentalWarning'];
const steps: readonly Step[] = [
  { name: 'format', args: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint'] },
  { name: 'own rules', args: [...node, 'scripts/lint-rules.ts'] },
  { name: 'unused code', args: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] },
  { name: 'generated files', args: [...node, 'scripts/generate.ts', '--check'] },
  { name: 'types', args: ['scripts/types.mjs'] },
];

function run({ name, args }: Step): Promise<boolean> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: join(root), stdio: ['ignore', 'pipe', 'pipe'] });
    let message = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (message += chunk.toString()));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(message.trimEnd().replaceAll(/^/gm, '       '));
      resolve(code === 0);
    });
  });
}

const results: boolean[] = [];
for (const step of steps) results.push(await run(step));
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
