import type { Text } from '#shared/i18n/text.ts';
import { startWarnings } from '../platform/config/index.ts';
import type { Settings } from '../platform/config/index.ts';
import { freeBytes } from '../platform/db/disk-space.ts';
import type { CommandInput, Outcome } from './command.ts';
import { addressesOf, checkArchive, checkClock, checkKeys, checkMigrations, checkServer } from './doctor-database.ts';
import { type Finding, findings, type Level, within } from './finding.ts';
import { placeOf, reach } from './reach.ts';

const checkMs = 8_000;
const reachMs = 5_000;
/** The database is requested no longer than this, whatever it does; all of it ends within half a minute. */
const databaseMs = 22_000;
/** So many hosts of one kind are tried. */
const maxHosts = 40;
const certificateDaysLeast = 14;
const plentyTimes = 5;

const levelWords: Record<Level, string> = { ok: '正常 ok', warning: '注意 warning', fault: '故障 fault' };

async function checkSettings(settings: Settings): Promise<Finding[]> {
  const { ok, warning } = findings('settings');
  const warned = startWarnings(settings);
  return warned.length > 0
    ? warned.map(({ zh, en }) => warning(zh, en))
    : [ok('所有设置有效', 'All settings are valid')];
}

async function checkDisk({ dataDir, disk }: Settings): Promise<Finding[]> {
  const { ok, warning, fault } = findings('disk');
  const free = await freeBytes(dataDir);
  const least = disk?.leastFreeBytes ?? 0;
  const mb = Math.floor(free / 1_000_000);
  const [zh, en] = [`数据目录所在磁盘剩余 ${mb} MB`, `The disk of the data directory has ${mb} MB free`];
  if (free < least)
    return [fault(`${zh}，不再接受写入：请清理磁盘`, `${en}, too little to take writes: free some space`)];
  if (free < least * plentyTimes) return [warning(`${zh}：请尽快清理磁盘`, `${en}: free some space soon`)];
  return [ok(zh, en)];
}

/** Connects to an address and says what came of it. */
async function checkAddress(check: string, what: Text, address: string): Promise<Finding> {
  const { ok, warning, fault } = findings(check);
  const name = placeOf(address)?.name ?? '?';
  const { problem, certificateDays } = await reach(address, reachMs);
  if (problem !== null)
    return fault(
      `${what.zh} ${name} 无法连接（${problem}）：请检查地址、防火墙和证书`,
      `${what.en} ${name} cannot be reached (${problem}): check the address, firewalls and the certificate`,
    );
  if (certificateDays !== null && certificateDays < certificateDaysLeast)
    return warning(
      `${what.zh} ${name} 的证书将在 ${certificateDays} 天后过期：请更换`,
      `The certificate of ${what.en} ${name} ends in ${certificateDays} days: renew it`,
    );
  return ok(`${what.zh} ${name} 可以连接`, `${what.en} ${name} can be reached`);
}

/** Each host once: addresses differ in their paths. */
function checkAll(check: string, what: Text, addresses: readonly string[]): Promise<Finding[]> {
  const byHost = new Map(addresses.map((address) => [placeOf(address)?.name ?? address, address]));
  return Promise.all([...byHost.values()].slice(0, maxHosts).map((address) => checkAddress(check, what, address)));
}

/** Whether the product answers at its public address. */
async function checkPublicUrl(publicUrl: string): Promise<Finding[]> {
  const { warning } = findings('public-url');
  const reached = await checkAddress('public-url', { zh: '公开地址', en: 'the public address' }, publicUrl);
  if (reached.level === 'fault') return [reached];
  const answer = await fetch(`${publicUrl}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(reachMs),
  }).catch(() => undefined);
  if (answer?.status === 200) return [reached];
  const message = answer === undefined ? '无应答 no answer' : `HTTP ${answer.status}`;
  return [
    warning(
      `公开地址可以连接，但其后没有运行中的航图（${message}）：请启动产品或检查反向代理`,
      `The public address can be reached, but no running Portolan answers there (${message}): start it, or check the proxy`,
    ),
  ];
}

/** What is requested from the database, one check after the other so that a small pool does; and of what stands in it. */
async function checkDatabase({ settings, withDatabase }: Pick<CommandInput, 'settings' | 'withDatabase'>) {
  const parts: Finding[] = [];
  const addresses: Awaited<ReturnType<typeof addressesOf>> = { webhooks: [], sources: [] };
  const done = await within('database', databaseMs - checkMs, settings, () =>
    withDatabase(async (database) => {
      const run = async (check: string, work: () => Promise<Finding[]>): Promise<void> =>
        void parts.push(...(await within(check, checkMs, settings, work)));
      await run('database', () => checkServer(database));
      await run('migrations', () => checkMigrations(database));
      await run('clock', () => checkClock(database));
      await run('keys', () => checkKeys(database, settings));
      await run('archive', () => checkArchive(database, settings));
      Object.assign(addresses, await addressesOf(database).catch(() => addresses));
      return [];
    }),
  );
  const reached = await Promise.all([
    checkAll('webhooks', { zh: '回调地址', en: 'the webhook' }, addresses.webhooks),
    checkAll('sources', { zh: '数据源', en: 'the source' }, addresses.sources),
  ]);
  return [...parts, ...done, ...reached.flat()];
}

/** Runs all checks; ends within 30 s whatever hangs. */
export async function examine(input: Pick<CommandInput, 'settings' | 'withDatabase'>): Promise<Finding[]> {
  const { settings } = input;
  const { publicUrl, notify, oidc } = settings;
  const found = await Promise.all([
    within('settings', checkMs, settings, () => checkSettings(settings)),
    within('disk', checkMs, settings, () => checkDisk(settings)),
    within('database', databaseMs, settings, () => checkDatabase(input)),
    publicUrl === null ? [] : within('public-url', reachMs + checkMs, settings, () => checkPublicUrl(publicUrl)),
    notify.smtpUrl === null ? [] : checkAll('mail', { zh: '邮件服务器', en: 'the mail server' }, [notify.smtpUrl]),
    notify.smsGatewayUrl === null
      ? []
      : checkAll('sms', { zh: '短信网关', en: 'the gateway of text messages' }, [notify.smsGatewayUrl]),
    oidc === null ? [] : checkAll('oidc', { zh: '身份提供方', en: 'the identity provider' }, [oidc.issuer]),
  ]);
  return found.flat();
}

/** Shows what was found, one line each; 1 when something is at fault. */
export async function runDoctor(input: CommandInput): Promise<Outcome> {
  const found = await examine(input);
  input.say(...found.map(({ level, zh, en }) => `${levelWords[level].padEnd(12)} ${zh} / ${en}`));
  return found.some(({ level }) => level === 'fault') ? 1 : 0;
}
