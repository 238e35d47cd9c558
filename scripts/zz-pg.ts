import { spawnSync } from 'node:child_process';
import { stopTestServer, testServer } from './test/test-server.ts';
const server = await testServer();
const r = spawnSync('npx', ['vitest', 'run', '--project', 'db-postgres', ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, TEST_POSTGRES_URL: (server as any).url } });
await stopTestServer();
process.exit(r.status ?? 1);
