/** Which database these tests run on. */
export function testDatabaseKind(): 'embedded' | 'postgres' {
  return process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'embedded';
}

/** Whether this run tries everything, including what a commit tries only in part: `npm test -- --full`. */
export const isFullRun = process.env['TEST_FULL'] === '1';
