import { describe, expect, test } from 'vitest';
import { inputOfPart, nextPartsStep, outputOfParts, stagesOf, wantsRepeat, type PartView } from './parts.ts';

const part = (stage: number, state: PartView['state'], values: Partial<PartView> = {}): PartView => ({
  stage,
  state,
  primary: false,
  nextAt: 0,
  output: null,
  ...values,
});
const alone = { union: false, now: 10 };
const together = { union: true, now: 10 };

test('primary sub-packages make the first stages, equal numbers share one, those without a number are last', () => {
  expect(
    stagesOf([
      { primary: true, primaryNo: 1 },
      { primary: true, primaryNo: 2 },
      { primary: false, primaryNo: 2 },
      { primary: false, primaryNo: 2 },
      { primary: false, primaryNo: null },
    ]),
  ).toEqual([1, 2, 3, 3, 4]);
});

describe('the next step of a job made of parts', () => {
  test('a stage begins when the one before it has ended; its parts begin side by side', () => {
    expect(nextPartsStep([part(1, 'running'), part(2, 'waiting')], alone)).toEqual({ do: 'wait' });
    const parts = [part(1, 'done'), part(2, 'waiting'), part(2, 'waiting'), part(3, 'waiting')];
    expect(nextPartsStep(parts, alone)).toEqual({ do: 'start', parts: [1, 2] });
  });

  test('a part waits for its time', () => {
    expect(nextPartsStep([part(1, 'waiting', { nextAt: 11 })], alone)).toEqual({ do: 'wait' });
    expect(nextPartsStep([part(1, 'waiting', { nextAt: 10 })], alone)).toEqual({ do: 'start', parts: [0] });
  });

  test('a failure holds up nobody where parts are independent, and the whole has failed at its end', () => {
    expect(nextPartsStep([part(1, 'failed'), part(2, 'waiting')], alone)).toEqual({ do: 'start', parts: [1] });
    expect(nextPartsStep([part(1, 'failed'), part(2, 'done')], alone)).toEqual({ do: 'fail', part: 0 });
  });

  test('a failure of a primary part, and every failure of parts that work together, ends the whole', () => {
    const failed = [part(1, 'done'), part(2, 'failed'), part(3, 'waiting')];
    expect(nextPartsStep(failed, together)).toEqual({ do: 'fail', part: 1 });
    expect(nextPartsStep([part(1, 'failed', { primary: true }), part(2, 'waiting')], alone)).toEqual({
      do: 'fail',
      part: 0,
    });
  });

  test('all done is a success', () => {
    expect(nextPartsStep([part(1, 'done'), part(1, 'done')], together)).toEqual({ do: 'succeed' });
  });
});

test('parts that work together are given the results of those before them, independent ones are not', () => {
  const parts = [part(1, 'done', { output: { a: 1, b: 1 } }), part(2, 'waiting', { output: { page: 2 } })];
  const whole = { input: { b: 0, c: 0 }, own: { d: 0 } };
  expect(inputOfPart({ ...whole, union: true }, parts, 1)).toEqual({ a: 1, b: 1, c: 0, d: 0, page: 2 });
  expect(inputOfPart({ ...whole, union: false }, parts, 1)).toEqual({ b: 0, c: 0, d: 0, page: 2 });
});

test('a fused result has the fields of all parts, primary ones prevail; otherwise it is that of the primary or the last part', () => {
  const parts = [part(1, 'done', { primary: true, output: { a: 1 } }), part(2, 'done', { output: { a: 2, b: 2 } })];
  expect(outputOfParts(parts, { fused: true, own: { c: 0 } })).toEqual({ a: 1, b: 2, c: 0 });
  expect(outputOfParts(parts, { fused: false, own: null })).toEqual({ a: 1 });
  expect(
    outputOfParts([part(1, 'done', { output: 1 }), part(2, 'done', { output: 2 })], { fused: false, own: 0 }),
  ).toBe(2);
});

test('only a result that says so is repeated', () => {
  expect([{ repeat: true }, { repeat: 'true' }, {}, null, 'repeat'].map(wantsRepeat)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
