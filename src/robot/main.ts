import { parseArgs } from 'node:util';
import { runAgent } from './agent.ts';

const { values } = parseArgs({
  options: { server: { type: 'string' }, key: { type: 'string' } },
});
const server = values.server ?? process.env['ROBOT_SERVER'];
const key = values.key ?? process.env['ROBOT_KEY'];
if (server === undefined || key === undefined || !URL.canParse(server)) {
  process.stderr.write(
    'usage: npm run robot -- --server http://localhost:8080 --key prk_... (or ROBOT_SERVER, ROBOT_KEY)\n',
  );
  process.exit(2);
}

const end = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end.abort());
// Started by another process it ends with it.
process.on('disconnect', () => end.abort());

const why = await runAgent({
  server,
  key,
  log: (text) => process.stdout.write(`${new Date().toISOString()} ${text}\n`),
  signal: end.signal,
});
if (why !== 'ended') process.stderr.write(why === 'key' ? 'the key is not valid\n' : 'another agent took over\n');
process.exit(why === 'ended' ? 0 : 1);
