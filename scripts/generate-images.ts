// `npm run generate:images`: takes the pictures of the manual from a living product, and draws the icons. Takes some minutes.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './lint/read-source.ts';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--workers=1', '--retries=0', 'e2e/manual-images.spec.ts'],
  { cwd: join(root), stdio: 'inherit', env: { ...process.env, MANUAL_IMAGES: '1' } },
);
process.exitCode = status ?? 1;
await import('./generate-icons.ts');
