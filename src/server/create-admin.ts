import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { createFirstAdministrator, type FirstAdministrator, wantsFirstRun } from './modules/auth/index.ts';
import type { Settings } from './platform/config/index.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { AppError } from './platform/errors/app-error.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { createLogger } from './platform/log/logger.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';

type Say = (...lines: readonly string[]) => void;

/** Answers to the questions, from the terminal or from lines that are piped in. */
async function ask(): Promise<FirstAdministrator> {
  const input = createInterface({ input: process.stdin, output: process.stdout, terminal: process.stdin.isTTY });
  const lines = input[Symbol.asyncIterator]();
  const question = async (text: string, preset: string): Promise<string> => {
    process.stdout.write(`${text}${preset === '' ? '' : ` [${preset}]`}: `);
    const { value, done } = await lines.next();
    return done === true || String(value).trim() === '' ? preset : String(value).trim();
  };
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const userCode = await question('管理员用户名 User name of the administrator', 'admin');
    const userName = await question('姓名 Name', userCode);
    const password = await question('密码 Password', '');
    const platformName = await question('平台名称 Name of the platform', 'Portolan');
    const given = await question('时区 Time zone', zone);
    const language = await question('语言 Language (zh/en)', 'zh');
    return {
      userCode,
      userName,
      password,
      platformName,
      zone: given,
      language: language === 'en' ? 'en' : 'zh',
      tenantCode: null,
      tenantName: null,
    };
  } finally {
    input.close();
  }
}

/** Makes the first administrator of a product without users on the console (`--create-admin`). */
export async function createAdmin(settings: Settings, say: Say): Promise<void> {
  const { databaseUrl, dataDir, poolSize, logLevel, passwordPolicy } = settings;
  const database = await openDatabase({ url: databaseUrl, dataDir, poolSize, log: createLogger({ level: logLevel }) });
  try {
    await migrate(database);
    if (!(await wantsFirstRun(database)))
      throw new StartupError(
        '已有用户，不能再用此命令建立管理员。',
        'There are users already: this command makes the first one only.',
      );
    const given = await ask();
    const actor = { kind: 'system', userCode: 'console' } as const;
    await createFirstAdministrator(
      { actor, origin: 'Manual', requestId: randomUUID(), database },
      given,
      passwordPolicy,
    );
    say(`已建立管理员 ${given.userCode}。`, `The administrator ${given.userCode} was made.`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(serverText(error.code, error.params, 'zh'), serverText(error.code, error.params, 'en'));
  } finally {
    await database.close();
  }
}
