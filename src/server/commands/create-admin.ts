import {
  createFirstAdministrator,
  type FirstAdministrator,
  wantsFirstRun,
} from '../modules/administration/auth/index.ts';
import { migrate } from '../platform/db/migrate.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { consoleCtx } from './acting.ts';
import type { CommandInput, Outcome } from './command.ts';
import { askOnConsole } from './console.ts';

/** Answers to the questions, from the terminal or from lines that are piped in. */
const askAdministrator = (): Promise<FirstAdministrator> =>
  askOnConsole(async (question) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const userCode = await question('管理员用户名 User name of the administrator', 'admin');
    const userName = await question('姓名 Name', userCode);
    const password = await question('密码 Password', '', true);
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
  });

/** Makes the first administrator of a product without users on the console. */
export async function createAdmin({ settings, say, withDatabase }: CommandInput): Promise<Outcome> {
  await withDatabase(async (database) => {
    await migrate(database);
    if (!(await wantsFirstRun(database)))
      throw new StartupError(
        '已有用户，不能再用此命令建立管理员。',
        'There are users already: this command makes the first one only.',
      );
    const given = await askAdministrator();
    await createFirstAdministrator(consoleCtx(database), given, settings.passwordPolicy);
    say(`已建立管理员 ${given.userCode}。`, `The administrator ${given.userCode} was made.`);
  });
  return 0;
}
