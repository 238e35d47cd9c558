import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { splitTexts } from './scripts/web-texts.ts';
import { embeddedSample } from './src/testing/embedded-sample.ts';
import { LongestFirst } from './src/testing/longest-first.ts';
import { sampledDatabase } from './src/testing/run-kind.ts';
import { soon } from './src/testing/soon.ts';

const texts = splitTexts(join(import.meta.dirname, 'src/web'));
const hasServer = (process.env['TEST_POSTGRES_URL'] ?? process.env['DATABASE_URL'] ?? '') !== '';
const databaseTests = ['src/**/*.db.test.ts'];
const clusterTests = ['bench/**/*.cluster.test.ts'];
// Two at once, and files share a process: importing the server for each file took longer than many of its tests.
const common = {
  environment: 'node',
  pool: 'forks',
  maxWorkers: 2,
  isolate: false,
  // Ends what hangs; on a slow or busy machine much takes ten times as long.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: soon },
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [texts],
        test: {
          ...common,
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts', 'clients/**/*.test.ts'],
          exclude: [...databaseTests, ...clusterTests],
          setupFiles: ['src/testing/property-seed.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'db-embedded',
          // All of them, unless `npm test` runs all of them on PostgreSQL.
          include: sampledDatabase === 'embedded' ? embeddedSample() : databaseTests,
          env: { TEST_DATABASE: 'embedded' },
          globalSetup: ['src/testing/setup-embedded.ts'],
        },
      },
      {
        test: {
          ...common,
          name: hasServer ? 'db-postgres' : 'db-postgres (skipped: set TEST_POSTGRES_URL)',
          include: hasServer ? databaseTests : ['src/testing/no-postgres.ts'],
          env: { TEST_DATABASE: 'postgres' },
        },
      },
      { test: { ...common, name: 'cluster', include: clusterTests } },
      {
        plugins: [texts, react()],
        test: {
          ...common,
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.tsx'],
          setupFiles: ['src/web/kit/test-setup.ts'],
          env: { NODE_ENV: 'development' },
        },
      },
    ],
  },
});
