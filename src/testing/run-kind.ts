type DatabaseKind = 'embedded' | 'postgres';

/** Which database these tests run on. */
export function testDatabaseKind(): DatabaseKind {
  return process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded';
}

/** Whether this run tries everything, including what a commit tries only in part: `npm test -- --full`. */
export const isFullRun = process.env['TEST_FULL'] === '1';

/**
 * The database on which only a sample runs, because the same tests run in full on the other one in the same run. Set by `npm test`;
 * without it, as for a single file, everything runs on both.
 */
export const sampledDatabase = process.env['TEST_SAMPLED'] as DatabaseKind | undefined;
