import { describe, test } from 'vitest';

// Stands for the tests of project db-postgres when there is no server to run them on.
describe.skip('db-postgres: no PostgreSQL server (set TEST_POSTGRES_URL)', () => {
  test('all *.db.test.ts', () => {});
});
