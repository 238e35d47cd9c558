import type { ReusablePostgres } from '../support/postgres.ts';

/** The product on a database with `count` shipments, and a session in it. */
export type Asker = { count: number; server: ReusablePostgres; url: string; cookie: string; stop: () => Promise<void> };
