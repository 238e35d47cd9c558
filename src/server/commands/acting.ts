import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/db/database.ts';

/** Who acts when a command changes something: the console of the machine. */
export const consoleCtx = (database: Database) => ({
  actor: { kind: 'system', userCode: 'console' } as const,
  origin: 'Manual' as const,
  requestId: randomUUID(),
  unscoped: database,
});
