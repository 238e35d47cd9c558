// unscoped: Devices for push messages belong to a user, not to a tenant: every statement is limited to the id of the caller.
import { sql } from 'kysely';
import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Actor, Ctx } from '#server/platform/context.ts';
import { hashToken, seal, type SecretKeys } from '#server/platform/crypto/index.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { isBelow } from '#server/platform/outbound/outbound-guard.ts';
import type { DeliverySettings } from './channels/index.ts';

/** More browsers than these nobody uses. */
const maxDevices = 20;

const entity = 'pushDevice';

/** Devices are people's: a key of an interface has none. */
function userOf({ actor }: Ctx): Actor & { kind: 'user' } {
  if (actor.kind !== 'user') throw refused('notification.devicesOfUsers');
  return actor;
}

/** The devices of the caller that show messages, the newest first; nothing by which one could be reached. */
export async function listDevices(ctx: Ctx): Promise<CallData<'pushDevices'>> {
  const { userId } = userOf(ctx);
  const rows = await ctx.unscoped.system
    .selectFrom('push_device')
    .select(['id', 'device_name as deviceName', 'created_at as createTime', 'last_rung_at as lastRungTime'])
    .select('endpoint_hash as hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, hash, ...row }) => ({
    ...row,
    deviceId: String(id),
    // By it a browser knows itself among them.
    mark: Buffer.from(hash).toString('hex'),
  }));
}

/** The push services of the browsers, with their subdomains. A user names the address, so nothing else in the world is called. */
const pushServices = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/** Whether a push service may be called there: one of a browser by https, or below an address that this installation allows. */
export const mayRing = (endpoint: string, settings: Pick<DeliverySettings, 'allowedUrls'>): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  const isKnown = pushServices.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return (isKnown && url.protocol === 'https:' && url.port === '') || isBelow(url, settings.allowedUrls);
};

/** A key of so many bytes, as browsers write it. */
const isKey = (text: string, bytes: number): boolean => Buffer.from(text, 'base64url').length === bytes;

/** A browser of the caller shows messages from now on; one that another person used before is this person's now. */
export async function addDevice({
  ctx,
  input,
  keys,
  settings,
}: {
  ctx: Ctx;
  input: ParsedBody<'pushDeviceAdd'>;
  keys: SecretKeys;
  settings: DeliverySettings;
}): Promise<CallData<'pushDeviceAdd'>> {
  const { userId, userCode, tenantId } = userOf(ctx);
  if (!mayRing(input.endpoint, settings)) throw refused('notification.pushAddress');
  if (!isKey(input.p256dh, 65) || !isKey(input.auth, 16)) throw refused('notification.pushKeys');
  const { unscoped: database } = ctx;
  const hash = hashToken(input.endpoint);
  return database.transaction(async () => {
    // One at a time for a person: the limit holds.
    await sql`select 1 from app_user where id = ${userId} for update`.execute(database.system);
    const others = await database.system
      .selectFrom('push_device')
      .select('id')
      .where('user_id', '=', userId)
      .where('endpoint_hash', '<>', hash)
      .execute();
    if (others.length >= maxDevices) throw refused('notification.tooManyDevices', { max: maxDevices });
    const values = {
      user_id: userId,
      sealed: seal(JSON.stringify({ endpoint: input.endpoint, p256dh: input.p256dh, auth: input.auth }), keys),
      device_name: input.deviceName,
      language: ctx.lang,
      created_at: new Date(ctx.clock.now()),
    };
    const { id } = await database.system
      .insertInto('push_device')
      .values({ endpoint_hash: hash, ...values })
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(values))
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(ctx, {
      entity,
      entityId: String(id),
      action: 'insert',
      tenantId,
      after: { userCode, deviceName: input.deviceName },
    });
    return { deviceId: String(id) };
  });
}

/** A device of the caller shows nothing any more. */
export async function removeDevice({ ctx, input }: { ctx: Ctx; input: ParsedBody<'pushDeviceRemove'> }): Promise<null> {
  const { userId, userCode, tenantId } = userOf(ctx);
  await ctx.unscoped.transaction(async () => {
    const gone = await ctx.unscoped.system
      .deleteFrom('push_device')
      .where('id', '=', input.deviceId)
      .where('user_id', '=', userId)
      .returning(['id', 'device_name'])
      .executeTakeFirst();
    if (gone === undefined) throw notFound();
    await writeAudit(ctx, {
      entity,
      entityId: String(gone.id),
      action: 'delete',
      tenantId,
      before: { userCode, deviceName: gone.device_name },
    });
  });
  return null;
}
