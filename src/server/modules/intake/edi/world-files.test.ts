import { expect, test } from 'vitest';
import { readEdifact } from '#server/connectors/edifact/index.ts';
import type { EdiMessage } from '#server/connectors/edifact/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { createWorld } from '#simulator/index.ts';
import { ediFiles } from '#simulator/edi/index.ts';

const now = Date.UTC(2026, 10, 21, 6);
const world = createWorld({ seed: 'edi' });
const files = Array.from({ length: 24 }, (_, hour) =>
  ediFiles(world, now + (hour - 1) * HOUR_MS, now + hour * HOUR_MS),
).flat();

test('partners of the world write what can be read, with the disorder of real ones', async () => {
  const messages: EdiMessage[] = [];
  const problems = new Set<string>();
  for (const { bytes } of files) {
    const summary = await readEdifact([bytes], (message) => void messages.push(message));
    for (const { problem } of summary.problems) problems.add(problem.code);
  }
  expect(files.length).toBeGreaterThan(40);
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['COARRI', 'CODECO', 'IFTSTA']));
  const states = Map.groupBy(messages, ({ state }) => state);
  expect((states.get('parsed')?.length ?? 0) / messages.length).toBeGreaterThan(0.8);
  expect(states.get('refused')?.length ?? 0).toBeGreaterThan(0);
  for (const message of messages) for (const { code } of message.problems) problems.add(code);
  expect([...problems]).toEqual(expect.arrayContaining(['unt_count', 'leading_garbage', 'unfinished_segment']));
  const reported = messages.filter(({ state }) => state === 'parsed').flatMap(({ notices }) => notices);
  expect(
    reported.every(({ containerNo, time, place }) => containerNo !== null && time !== null && place?.code !== null),
  ).toBe(true);
});

test('the same world writes the same files', () => {
  const again = ediFiles(createWorld({ seed: 'edi' }), now, now + HOUR_MS);
  expect(again.map(({ name, bytes }) => [name, bytes.toString('latin1')])).toEqual(
    ediFiles(world, now, now + HOUR_MS).map(({ name, bytes }) => [name, bytes.toString('latin1')]),
  );
});
