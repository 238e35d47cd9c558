import { worldParts } from '#contract/world/world.ts';
import { previewRemoval, REMOVED_CHANNEL, removeWorldIfWanted, wantRemoval } from '../modules/world/world/index.ts';
import type { Database } from '../platform/db/database.ts';
import { StartupError } from '../platform/errors/startup-error.ts';
import { consoleCtx } from './acting.ts';
import type { CommandInput, Outcome, Words } from './command.ts';

const partWords: Record<(typeof worldParts)[number], Words> = {
  subscriptions: { zh: '订阅', en: 'subscriptions' },
  exceptions: { zh: '异常', en: 'exceptions' },
  orders: { zh: '订单', en: 'orders' },
  bookings: { zh: '订舱', en: 'bookings' },
  prices: { zh: '运价', en: 'prices' },
  vehicles: { zh: '车辆', en: 'vehicles' },
  sources: { zh: '数据源', en: 'sources' },
  robots: { zh: '机器人', en: 'robots' },
  messages: { zh: '报文', en: 'messages' },
  notifications: { zh: '通知', en: 'notifications' },
  users: { zh: '用户', en: 'users' },
  tenants: { zh: '租户', en: 'tenants' },
};

/** The administrator of the platform who stays: the first of them. */
async function administrator(database: Database): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `select id from app_user where user_type = 'admin' and all_tenants and removed_at is null order by id limit 1`,
  );
  if (row === undefined)
    throw new StartupError('没有平台管理员，请先建立。', 'There is no administrator of the platform; make one first.');
  return row.id;
}

/** Shows what removing the simulated world takes away, and removes it with `--yes`. */
export async function leaveWorld({ settings, options, say, withDatabase, inProduct }: CommandInput): Promise<Outcome> {
  if (!settings.simulated)
    throw new StartupError('此系统没有模拟世界。', 'There is no simulated world in this installation.');
  return withDatabase(async (database) => {
    const by = await administrator(database);
    const counts = await previewRemoval(database, by);
    for (const part of worldParts) {
      const { zh, en } = partWords[part];
      const { goes, stays } = counts[part];
      say(`${zh}：移除 ${goes}，保留 ${stays} / ${en}: ${goes} go, ${stays} stay`);
    }
    if (!options.includes('yes')) {
      say('以上仅为预览；加上 --yes 才会移除。', 'This is a preview only; add --yes to remove it.');
      return 0;
    }
    await database.transaction(async () => {
      await wantRemoval(consoleCtx(database), by);
      database.afterCommit(() => database.notify(REMOVED_CHANNEL));
    });
    if (inProduct || settings.databaseUrl !== undefined) {
      say(
        '正在移除：运行中的产品会重新启动；未运行时在下次启动时移除。',
        'It is being removed: the running product starts over; one that does not run removes it at its next start.',
      );
      return 0;
    }
    await removeWorldIfWanted(database, settings.aisFeeds !== undefined);
    say('模拟世界已移除。', 'The simulated world was removed.');
    return 0;
  });
}
