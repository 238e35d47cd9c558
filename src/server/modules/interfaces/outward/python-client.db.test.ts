import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleBill, transportEvent, ships } from '#server/connectors/dcsa/event-builders.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { outwardApi } from '#testing/outward-api.ts';
import { projectFolder, runProgram } from '#testing/run-program.ts';
import { testDatabase } from '#testing/test-database.ts';

// Where there is no Python, clients/python/calls.test.ts still compares the calls of the example with the contract.
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.runIf(hasPython)('the Python example', async () => {
  const { allow, ask, clock, key, listen, pipeline, run, reported } = await outwardApi(await testDatabase());
  const baseUrl = await listen();
  const cwd = join(projectFolder, 'clients', 'python');
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  const example = (...args: string[]) => runProgram('python3', ['example.py', baseUrl, key, ...args], { cwd, env });

  async function somethingNew(id: string): Promise<void> {
    const at = new Date(clock.now()).toISOString();
    reported.push(transportEvent({ id, code: 'DEPA', port: 'CNSHA', at, createdAt: at, ship: ships.first }));
    clock.advance(24 * HOUR_MS);
    await pipeline.worker.processAll();
    await run();
  }

  test('shows a shipment, page by page', async () => {
    const { json: events } = await ask(`/events?transportDocumentReference=${exampleBill}&limit=1000`);
    const lines = (await example('shipment', exampleBill)).trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${events.length} events of ${exampleBill}`);
    expect(lines).toHaveLength(events.length + 1);
    for (const { eventDateTime } of events) expect(lines.join('\n')).toContain(eventDateTime);
  });

  test('follows changes', async () => {
    const lines = (await example('follow', '2000-01-01T00:00:00Z', '7')).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
  });

  test('names what is wrong', async () => {
    await expect(example('shipment', 'A BILL THAT IS TOO LONG')).rejects.toThrow(
      'HTTP 400: transportDocumentReference',
    );
    const wrong = runProgram('python3', ['example.py', baseUrl, 'ptk_wrong', 'shipment', 'X'], { cwd, env });
    await expect(wrong).rejects.toThrow('HTTP 401: A valid key is needed');
  });

  test('receives a webhook, verifies it, and ends its hook', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const callback = `http://127.0.0.1:${(free.address() as AddressInfo).port}/portolan`;
    await new Promise((resolve) => free.close(resolve));
    allow(callback);
    const child = spawn('python3', ['example.py', baseUrl, key, 'listen', callback], {
      cwd,
      env: { ...process.env, ...env },
    });
    let output = '';
    const ended = new Promise((resolve) => child.once('close', resolve));
    const isListening = new Promise<void>((resolve) =>
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('listening')) resolve();
      }),
    );
    await isListening;
    expect((await ask('/event-subscriptions')).json).toHaveLength(1);
    await somethingNew('python-1');
    expect(await ended).toBe(0);
    expect(output).toMatch(/^listening\nverified \S+ ACT DEPA CNSHA/);
    expect((await ask('/event-subscriptions')).json).toEqual([]);
  });
});
