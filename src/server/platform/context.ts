import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '#generated/schema.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Clock } from './clock/clock.ts';
import type { Database, TenantScope } from './db/database.ts';

/** Who acts: a signed-in user, or the product itself in a background task. */
export type Actor =
  | {
      kind: 'user';
      userId: number;
      userCode: string;
      name: string;
      userType: 'user' | 'admin';
      tenantId: number;
      menus: ReadonlySet<string>;
      /** May change configuration that all tenants share. */
      writesShared: boolean;
    }
  | { kind: 'system'; userCode: string };

/** The `source` header: how an action came in (job source of the dictionary). */
export type Origin = 'Manual' | 'WaliRobot' | 'Remote' | 'TimeTrigger';

/** What every verb gets: who acts, what they may see, the clock and the database bound to that scope. */
export type Ctx = {
  actor: Actor;
  scope: TenantScope;
  origin: Origin;
  lang: Lang;
  /** IANA zone in which the caller reads times that have no place; absent: that of the own tenant. */
  zone?: string | undefined;
  requestId: string;
  /** Address the call came from; absent in background work. */
  ip?: string | null;
  /** Name of the key by which a program acts for the actor; absent when the person acts. */
  client?: string | undefined;
  clock: Clock;
  /** Every statement on a table with a tenant column is limited to `scope` by construction. */
  db: Kysely<DB>;
  /** Transactions, and every statement that `scope` does not limit: lint wants a reason beside each use (`// unscoped: …`). */
  unscoped: Database;
  log: Logger;
};
