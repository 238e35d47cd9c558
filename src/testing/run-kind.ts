/** Which database these tests run on. */
export function testDatabaseKind(): 'embedded' | 'postgres' {
  return process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded';
}

/** Whether this run tries everything, including what a commit tries only in part: `npm test -- --full`. */
export const isFullRun = process.env['TEST_FULL'] === '1';

/** Whether days of the simulated world run on this database: each of those tests has one, and both in a full run. */
export const runsWorldOn = (kind: 'embedded' | 'postgres'): boolean => isFullRun || testDatabaseKind() === kind;
