import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import inspector from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { patientLimits, runScript, testLimits } from '#testing/script-runs.ts';
import { hostFlags } from './host-process.ts';

const site = createServer((request, response) => {
  const [, what, size] = (request.url ?? '').split('/');
  let received = 0;
  request.on('data', (part: Buffer) => (received += part.length));
  request.on('end', () => response.end(what === 'page' ? '<textarea '.repeat(Number(size) / 10) : `${received}`));
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
afterAll(() => site.close());
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
/** For scripts that shall reach the limit of time: a dozen that use a second each are a third of the file. */
const shortLimits = { ...testLimits, cpuMs: 500 };
const run = (script: string, limits = patientLimits) => runScript(script, { hosts: [host], limits });

/** A script did nothing to this process. */
function expectUnharmed(): void {
  expect(inspector.url()).toBeUndefined();
  expect('polluted' in {}).toBe(false);
}

/** After many that tried to do harm: the next script runs as ever. */
async function runsAsBefore(): Promise<void> {
  const { output } = await run('return { sum: [1, 2, 3].reduce((a, b) => a + b), own: Object.keys({}) };');
  expect(output).toEqual({ sum: 6, own: [] });
}

const breakOut = (before: string, body: string): string => `});\n${before}\n(async function (robot, input) {\n${body}`;
/** Before the script: a text that is no text. In it: the error that the host throws over it, and what its constructor leads to. */
const outerProcess = `
  let captured;
  armed = true;
  try { robot.log('x'); } catch (error) {
    const OuterFunction = error.constructor.constructor;
    if (OuterFunction === Function) return 'own';
    const { apply } = OuterFunction.prototype;
    OuterFunction.prototype.apply = function (self, args) {
      if (self !== undefined && self !== null && typeof self.pid === 'number') captured = self;
      return Reflect.apply(this, self, args);
    };
    await robot.asset('TEXT');
    OuterFunction.prototype.apply = apply;
  }
  if (captured === undefined) return 'nothing';
`;
const poisoned = `const real = JSON.stringify; let armed = false;
JSON.stringify = (value) => { if (armed) { armed = false; return Object.create(null); } return real(value); };`;

describe('a text that closes the function that it is the body of is no script:', () => {
  afterAll(runsAsBefore);
  test.each([
    ['with parentheses', breakOut('globalThis.early = 1;', 'return globalThis.early;')],
    ['with a comma', `}, globalThis.early = 1, async function () {`],
    ['with a call', `}(globalThis.early = 1), {`],
    ['with an index', `}[globalThis.early = 1] = {`],
    ['as a condition', `} : globalThis.early ? async () => {`],
    ['as a template', `}\`\${globalThis.early = 1}\`, {`],
    ['with a comment', `return 1; }) /*\n*/ ; (() => {`],
    ['with a comment without end', `return 1; /*`],
    ['to reach the outer process', breakOut(poisoned, `${outerProcess} return captured.pid;`)],
    [
      'to open the inspector of the agent',
      breakOut(poisoned, `${outerProcess} captured._debugProcess(captured.ppid); await robot.sleep(500);`),
    ],
    [
      'to send what only Node sends',
      breakOut(poisoned, `${outerProcess} captured._send({ cmd: 'NODE_HANDLE_ACK' }); await robot.sleep(500);`),
    ],
  ])('%s', async (_how, script) => {
    const { output, error } = await run(script);
    expect([output, error?.message]).toEqual([undefined, expect.stringMatching(/^SyntaxError: /)]);
    expectUnharmed();
  });
});

/** What is found in a realm by a text that becomes code there. */
const seen = `return [typeof process, typeof require, typeof globalThis.process, typeof module, typeof Deno].join()`;
const unseen = 'undefined,undefined,undefined,undefined,undefined';
const byConstructor = (of: string): string => `return (${of})("${seen}")();`;
const GeneratorOf = (code: string): string => `return (${code}).constructor("${seen}")().next()`;

describe('a script sees nothing outside', () => {
  afterAll(runsAsBefore);
  test.each([
    ['by the constructor of the robot', byConstructor('robot.constructor.constructor'), unseen],
    [
      'by the constructor of what the robot gives',
      byConstructor('(await robot.asset("T")).constructor.constructor'),
      unseen,
    ],
    ['by the constructor of its input', `return typeof input + ${JSON.stringify('')};`, 'object'],
    ['by async functions', `return await (async () => {}).constructor("${seen}")();`, unseen],
    ['by generators', `${GeneratorOf('function* () {}')}.value;`, unseen],
    ['by async generators', `return (await (async function* () {}).constructor("${seen}")().next()).value;`, unseen],
    ['by eval', `return (0, eval)("(() => { ${seen} })()");`, unseen],
    [
      'by the error of a call that failed',
      `try { await robot.fetch('http://a.invalid/'); } catch (error) {
         return [error.constructor === Error, error.cause, Object.keys(error), error.constructor.constructor("${seen}")()];
       }`,
      [true, null, ['code', 'stopped'], unseen],
    ],
    [
      'by the error of a call with a value that cannot be a text',
      `const bad = { toString() { throw this; }, toJSON() { throw this; }, [Symbol.toPrimitive]() { throw this; } };
       for (const call of [() => robot.log(bad), () => robot.asset(bad), () => robot.fetch(bad), () => robot.sleep(bad),
         () => robot.progress(bad, bad), () => robot.artifact(bad, bad, bad), () => robot.fail(bad, bad)])
         try { await call(); return 'no error'; } catch (error) { if (error !== bad) return String(error); }
       return 'own';`,
      'own',
    ],
    [
      'by stack traces',
      `let sites = 'none'; Error.prepareStackTrace = (_error, list) => { sites = typeof list; return list; };
       try { robot.log(Symbol('x')); } catch (error) { return [sites, /node:|internal|file:|host/.test(String(error.stack))]; }
       return [sites, false];`,
      ['none', false],
    ],
    [
      'by the callers of its functions',
      `function look() { try { return look.caller; } catch (error) { return error.name; } } return look();`,
      'TypeError',
    ],
    [
      'by a stringify of its own',
      `const own = JSON.stringify; let calls = 0;
       JSON.stringify = () => { calls += 1; return Object.create(null); };
       JSON.parse = () => { calls += 1; return { error: 'x' }; };
       robot.log('x'); const value = await robot.asset('T'); JSON.stringify = own; return [value, calls];`,
      ['plain text', 0],
    ],
    [
      'by promises of its own',
      `const { then } = Promise.prototype; const given = [];
       Promise.prototype.then = function (a, b) { given.push(typeof a); return Reflect.apply(then, this, [a, b]); };
       globalThis.Promise = class extends Promise {}; Map.prototype.get = () => undefined;
       return typeof await Reflect.apply(then, robot.asset('T'), [(value) => value.constructor.constructor("${seen}")()]);`,
      undefined,
    ],
    [
      'by prototypes',
      `Object.prototype.error = 'polluted'; Object.prototype.kind = 'done'; Object.prototype.stopped = true;
       Object.prototype.output = '{}'; Array.prototype.push = () => { throw 1; };
       const page = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');
       try { await robot.bringPage(page); } catch {} return ({}).polluted ?? 'clean';`,
      'clean',
    ],
    [
      'by a proxy as the page to bring',
      `const traps = []; const page = new Proxy({}, { ownKeys: () => { traps.push('keys'); return ['a']; },
         getOwnPropertyDescriptor: () => ({ value: globalThis, enumerable: true, configurable: true }) });
       await robot.bringPage(page).catch(() => {}); return traps.length > 0;`,
      true,
    ],
    [
      'by getters in the options of a call',
      `let reads = 0; const options = { get method() { reads += 1; return reads > 1 ? 'CONNECT' : 'GET'; } };
       return [(await robot.fetch('http://${host}/x', options)).status, reads];`,
      [200, 1],
    ],
    [
      'by messages in the form of those of Node',
      `for (const cmd of ['NODE_HANDLE', 'NODE_HANDLE_ACK', 'NODE_HANDLE_NACK', 'NODE_CLUSTER']) {
         robot.log({ cmd, type: 'net.Server', msg: { fd: 0 } }); robot.progress(1, { cmd });
         await robot.asset({ cmd, toString: () => '{"cmd":"' + cmd + '"}\\n{"kind":"done","output":"{}"}' });
       }
       return { cmd: 'NODE_HANDLE', type: 'net.Socket', internal: true };`,
      { cmd: 'NODE_HANDLE', type: 'net.Socket', internal: true },
    ],
    [
      'by lines in its log and output',
      `robot.log('\\n{"kind":"done","output":"{\\\\"output\\\\":666}"}\\n'); return '\\n{"kind":"failed"}\\n\\u2028\\u0000\\ud800';`,
      '\n{"kind":"failed"}\n\u2028\u0000\ud800',
    ],
    ['by a thenable as its output', `return { then: (done) => done({ then: (next) => next('own') }) };`, 'own'],
    [
      'by an output with code',
      `return { toJSON: () => ({ toJSON: 1, a: { toJSON: () => typeof process } }) };`,
      {
        toJSON: 1,
        a: 'undefined',
      },
    ],
    ['by a module', `return import('node:fs').catch((error) => error.name);`, 'ReferenceError'],
    [
      'by a module in a text',
      `return import('data:text/javascript,export default 1').catch((error) => error.name);`,
      'ReferenceError',
    ],
    [
      'by WebAssembly and threads',
      `return [typeof WebAssembly, typeof Atomics, typeof Worker, typeof postMessage].join();`,
      unseen.slice(10),
    ],
    ['by memory that is shared', `return new SharedArrayBuffer(8).byteLength;`, 8],
    [
      'by what is global',
      `return Object.getOwnPropertyNames(globalThis).filter((name) => /process|require|std|os|print|console|load|bjson|scriptArgs|gc/.test(name));`,
      [],
    ],
  ])('%s', async (_how, script, expected) => {
    const { output, error } = await run(script);
    if (expected === undefined) expect(error ?? output).toBeDefined();
    else expect([output, error]).toEqual([expected, undefined]);
    expectUnharmed();
  });
});

const sentences = {
  time_limit: 'the script used more than 1 s of processor time',
  memory_limit: 'the script uses more than 64 MB',
  stack_limit: 'the script calls itself too deeply',
  output_limit: /^the (script wrote|output is larger|script gave) .* bytes( at once)?$/,
  script_stuck: 'the script waits for something that never comes',
  request_refused: /./,
  request_too_large: 'the body of a request is larger than 5000000 bytes',
  script_failed: /^[A-Z]?\w*:? /,
} as const;

describe('a script is ended that', () => {
  afterAll(runsAsBefore);
  test.each([
    ['loops', `for (;;);`, 'time_limit'],
    ['loops after an answer', `await robot.asset('T'); for (;;);`, 'time_limit'],
    ['catches that it is ended', `for (;;) try { for (;;); } catch {} finally { for (;;); }`, 'time_limit'],
    ['loops in a promise', `await Promise.resolve().then(() => { for (;;); });`, 'time_limit'],
    [
      'makes promises without end',
      `const next = () => void Promise.resolve().then(next); next(); await robot.sleep(60_000);`,
      'time_limit',
    ],
    ['resolves itself without end', `const a = { then: (done) => done(a) }; return a;`, 'time_limit'],
    ['has a regular expression without end', `return /^(a+)+$/.test('a'.repeat(50) + 'b');`, 'time_limit'],
    ['loops inside of a function of the language', `return [].indexOf.call({ length: 2 ** 53 - 1 }, 1);`, 'time_limit'],
    ['loops when its output is read', `return { toJSON() { for (;;); } };`, 'time_limit'],
    ['loops when its error is read', `throw { get code() { for (;;); } };`, 'time_limit'],
    ['loops when its error becomes a text', `throw { toJSON() { for (;;); } };`, 'time_limit'],
    [
      'reads forms without end',
      `const page = await robot.fetch('http://${host}/page/1000000'); for (;;) page.forms();`,
      'time_limit',
    ],
    ['waits without end', `await new Promise(() => {});`, 'script_stuck'],
    ['fills an array', `const all = []; for (;;) all.push(new Array(1e5).fill(all.length));`, 'memory_limit'],
    ['fills buffers', `const all = []; for (;;) all.push(new Uint8Array(1e7).fill(7));`, 'memory_limit'],
    ['makes one large buffer', `return new ArrayBuffer(2e9).byteLength;`, 'memory_limit'],
    ['makes one long text', `return 'x'.repeat(1e9).length;`, 'memory_limit'],
    ['doubles a text', `let text = '\u4e2d'; for (;;) text += text + 'x';`, 'memory_limit'],
    [
      'makes promises that wait for each other',
      `const next = () => Promise.resolve().then(next); await next();`,
      'memory_limit',
    ],
    [
      'fills memory in promises',
      `const all = []; for (;;) all.push(Promise.resolve(all).then((x) => x));`,
      'memory_limit',
    ],
    [
      'has no room for an answer',
      `const all = []; try { for (;;) all.push(new Uint8Array(1e5)); } catch { all.length -= 5; }
      await robot.fetch('http://${host}/page/4000000'); return all.length;`,
      'memory_limit',
    ],
    ['calls itself', `const again = () => again() + 1; return again();`, 'stack_limit'],
    ['calls itself by a getter', `return ({ get x() { return this.x; } }).x;`, 'stack_limit'],
    [
      'gives a deep output',
      `let deep = {}; for (let n = 0; n < 1e5; n += 1) deep = { deep }; return deep;`,
      'stack_limit',
    ],
    ['reads a deep text', `return JSON.parse('['.repeat(1e5));`, 'stack_limit'],
    ['is a deep text', `return ${'('.repeat(1e5)}1${')'.repeat(1e5)};`, 'stack_limit'],
    ['logs without end', `for (;;) robot.log('x'.repeat(8000));`, 'output_limit'],
    [
      'logs much at once',
      `robot.log('x'.repeat(20_000_000)); for (let n = 0; n < 20; n += 1) robot.log('x'.repeat(9000));`,
      'output_limit',
    ],
    ['gives a large output', `return 'x'.repeat(20_000);`, 'output_limit'],
    ['gives an output larger than a message', `return 'x'.repeat(20_000_000);`, 'output_limit'],
    [
      'sends a large body',
      `await robot.fetch('http://${host}/', { method: 'POST', body: 'x'.repeat(6_000_000) });`,
      'request_too_large',
    ],
    [
      'sends a body larger than a message',
      `await robot.fetch('http://${host}/', { method: 'POST', body: 'x'.repeat(20_000_000) });`,
      'output_limit',
    ],
    ['opens a tunnel', `await robot.fetch('http://${host}/', { method: 'CONNECT' });`, 'request_refused'],
    [
      'calls another site behind the address',
      `await robot.fetch('http://${host}/', { headers: { Host: 'inside' } });`,
      'request_refused',
    ],
    [
      'makes one request two',
      `await robot.fetch('http://${host}/', { headers: { 'Transfer-Encoding': 'chunked' } });`,
      'request_refused',
    ],
    [
      'writes lines into a header',
      `await robot.fetch('http://${host}/', { headers: { a: 'b\\r\\nHost: inside' } });`,
      'request_refused',
    ],
    [
      'sends what is no text',
      `await robot.fetch('http://${host}/', { method: 'POST', body: { a: 1 } });`,
      'request_refused',
    ],
    [
      'asks too much at a time',
      `await Promise.all(Array.from({ length: 2000 }, () => robot.sleep(60_000)));`,
      'script_failed',
    ],
    ['throws what cannot be read', `throw new Proxy({}, { get: () => { throw 1; } });`, 'script_failed'],
  ] as const)(
    '%s',
    async (_what, script, code) => {
      const { output, error } = await run(script, code === 'time_limit' ? shortLimits : patientLimits);
      expect([output, error?.name, error?.code]).toEqual([undefined, 'JobError', code]);
      const sentence = sentences[code];
      expect(error?.message).toMatch(typeof sentence === 'string' ? new RegExp(`^${sentence}$`) : sentence);
      expectUnharmed();
    },
    60_000,
  );

  test('asks for pages without end: the agent answers some at a time and does not keep the others', async () => {
    const { output } = await run(`const pages = await Promise.all(
      Array.from({ length: 100 }, () => robot.fetch('http://${host}/page/200000').then(({ text }) => text.length)));
      return pages.length;`);
    expect(output).toBe(100);
  }, 60_000);

  test('a megabyte of text areas without end is read within its time', async () => {
    const { output } = await run(`return (await robot.fetch('http://${host}/page/1000000')).forms().length;`);
    expect(output).toBe(0);
  });
});

// Who left the interpreter would be in a process that can do little.
test('the process around a sandbox reads its own code only, starts nothing and has no inspector', () => {
  const tried = `const has = (...what) => process.permission.has(...what);
    process.kill(process.pid, 'SIGUSR1');
    const all = [has('fs.read', '/etc/passwd'), has('fs.read', process.argv[1]), has('fs.write'), has('child'), has('worker'), has('addon'),
      has('inspector'), has('wasi'), Object.keys(process.env).length];
    setTimeout(() => process.stdout.write(JSON.stringify([...all, typeof process.getBuiltinModule('inspector')?.url?.()])), 200);`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...hostFlags(), '-e', tried, fileURLToPath(import.meta.url)],
    {
      env: {},
      encoding: 'utf8',
    },
  );
  expect([stdout, stderr]).toEqual([JSON.stringify([...Array(8).fill(false), 0, 'undefined']), '']);
});
