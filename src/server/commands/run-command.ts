import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Settings } from '../platform/config/index.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { createLogger } from '../platform/log/logger.ts';
import type { Requested, Command, CommandInput, Outcome, Say } from './command.ts';
import { askRunning } from './control.ts';
import { commands } from './index.ts';

/** Commands that may make a new database; all others need one that is there. */
const makesData = new Set(['create-admin', 'migrate']);

/** A refusal of a verb, as the console shows it; any other error stays what it is. */
const plain = (error: unknown): unknown =>
  error instanceof AppError
    ? new StartupError(serverText(error.code, error.params, 'zh'), serverText(error.code, error.params, 'en'))
    : error;

async function withOpened<T>(name: string, settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl: url, dataDir, poolSize, logLevel } = settings;
  if (url === undefined && !makesData.has(name) && !existsSync(join(dataDir, 'database')))
    throw new StartupError(
      `数据目录 ${dataDir} 中没有数据库。`,
      `There is no database in the data directory ${dataDir}.`,
    );
  const database = await openDatabase({ url, dataDir, poolSize, log: createLogger({ level: logLevel }) });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a command for the console with the database that the running product has open; gives the exit code. */
export async function runRequested(
  requested: Requested,
  { settings, database, say }: { settings: Settings; database: Database; say: Say },
): Promise<number> {
  const command = commands.find(({ name, whileRunning }) => name === requested.name && whileRunning === true);
  if (command === undefined)
    throw new StartupError(
      `运行中的产品不执行命令“${requested.name}”。`,
      `The running product does not run the command "${requested.name}".`,
    );
  const run = await command.load();
  const input: CommandInput = { ...requested, settings, say, withDatabase: (work) => work(database), inProduct: true };
  const outcome = await run(input).catch((error: unknown) => {
    throw plain(error);
  });
  return outcome === 'start' ? 0 : outcome;
}

/** Runs a command of the console, or has the running product run it. Throws StartupError for what the caller can mend. */
export async function runCommand(
  command: Command,
  requested: Requested,
  settings: Settings,
  say: Say,
): Promise<Outcome> {
  const answers = command.ask === undefined ? {} : await (await command.ask())(requested);
  // The running product may stand in another folder.
  const isFile = command.operand?.word === 'FILE' && requested.operand !== undefined;
  const complete = { ...requested, answers, operand: isFile ? resolve(requested.operand ?? '') : requested.operand };
  if (command.whileRunning === true && settings.databaseUrl === undefined) {
    const outcome = await askRunning(settings.dataDir, complete, say);
    if (outcome !== undefined) return outcome;
  }
  const run = await command.load();
  return run({
    ...complete,
    settings,
    say,
    withDatabase: (work) => withOpened(command.name, settings, work),
    inProduct: false,
  }).catch((error: unknown) => {
    throw plain(error);
  });
}
