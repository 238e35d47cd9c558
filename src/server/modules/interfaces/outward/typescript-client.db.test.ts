import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { VerifyOptions } from '../../../../../clients/typescript/src/webhooks.ts';
import { exampleBill, transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { projectFolder, runProgram } from '#testing/run-program.ts';
import { testDatabase } from '#testing/test-database.ts';

const { ask, callbackUrl, clock, key, listen, pipeline, received, run, reported } = await outwardApi(
  await testDatabase(),
);
const baseUrl = await listen();
const place = mkdtempSync(join(tmpdir(), 'portolan-client-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const source = join(projectFolder, 'clients', 'typescript');
const compiler = join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc');
const npm = (args: readonly string[], cwd: string): Promise<string> => {
  const path = process.env['npm_execpath'];
  return path?.endsWith('.js') === true
    ? runProgram(process.execPath, [path, ...args], { cwd })
    : runProgram('npm', args, { cwd });
};

/** Packs the client as it would be published, and installs it into a fresh project from the tarball, without a network. */
async function installClient(): Promise<string> {
  const [pack, project] = [join(place, 'pack'), join(place, 'project')];
  mkdirSync(project);
  // A copy, because the checkout may be read-only.
  for (const part of ['package.json', 'tsconfig.json', 'README.md', 'src'])
    cpSync(join(source, part), join(pack, part), { recursive: true });
  await runProgram(process.execPath, [compiler, '-p', pack], { cwd: pack });
  await npm(['pack', '--ignore-scripts', '--pack-destination', place], pack);
  const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Record<string, string>;
  writeFileSync(join(project, 'package.json'), '{ "name": "fresh", "version": "1.0.0", "type": "module" }');
  const tarball = join(place, `${name}-${version}.tgz`);
  await npm(['install', '--offline', '--no-audit', '--no-fund', tarball], project);
  return project;
}

const project = await installClient();

test('a fresh project compiles the example against the package and runs it against the product', async () => {
  cpSync(join(source, 'example.ts'), join(project, 'example.ts'));
  const options = '--strict --target ES2022 --module nodenext --lib ES2022,DOM --types'.split(' ');
  await runProgram(process.execPath, [compiler, ...options, '', 'example.ts'], { cwd: project });
  const output = await runProgram(process.execPath, ['example.js', baseUrl, key, exampleBill, callbackUrl], {
    cwd: project,
  });
  const { json: events } = await ask(`/events?transportDocumentReference=${exampleBill}&limit=1000`);
  expect(events.length).toBeGreaterThan(6);
  const lines = output.trimEnd().split('\n');
  expect(lines.slice(events.length)).toEqual([
    `${events.length} events`,
    `${events.length} followed`,
    'hook whsec_ TRANSPORT EQUIPMENT',
    '0 subscriptions',
    'refused: UNLocationCode is longer than 5 characters',
  ]);
  for (const [index, { eventDateTime, eventClassifierCode }] of events.entries())
    expect(lines[index]).toContain(`${eventDateTime} ${eventClassifierCode}`);
});

test('a program that does not fit the types is refused by the compiler', async () => {
  writeFileSync(
    join(project, 'wrong.ts'),
    `import { PortolanClient } from 'portolan-client';
     new PortolanClient({ baseUrl: '', apiKey: 'x' }).getEvents({ eventType: ['LANDING'] });`,
  );
  const args = [
    compiler,
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--lib',
    'ES2022,DOM',
    '--types',
    '',
    'wrong.ts',
  ];
  await expect(runProgram(process.execPath, args, { cwd: project })).rejects.toThrow('LANDING');
});

test('the package verifies what the product posts to a hook', async () => {
  const { json } = await ask('/hooks', { method: 'POST', body: { callbackUrl } });
  const at = new Date(clock.now()).toISOString();
  reported.push(transportEvent({ id: 'packed-1', code: 'DEPA', port: 'CNSHA', at, createdAt: at, ship: ships.first }));
  clock.advance(24 * HOUR_MS);
  await pipeline.worker.processAll();
  await run();
  const [posted] = received.splice(0);
  type Verify = { verifyWebhook: (options: VerifyOptions) => Promise<unknown> };
  const address = pathToFileURL(join(project, 'node_modules', 'portolan-client', 'dist', 'webhooks.js')).href;
  const { verifyWebhook } = (await import(/* @vite-ignore */ address)) as Verify;
  const headers = posted?.headers as Record<string, string>;
  const body = posted?.body ?? '';
  expect(await verifyWebhook({ body, headers, secret: json.secret })).toEqual(JSON.parse(body));
  await expect(verifyWebhook({ body: `${body} `, headers, secret: json.secret })).rejects.toThrow('does not match');
});
