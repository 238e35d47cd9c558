import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './e2e/support/kept-page.ts';

// Each worker has a product of its own. `npm test` takes two: journeys also wait, and a small machine has no more to give.
export default defineConfig({
  testDir: 'e2e',
  // Draws pictures; nothing is tested there.
  ...(process.env['MANUAL_IMAGES'] === undefined ? { testIgnore: 'manual-images.spec.ts' } : {}),
  outputDir: join(process.env['TMPDIR'] ?? tmpdir(), 'portolan-e2e'),
  globalSetup: './e2e/support/setup.ts',
  workers: 1,
  timeout: 240_000,
  // These limits end what hangs: a busy machine is slow.
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A loaded machine stumbles now and then; what passes only the second time is counted and named at the end.
  retries: 1,
  reporter: 'list',
  use: {
    // Journeys change and hold answers on their way, which a worker would fetch past them; the one about it allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1600, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 40_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
