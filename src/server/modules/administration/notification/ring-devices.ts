// unscoped: The row was found by `ctx.db` before; what follows addresses it by id, and live events name their tenant.
import webPush from 'web-push';
import { z } from 'zod';
import { writeAudit } from '#server/platform/audit/index.ts';
import { open } from '#server/platform/crypto/index.ts';
import { RefusedAddress } from '#server/platform/outbound/outbound-guard.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { parseLang } from '#shared/i18n/text.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { codesOf, recipientSql } from './channels/in-app.ts';
import type { DeliverDeps } from './deliver.ts';
import { mayRing } from './devices.ts';
import { NoAnswer, postOutbound } from './outbound-post.ts';
import { linkOf } from './present.ts';
import { signingPushKeys } from './push-keys.ts';

/** Messages taken at once. */
const maxMessages = 100;
/** Older ones nobody wants to be rung for: the inbox has them. */
const longestMs = DAY_MS;
/** Devices rung for one message, and for all of a tenant that are taken at once: `*` is everybody of a tenant. */
const maxDevices = 1_000;
/** Requests to push services at the same time. */
const maxAtOnce = 16;
/** How long a push service keeps a message for a device that is away, in seconds. */
const keptForS = 24 * 3600;
const maxTitle = 200;
/** Ringing ends after so many times the longest wait for one answer, however many devices and messages there are. */
const maxTimeouts = 2;

type Message = {
  id: number;
  tenant_id: number;
  address: string;
  subject: string | null;
  facts: unknown;
  sent_at: Date;
};
type Device = {
  id: number;
  user_id: number;
  user_code: string;
  user_tenant: number;
  sealed: string;
  device_name: string;
  language: string;
};

const opened = z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() });

/** Takes messages of the inbox for which no device rang; another process takes others. */
const takeSql = `
  update notification set rung_at = $1
  where id in (
    select id from notification
    where feedback_type = 'IN_APP' and state = 'sent' and rung_at is null and sent_at >= $2
    order by sent_at limit ${maxMessages} for update skip locked)
  returning id, tenant_id, address, subject, facts, sent_at`;

/** Devices of those who may sign in and read a message, have not done so, and had the device before it came. */
const devicesSql = `
  select d.id, d.user_id, u.user_code, u.tenant_id as user_tenant, d.sealed, d.device_name, d.language
  from push_device d join app_user u on u.id = d.user_id join tenant t on t.id = u.tenant_id and t.active
  where ${recipientSql} and d.created_at < $3
    and not exists (select from notification_reader r where r.notification_id = $4 and r.user_id = u.id)
  order by d.id limit ${maxDevices + 1}`;

/** A page of the product, without the address by which the product was reached. */
function pathOf(link: string | null): string {
  if (link === null || !URL.canParse(link, 'http://localhost')) return '/index';
  const { pathname, search } = new URL(link, 'http://localhost');
  return `${pathname}${search}`;
}

/** What goes to a device: a title and the page it opens, nothing else of the message. */
const payloadOf = (message: Message, device: Device): string =>
  JSON.stringify({
    title: (message.subject ?? serverText('notification.pushTitle', {}, parseLang(device.language))).slice(0, maxTitle),
    link: pathOf(linkOf(message.facts)),
    tag: String(message.id),
  });

/** Whom a push service may write to about this product. */
function contactOf({ publicUrl, smtpFrom }: DeliverDeps['settings']): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  const address = smtpFrom
    .slice(smtpFrom.indexOf('<') + 1)
    .replace('>', '')
    .trim();
  return `mailto:${address}`;
}

/** The push service reports that this device is gone: nothing is sent there any more. */
async function forget({ database }: DeliverDeps, device: Device): Promise<void> {
  await database.transaction(async () => {
    const { rows } = await database.execute(`delete from push_device where id = $1 returning id`, [device.id]);
    if (rows.length === 0) return;
    await writeAudit(
      {
        actor: { kind: 'system', userCode: 'system' },
        origin: 'Remote',
        requestId: `push-device-${device.id}`,
        unscoped: database,
      },
      {
        entity: 'pushDevice',
        entityId: String(device.id),
        action: 'delete',
        tenantId: device.user_tenant,
        before: { userCode: device.user_code, deviceName: device.device_name },
      },
    );
  });
}

