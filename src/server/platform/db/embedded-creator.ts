// Makes the directory of a new embedded database and ends; `createEmbedded` starts it as a process of its own.
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

// The process that requested it has ended; the unfinished database is removed at the next start.
process.on('disconnect', () => process.exit(1));

const database = new PGlite({ dataDir: process.argv[2], extensions: { pg_trgm } });
await database.waitReady;
await database.close();
process.exit(0);
