import { afterAll, describe, expect, test } from 'vitest';
import { createRandom } from '#shared/random/prng.ts';
import { startSimulator } from '#simulator/index.ts';
import { bodyOf, exampleBill, exampleContainer, exampleReference, otherContainer } from '../dcsa/event-builders.ts';
import type { PullFailure, PullRequest } from '../types.ts';
import { pullDeclarations } from './client.ts';
import { declarationLine, exampleDeclarations } from '#testing/connectors/customs/declaration-builders.ts';
import { parseDeclarations } from './parse.ts';

const about = {
  subject: 'bill',
  billNo: exampleBill,
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;
const parse = (declarations: unknown, requested: object = {}) =>
  parseDeclarations([bodyOf({ declarations })], { ...about, ...requested }, exampleReference);
const reported = (declarations: unknown, requested?: object) =>
  parse(declarations, requested).content?.events.map(({ statusCode, portCode, containerNo, actual }) => [
    statusCode,
    portCode,
    containerNo,
    new Date(actual ?? 0).toISOString(),
  ]);
const reasons = (declarations: unknown, requested?: object) =>
  parse(declarations, requested).refusals.map((one) => one.reason);

describe('what customs say', () => {
  test('are milestones of the container by direction, with the time and zone of the place', () => {
    const { declarations } = exampleDeclarations();
    expect(reported(declarations)).toEqual([
      ['EXDC', 'CNSHA', exampleContainer, '2026-01-08T02:00:00.000Z'],
      ['PASS', 'CNSHA', exampleContainer, '2026-01-08T07:00:00.000Z'],
      ['IMDC', 'NLRTM', exampleContainer, '2026-02-10T07:00:00.000Z'],
      ['CUIP', 'NLRTM', exampleContainer, '2026-02-10T19:00:00.000Z'],
    ]);
    expect(reported([declarationLine({ status: 'EXAMINED' })])?.[0]?.[0]).toBe('EXIN');
    expect(reported([declarationLine({ status: 'HELD' })])?.[0]?.[0]).toBe('EXHO');
    expect(reported([declarationLine({ status: 'EXAMINED', procedure: 'IMPORT' })])?.[0]?.[0]).toBe('INSP');
    expect(reported([declarationLine({ status: 'RELEASED', procedure: 'IMPORT' })])?.[0]?.[0]).toBe('IMPR');
    const { content } = parse(declarations);
    expect(content?.events[0]?.zone).toBe('Asia/Shanghai');
    expect(content?.listsAllContainers).toBeUndefined();
  });

  test('twice is once, the line published last counts, and the order plays no part', () => {
    const late = declarationLine({ statusTime: '2026-01-08T12:00:00+08:00', publishedTime: '2026-01-09T00:00:00Z' });
    const lines = [declarationLine(), declarationLine(), late, ...exampleDeclarations().declarations.slice(1)];
    const first = parse(lines);
    expect(reported(lines)?.[0]?.[3]).toBe('2026-01-08T04:00:00.000Z');
    const random = createRandom('customs order');
    for (let round = 0; round < 50; round += 1)
      expect(parse(lines.toSorted(() => random.between(-1, 1)))).toEqual(first);
  });

  test('of another bill or container is refused, and so is what cannot be read; the rest is taken', () => {
    expect(reasons([declarationLine({ billNo: 'OTHER' }), declarationLine()])).toEqual(['unknown_reference']);
    expect(
      reasons([declarationLine({ containerNo: otherContainer })], {
        subject: 'container',
        containerNo: exampleContainer,
      }),
    ).toEqual(['unknown_reference']);
    expect(reasons([declarationLine({ status: 'SEIZED' })])).toEqual(['bad_enumeration']);
    expect(reasons([declarationLine({ procedure: null })])).toEqual(['missing_field']);
    expect(reasons([declarationLine({ statusTime: '2026-01-08T10:00:00' })])).toEqual(['no_offset']);
    expect(reasons([declarationLine({ statusTime: '2026-02-30' })])).toEqual(['bad_time']);
    expect(reasons([declarationLine({ containerNo: 'BOX' })])).toEqual(['bad_reference']);
    expect(reasons([17, declarationLine()])).toEqual(['malformed_event']);
    expect(parseDeclarations([bodyOf([])], about, exampleReference).refusals[0]?.reason).toBe('not_an_array');
    expect(parse([]).content).toBeNull();
  });
});

describe('the single window of the world', async () => {
  const now = Date.UTC(2026, 3, 1);
  const simulator = await startSimulator({
    seed: 'customs',
    host: '127.0.0.1',
    port: 0,
    now: () => now,
    faults: false,
  });
  afterAll(() => simulator.stop());
  const request = (more: Partial<PullRequest> = {}): PullRequest => ({
    baseUrl: `${simulator.baseUrl}/customs`,
    credential: 'customs-demo-key',
    subject: 'bill',
    billNo: null,
    containerNo: null,
    carrierCode: 'MERI',
    etag: null,
    now,
    timeoutMs: 20_000,
    maxBytes: 1_000_000,
    ...more,
  });

  test('tells of every shipment what the world did to it, and nothing else', async () => {
    let [lines, held] = [0, 0];
    const alive = simulator.world.shipmentsAlive(now);
    const detained = alive.filter(({ disorder }) => disorder.cargo === 'customsHold');
    for (const shipment of new Set([...alive.slice(0, 60), ...detained])) {
      const answer = await pullDeclarations(request({ billNo: shipment.billNo }));
      if (answer.kind !== 'answer') throw new Error('no answer');
      const requested = { ...about, billNo: shipment.billNo, receivedAt: now };
      const { content, refusals } = parseDeclarations([answer.body], requested, exampleReference);
      expect(refusals).toEqual([]);
      for (const event of content?.events ?? []) {
        lines += 1;
        expect(event.actual).toBeLessThanOrEqual(now);
        if (event.statusCode !== 'CUIP') continue;
        held += 1;
        expect(shipment.disorder.cargo).toBe('customsHold');
        const truth = shipment.milestones.filter(({ code }) => code === 'CUIP').map(({ actual }) => actual);
        expect(truth).toContain(event.actual);
      }
    }
    expect(lines).toBeGreaterThan(100);
    expect(held).toBeGreaterThan(0);
  });

  test('says that nothing changed, refuses another key, and knows nothing of a strange number', async () => {
    const [shipment] = simulator.world.shipmentsAlive(now);
    const first = await pullDeclarations(request({ billNo: shipment?.billNo ?? '' }));
    const etag = first.kind === 'answer' ? first.etag : null;
    expect(await pullDeclarations(request({ billNo: shipment?.billNo ?? '', etag }))).toEqual({ kind: 'unchanged' });
    const wrong = pullDeclarations(request({ billNo: 'X', credential: 'wrong' }));
    await expect(wrong).rejects.toMatchObject({ reason: 'unauthorized' } satisfies Partial<PullFailure>);
    const strange = await pullDeclarations(request({ billNo: 'NOSUCHBILL' }));
    expect(strange.kind === 'answer' && parseDeclarations([strange.body], about, exampleReference).content).toBeNull();
  });
});