/** Rings once; false where the device is not to be rung any more. */
async function ring(deps: DeliverDeps, device: Device, message: Message, signal: AbortSignal): Promise<boolean> {
  const { database, settings, keys, log } = deps;
  const { endpoint, p256dh, auth } = opened.parse(JSON.parse(open(device.sealed, keys)));
  // What may be called was looked at when it was entered; the settings may have changed.
  if (!mayRing(endpoint, settings)) return false;
  const own = await signingPushKeys(database, keys);
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payloadOf(message, device),
    { vapidDetails: { subject: contactOf(settings), ...own }, TTL: keptForS, contentEncoding: 'aes128gcm' },
  );
  const answer = await postOutbound({
    url: endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body,
    timeoutMs: settings.timeoutMs,
    signal,
    allowed: settings.allowedUrls,
    ...(settings.lookup === undefined ? {} : { lookup: settings.lookup }),
  });
  if (answer.status === 404 || answer.status === 410) {
    await forget(deps, device);
    return false;
  }
  if (answer.status >= 300)
    log.warn({ deviceId: device.id, status: answer.status }, 'a push service refused a message');
  else
    await database.execute(`update push_device set last_rung_at = $2 where id = $1`, [
      device.id,
      new Date(deps.clock.now()),
    ]);
  return true;
}

/** Rings a device for its messages, one after the other. One without an answer gets none of the others: other chores wait meanwhile. */
async function ringFor(deps: DeliverDeps, device: Device, messages: readonly Message[], signal: AbortSignal) {
  try {
    for (const message of messages) if (signal.aborted || !(await ring(deps, device, message, signal))) return;
  } catch (error) {
    // The address may open the device: it is not written down.
    const reason = error instanceof NoAnswer || error instanceof RefusedAddress ? error.reason : 'failed';
    deps.log.warn({ deviceId: device.id, reason }, 'a device could not be rung');
  }
}

/**
 * Lets the devices of people ring for what came into their inboxes. Each message is taken once and tried once: the inbox
 * keeps it in any case. Gives false when more is waiting.
 */
export async function ringDevices(deps: DeliverDeps): Promise<boolean> {
  const { database, clock, settings } = deps;
  const [some] = await database.query<{ some: boolean }>(`select exists (select from push_device) as some`);
  if (some?.some !== true) return true;
  const now = clock.now();
  const { rows } = await database.execute<Message>(takeSql, [new Date(now), new Date(now - longestMs)]);
  const due = new Map<number, { device: Device; messages: Message[] }>();
  const left = new Set<number>();
  const ofTenant = new Map<number, number>();
  // What is for everybody comes last: it may take all the time there is.
  for (const message of rows.toSorted((a, b) => Number(a.address.includes('*')) - Number(b.address.includes('*')))) {
    const values = [message.tenant_id, codesOf(message.address), new Date(message.sent_at), message.id];
    for (const device of await database.query<Device>(devicesSql, values)) {
      const known = due.get(device.id);
      const others = ofTenant.get(message.tenant_id) ?? 0;
      if (known !== undefined) known.messages.push(message);
      else if (others >= maxDevices) left.add(device.id);
      else {
        due.set(device.id, { device, messages: [message] });
        ofTenant.set(message.tenant_id, others + 1);
      }
    }
  }
  if (left.size > 0) deps.log.warn({ devices: left.size }, 'more devices than may be rung at once');
  const signal = AbortSignal.timeout(maxTimeouts * settings.timeoutMs);
  const waiting = due.values();
  let late = 0;
  const ringNext = async (): Promise<void> => {
    for (const { device, messages } of waiting)
      if (signal.aborted) late += 1;
      else await ringFor(deps, device, messages, signal);
  };
  await Promise.all(Array.from({ length: maxAtOnce }, ringNext));
  if (late > 0) deps.log.warn({ devices: late }, 'devices were not rung: there was no time left');
  return rows.length < maxMessages;
}
