import type { Project } from './changed-tests.ts';

/** A file whose mutants are tried, and its own tests, which have to see them. */
export type MutatedFile = { path: string; project: Project; tests: readonly string[] };

const withOwnTests = (path: string): MutatedFile => ({
  path,
  project: 'unit',
  tests: [path.replace(/\.ts$/, '.test.ts')],
});

/** Six rules, whose score must not fall below 84.8 %. */
export const mutatedRules: readonly MutatedFile[] = [
  'arrive-delay',
  'eta-slip',
  'missing-milestone',
  'status-disorder',
  'time-conflict',
  'transship-dwell',
].map((name) => withOwnTests(`src/domain/exceptions/rules/${name}.ts`));

/** Other parts of the domain, of the platform, of entities and of the kit of screens. */
export const otherMutated: readonly MutatedFile[] = [
  'src/domain/intake/fusion/visits.ts',
  'src/server/platform/http/query-values.ts',
  'src/server/platform/crypto/totp.ts',
  'src/shared/entity/check-row.ts',
  'src/shared/entity/read-cells.ts',
  'src/web/kit/list/list-state.ts',
].map(withOwnTests);
