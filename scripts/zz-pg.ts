import { spawn } from 'node:child_process';
import { testServer, stopTestServer } from './test/test-server.ts';
const server = await testServer();
const child = spawn('npx', ['vitest', 'run', '--project', 'db-postgres', ...process.argv.slice(2)], { stdio: 'inherit', env: { ...process.env, TEST_POSTGRES_URL: (server as any).url } });
child.on('exit', async (code) => { await stopTestServer(); process.exit(code ?? 1); });
