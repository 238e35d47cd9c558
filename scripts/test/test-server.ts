import { delimiter, join } from 'node:path';
import { findPostgresBinaries, startTemporaryPostgres, type TemporaryPostgres } from '#testing/postgres.ts';
import { bringPackagedPostgres, installFromDistribution } from './bring.ts';
import { processorSecondsOf } from './processor-time.ts';

let starting: Promise<TemporaryPostgres | undefined> | undefined;

async function start(): Promise<TemporaryPostgres | undefined> {
  const path = process.env['PATH'] ?? '';
  if (findPostgresBinaries() === undefined) {
    const packaged = await bringPackagedPostgres();
    if (packaged !== undefined) process.env['PATH'] = `${path}${delimiter}${packaged}`;
  }
  const how = { inMemory: true };
  let server = await startTemporaryPostgres(how).catch((error: unknown) => console.warn(String(error)));
  if (server === undefined && (await installFromDistribution(['postgresql']))) {
    process.env['PATH'] = path;
    server = await startTemporaryPostgres(how);
  }
  if (server !== undefined) console.log(`PostgreSQL ${server.version}`);
  return server ?? undefined;
}

/** The server that database tests run on, started once; undefined when this machine has none and none can be brought. */
export const testServer = (): Promise<TemporaryPostgres | undefined> => (starting ??= start());

/** The processor time of the server so far. */
export async function serverProcessorSeconds(): Promise<number> {
  const pid = (await starting)?.pid();
  return pid === undefined ? 0 : processorSecondsOf(pid);
}

/** Stops the server if there is one. */
export async function stopTestServer(): Promise<void> {
  const server = await starting?.catch(() => undefined);
  starting = undefined;
  await server?.stop();
}

/** The program of the server that would be used; undefined when it has still to be brought. */
export function serverProgram(): string | undefined {
  const folder = findPostgresBinaries();
  return folder === undefined ? undefined : join(folder, process.platform === 'win32' ? 'postgres.exe' : 'postgres');
}
