import { expect, test } from 'vitest';
import { railLineOf } from './rail-line.ts';
import type { TraceMilestone, TraceStage } from './trace-model.ts';

const hour = 3_600_000;

const milestone = (
  statusCode: string,
  [planned, estimated, actual]: readonly (number | null)[],
  train: string | null = null,
): TraceMilestone => ({
  statusCode,
  nameCn: '',
  nameEn: '',
  path: '',
  planned: planned == null ? null : planned * hour,
  estimated: estimated == null ? null : estimated * hour,
  actual: actual == null ? null : actual * hour,
  portCode: null,
  place: null,
  zone: 'Asia/Shanghai',
  vesselName: train,
  voyage: null,
});
const stage = (kind: TraceStage['kind'], index: number, portCode: string, list: TraceMilestone[]): TraceStage => ({
  kind,
  index,
  portCode,
  milestones: list,
});

const stages = [
  stage('origin', 0, 'CNSYD', [
    milestone('RAC', [null, null, 0]),
    milestone('RLD', [null, null, 8]),
    milestone('RDP', [10, null, 12], 'X1'),
  ]),
  stage('border', 1, 'RUZAB', [
    milestone('RAR', [20, null, 24]),
    milestone('RBA', [null, null, 25]),
    milestone('RGS', [null, null, 28]),
    milestone('RGF', [null, null, null]),
    milestone('RDP', [30, 44, null], 'X2'),
  ]),
  stage('destination', 0, 'RUVOR', [milestone('RAR', [90, 99, null]), milestone('RUN', [null, null, null])]),
  stage('delivery', 0, 'RUVOR', [milestone('RHO', [null, null, null])]),
];

test('stations have how long the goods stay against the plan; what is not over lasts until now and is expected to end', () => {
  const line = railLineOf(stages, 36 * hour);
  expect(line.map(({ code, border }) => [code, border])).toEqual([
    ['CNSYD', false],
    ['RUZAB', true],
    ['RUVOR', false],
  ]);
  const [origin, border, end] = line;
  expect(origin?.stay).toEqual({ spans: [{ kind: 'actual', from: 0, to: 12 * hour }], hours: 12 });
  expect(origin?.run).toEqual({
    train: 'X1',
    spans: [
      { kind: 'planned', from: 10 * hour, to: 20 * hour },
      { kind: 'actual', from: 12 * hour, to: 24 * hour },
    ],
    plannedHours: 10,
    hours: 12,
  });
  expect(border?.stay).toEqual({
    spans: [
      { kind: 'planned', from: 20 * hour, to: 30 * hour },
      { kind: 'actual', from: 24 * hour, to: 36 * hour },
      { kind: 'estimated', from: 36 * hour, to: 44 * hour },
    ],
    plannedHours: 10,
    hours: 12,
  });
  expect(border?.gauge).toEqual({ spans: [{ kind: 'actual', from: 28 * hour, to: 36 * hour }], hours: 8 });
  expect(border?.run.spans).toEqual([
    { kind: 'planned', from: 30 * hour, to: 90 * hour },
    { kind: 'estimated', from: 44 * hour, to: 99 * hour },
  ]);
  expect(end?.stay.spans).toEqual([{ kind: 'estimated', from: 99 * hour }]);
  expect(end?.run.spans).toEqual([]);
});

test('a plan that ends before it begins is no plan, and without milestones there is no line', () => {
  const [one] = railLineOf(
    [stage('border', 1, 'CNMLX', [milestone('RAR', [30, null, null]), milestone('RDP', [20, null, null])])],
    0,
  );
  expect(one?.stay).toEqual({ spans: [{ kind: 'planned', from: 30 * hour }] });
  expect(railLineOf([], 0)).toEqual([]);
});
