import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import { createQueue } from '#server/platform/queue/index.ts';
import { productModules } from '#server/product.ts';

/** Every feature of the product on a test database, without background work and without a simulated world; `more` is what only some features work with. */
export async function testProductModules(
  database: Database,
  more: Partial<Parameters<typeof productModules>[0]> = {},
): Promise<HttpModule[]> {
  const log = pino({ level: 'silent' });
  const reference = await openReferenceStore(database, log);
  afterAll(() => reference.stop());
  const queue = createQueue({ database, clock: realClock, log });
  const functionBases = new Map([['DEMO', 'http://demo.example/functions']]);
  return productModules({
    functionBases,
    reference,
    keys: [randomBytes(32)],
    queue,
    clock: realClock,
    worldClock: null,
    ...more,
  });
}
