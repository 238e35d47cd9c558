// Makes a database as `prepareCompared` does, with the schema of these sources: <database URL> <URL of the source> <shipments>.
import { openDatabase } from '#server/platform/db/database.ts';
import { createLogger } from '#server/platform/log/logger.ts';
import { prepareAnswers } from '../data/prepared-answers.ts';
import { prepareCompared } from './compared-runs.ts';

const [url = '', sourceUrl = '', shipments] = process.argv.slice(2);
const database = await openDatabase({ url, poolSize: 2, log: createLogger({ level: 'warn' }) });
await prepareCompared(database, prepareAnswers(Number(shipments)), sourceUrl);
await database.close();
