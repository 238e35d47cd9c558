import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, describe, expect, test } from 'vitest';
import { isInternal } from '#network/internal-address.ts';
import { runScript, testLimits } from '#testing/script-runs.ts';
import { isListed } from './guarded-request.ts';

/** Whether a name leads into this machine or its network. */
const leadsInside = (name: string): Promise<boolean> =>
  lookup(name).then(
    ({ address }) => isInternal(address),
    () => false,
  );

const namedInside = await leadsInside(hostname());

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
};
const site = createServer((request, response) => {
  void (async () => {
    if (request.url === '/form')
      return response
        .setHeader('set-cookie', 'seen=yes; Path=/')
        .end(
          '<form name="find" method="post" action="/found"><input name="bl" value="x"><input type="submit" name="go"></form>',
        );
    if (request.url === '/found') return response.end(`${await bodyOf(request)} ${request.headers.cookie ?? ''}`);
    if (request.url === '/away') return response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end();
    return response.end(JSON.stringify({ path: request.url }));
  })();
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => site.close());
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;

/** Runs a script that may call the site. */
const run: typeof runScript = (script, options) => runScript(script, { hosts: [host], ...options });

describe('a script', () => {
  test('is given its input, logs, reports progress and gives output', async () => {
    const result = await run(
      `robot.log('hello ' + input.name); robot.progress(40, 'half'); return { twice: input.n * 2 };`,
      {
        input: { name: 'you', n: 21 },
      },
    );
    expect(result).toMatchObject({ output: { twice: 42 }, lines: ['hello you'], reported: '40 half' });
  });

  test('fetches a page, fills its form and keeps cookies; what was asked is kept', async () => {
    const result = await run(`const page = await robot.fetch('http://${host}/form');
      const next = await page.submit('find', { bl: 'WILL 1' });
      return { fields: page.forms()[0].fields, text: next.text };`);
    expect(result.output).toEqual({ fields: { bl: 'x' }, text: 'bl=WILL+1 seen=yes' });
    expect(result.artifacts.get('requests.json')).toContain('/found');
    expect(result.artifacts.get('requests.json')).not.toContain('seen=yes; Path');
  });

  test('fails with its own code, and with where it failed', async () => {
    expect((await run(`robot.fail('no_such_bill', 'nothing found');`)).error).toMatchObject({ code: 'no_such_bill' });
    expect((await run('return nothing.at.all;')).error?.message).toBe(
      "ReferenceError: 'nothing' is not defined (line 1)",
    );
    expect((await run('this is no script')).error?.message).toContain('SyntaxError');
  });

  test('is tried on what another version asked: the same answers, and nothing that was not asked', async () => {
    const script = (path: string): string => `return (await robot.fetch('http://${host}${path}')).json();`;
    const first = await run(script('/a'));
    const replay = JSON.parse(first.artifacts.get('requests.json') ?? '[]') as unknown;
    expect((await run(script('/a'), { replay, hosts: [] })).output).toEqual({ path: '/a' });
    expect((await run(script('/b'), { replay })).error).toMatchObject({ code: 'not_recorded' });
  });

  test('stops when asked, and is ended when it does not ask', async () => {
    const asking = `robot.log('begins'); while (!robot.shouldStop()) await robot.sleep(1).catch(() => {}); return 'safe';`;
    expect((await run(asking, { stopAtLog: true })).output).toBe('safe');
    expect((await run(`robot.log('begins'); for (;;);`, { stopAtLog: true })).error?.name).toBe('Stopped');
  });
});

describe('a secret', () => {
  test('is masked wherever a script shows it, also in pieces and in disguise', async () => {
    const result = await run(`const secret = await robot.asset('ACCOUNT');
      robot.log(secret); robot.log('pw ' + secret.split(':')[1]); robot.log([...secret.split(':')[1]].reverse().join(''));
      robot.progress(1, secret); await robot.artifact('a.txt', 'text/plain', 'x' + secret);
      return { secret, list: [secret.split(':')[1]] };`);
    expect(JSON.stringify([result.output, result.lines, result.reported, [...result.artifacts]])).not.toMatch(
      /Geheim|1174-/,
    );
    expect((await run(`throw new Error(await robot.asset('ACCOUNT'))`)).error?.message).not.toContain('Geheim');
    expect((await run(`return await robot.asset('TEXT')`)).output).toBe('plain text');
  });
});

describe('a script cannot', () => {
  test.each([
    ['call an address that its package does not list', `await robot.fetch('http://example.org/')`],
    ['call a port that is not listed', `await robot.fetch('http://127.0.0.1:1/')`],
    ['be led away by a redirect', `await robot.fetch('http://${host}/away')`],
    ['read files', `await robot.fetch('file:///etc/passwd')`],
    ['hide an address in a login', `await robot.fetch('http://${host}@example.org/')`],
  ])('%s', async (_what, script) => {
    expect((await run(script)).error).toMatchObject({ code: 'address_refused' });
  });

  test('reach internal addresses by a listed name', async () => {
    const { error } = await run(`await robot.fetch('http://localtest.invalid:1/')`, { hosts: ['localtest.invalid:1'] });
    expect(error).toBeDefined();
    expect(isListed(new URL('https://a.shop.example/'), ['*.shop.example'])).toBe(true);
    expect(isListed(new URL('https://shop.example.evil/'), ['*.shop.example', 'shop.example'])).toBe(false);
  });

  test.each(['process', 'require', 'fetch', 'WebSocket', 'Buffer', 'setTimeout', 'globalThis.process', 'module'])(
    'see %s',
    async (name) => {
      expect((await run(`return typeof ${name};`)).output).toBe('undefined');
    },
  );

  test.each([
    ['evaluate', `return eval('typeof process')`],
    ['make functions of texts', `return robot.log.constructor('return typeof process')()`],
    [
      'reach another realm by what it was given',
      `return robot.fetch.constructor.constructor('return typeof process')()`,
    ],
    [
      'reach it by an error',
      `try { null.x } catch (e) { return e.constructor.constructor('return typeof process')() }`,
    ],
  ])('%s and leave its sandbox with it', async (_what, script) => {
    expect((await run(script)).output).toBe('undefined');
  });

  test.each([
    ['open files', `return (await import('node:fs')).readFileSync('/etc/passwd', 'utf8')`],
    ['open files by the path of a module', `return await import('/etc/passwd')`],
    ['start processes', `return (await import('node:child_process')).execSync('id').toString()`],
    ['fork', `return (await import('node:cluster')).fork()`],
    ['start threads', `return new (await import('node:worker_threads')).Worker('1', { eval: true })`],
    ['open sockets', `return (await import('node:net')).connect(22, '127.0.0.1')`],
  ])('%s', async (_what, script) => {
    const { output, error } = await run(script);
    expect([output, error?.message]).toEqual([undefined, expect.stringMatching(/could not load module|import/i)]);
  });

  test('print a gigabyte: it is ended at its limit, and no more than that is kept', async () => {
    const { error, lines } = await run(`for (let n = 0; n < 1e5; n += 1) robot.log('x'.repeat(10_000));`);
    expect(error).toMatchObject({ code: expect.stringMatching(/output_limit|memory_limit|script_ended/) });
    expect(lines.join('').length).toBeLessThanOrEqual(testLimits.logBytes + 10_000);
  }, 60_000);

  test.runIf(namedInside)('call an internal address by a name that its package lists', async () => {
    const port = host.split(':')[1];
    const { error } = await run(`return (await robot.fetch('http://${hostname()}:${port}/')).text`, {
      hosts: [`${hostname().toLowerCase()}:${port}`],
    });
    expect(error?.message).toContain('is an internal address');
  });

  test('loop, allocate, flood its log or give more than it may', async () => {
    for (const allocation of ['new Array(1e5).fill(a.length)', 'new Uint8Array(1e7).fill(7)'])
      expect((await run(`const a = []; for (;;) a.push(${allocation});`)).error).toMatchObject({
        code: 'memory_limit',
        message: 'the script uses more than 64 MB',
      });
    expect((await run('for (;;);', { limits: testLimits })).error).toMatchObject({
      code: 'time_limit',
      message: 'the script used more than 1 s of processor time',
    });
    const flood = await run(`for (;;) { robot.log('x'.repeat(8000)); await robot.sleep(0); }`);
    expect(flood.error).toMatchObject({ code: 'output_limit' });
    expect(flood.lines.length).toBeLessThan(20);
    expect((await run(`robot.log('x'.repeat(1e9));`)).error).toBeDefined();
    expect((await run(`return 'x'.repeat(20_000);`)).error).toMatchObject({ code: 'output_limit' });
  }, 60_000);
});
