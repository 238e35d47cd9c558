import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createPostgresDatabase, silentLog } from '#testing/database-templates.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { testDatabaseKind } from '#testing/run-kind.ts';
import { openDatabase } from './database.ts';

/** A host where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test.runIf(testDatabaseKind() === 'postgres')(
  'of several hosts every new connection goes to the one that takes writes, also after it moved',
  { timeout: 60_000 },
  async () => {
    // Two databases of one server stand for two servers: one of them takes no writes.
    const { url, drop } = await createPostgresDatabase();
    const { hostname, port, pathname, username } = new URL(url);
    const [first, second] = [await startTcpProxy(hostname, Number(port)), await startTcpProxy(hostname, Number(port))];
    const hosts = `127.0.0.1:${await closedPort()},127.0.0.1:${first.port},127.0.0.1:${second.port}`;
    const many = `postgres://${username}@${hosts}${pathname}?target_session_attrs=read-write`;
    const database = await openDatabase({ url: many, poolSize: 2, log: silentLog });
    await database.execute('create table written (at int)');
    await database.execute('insert into written values (1)');
    first.close();
    await expect
      .poll(
        () =>
          database.execute('insert into written values (2)').then(
            () => 'written',
            () => 'not yet',
          ),
        {
          timeout: 20_000,
        },
      )
      .toBe('written');
    expect((await database.query('select from written')).length).toBe(2);
    await database.execute(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`);
    await expect(openDatabase({ url: many, poolSize: 2, log: silentLog })).rejects.toMatchObject({ code: '25006' });
    await database.close();
    second.close();
    await drop();
  },
);
