import type { Project } from './changed-tests.ts';

/** A file whose mutants are tried; the tests of the next stage are run for those that the stage before let live. */
export type MutatedFile = { path: string; project: Project; stages: readonly (readonly string[])[] };

const exceptions = 'src/domain/exception';

const rule = (name: string): MutatedFile => ({
  path: `${exceptions}/rules/${name}.ts`,
  project: 'unit',
  stages: [
    [`${exceptions}/rules/${name}.test.ts`],
    [`${exceptions}/rules/index.test.ts`, `${exceptions}/whose-doing.test.ts`],
    [`${exceptions}/replay/told.test.ts`, `${exceptions}/replay/replay.test.ts`],
  ],
});

const unit = (path: string, ...others: string[]): MutatedFile => ({
  path,
  project: 'unit',
  stages: [[path.replace(/\.ts$/, '.test.ts'), ...others]],
});

/** Six rules, whose score must not fall below 84.8 %. */
export const mutatedRules: readonly MutatedFile[] = [
  'arrive-delay',
  'eta-slip',
  'missing-milestone',
  'status-disorder',
  'time-conflict',
  'transship-dwell',
].map(rule);

/** Other parts of the domain, of the platform, of entities and of the kit of screens. */
export const otherMutated: readonly MutatedFile[] = [
  unit('src/domain/fusion/visits.ts'),
  unit('src/server/platform/http/query-values.ts'),
  unit('src/server/platform/crypto/totp.ts'),
  unit('src/shared/entity/check-row.ts'),
  unit('src/shared/entity/read-cells.ts'),
  unit('src/web/kit/list/list-state.ts'),
];
