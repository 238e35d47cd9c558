import { httpModule } from '#server/module/index.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { entityServices } from '#server/product.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { silentLog } from '#testing/database-templates.ts';
import { seedTestDictionary } from '#testing/entities.ts';
import { startNotifications } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { startPushServer } from '#testing/push-server.ts';
import { type TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { insertInboxMessage, notification } from './index.ts';
import { notificationTasks } from './tasks.ts';

const database = await testDatabase();
await seedTestDictionary(database);
const push = await startPushServer();
const { clock, keys, queue, delivery } = startNotifications(database, { allowedUrls: [push.url] });
const reference = await openReferenceStore(database, silentLog);
afterAll(() => reference.stop());

const tenant = await buildTenant(database, { code: 'RING' });
const other = await buildTenant(database, { code: 'RINGOTHER' });
const [ann, ben] = ['ring-ann', 'ring-ben'];
await buildUser(database, { tenantId: tenant.id, userCode: ann });
await buildUser(database, { tenantId: other.id, userCode: ben });
await reference.refresh();
const { signedIn } = await testApp(database, {
  queue,
  clock,
  modules: [
    httpModule(notification, {
      reference: reference.current,
      queue,
      keys,
      delivery,
      services: entityServices({ reference, keys }),
    }),
  ],
});
const [anns, bens] = await Promise.all([signedIn(ann), signedIn(ben)]);
const ring = async (settings: Partial<typeof delivery> = {}): Promise<void> => {
  const { chores = [] } = notificationTasks({
    database,
    queue,
    clock,
    log: silentLog,
    keys,
    delivery: { ...delivery, ...settings },
  });
  await chores.find(({ name }) => name === 'devices to ring')?.run();
};

let number = 0;
async function notify(userCode: string, more: { tenantId?: number; link?: string } = {}): Promise<void> {
  number += 1;
  clock.advance(1_000);
  await insertInboxMessage(database, {
    tenantId: tenant.id,
    userCode,
    kind: 'event',
    key: `ring ${number}`,
    subject: `Message ${number}`,
    content: 'the secret words of the message',
    link: 'https://portolan.example/exception-manage/handle?id=7#x',
    at: clock.now(),
    ...more,
  });
}

async function allow(client: TestClient) {
  const { publicKey } = (await client.call('pushKey')).data;
  const browser = push.allow(publicKey);
  const { data } = await client.call('pushDeviceAdd', { body: { ...browser, deviceName: 'Phone' } });
  return { browser, deviceId: data.deviceId as string };
}

beforeEach(() => {
  push.shown.splice(0);
  push.problems.splice(0);
});

test('a device rings once for a message to its user, with title and page and nothing else', async () => {
  const client = anns;
  await notify(ann);
  const { browser, deviceId } = await allow(client);
  await notify(ann);
  await notify(ben);
  await ring();
  await ring();
  expect(push.problems).toEqual([]);
  // Not for what came before the device was there.
  expect(push.shown).toEqual([
    {
      endpoint: browser.endpoint,
      payload: { title: 'Message 2', link: '/exception-manage/handle?id=7', tag: expect.stringMatching(/^\d+$/) },
      contact: 'https://portolan.example',
    },
  ]);
  const [device] = (await client.call('pushDevices')).data;
  expect(device).toMatchObject({ deviceId, deviceName: 'Phone', lastRungTime: clock.now() });
  expect(JSON.stringify(device)).not.toContain(browser.endpoint);
  // Neither data nor audit show how to reach it.
  const rows = await database.query<{ text: string }>(
    `select (select string_agg(d::text, ' ') from push_device d) || (select string_agg(a::text, ' ') from audit_log a where entity = 'pushDevice')
       || (select value::text from app_state where key = 'push_keys') as text`,
  );
  expect(rows[0]?.text).toContain('Phone');
  for (const secret of [browser.endpoint, browser.auth, browser.p256dh]) expect(rows[0]?.text).not.toContain(secret);
});

test('what was read meanwhile does not ring', async () => {
  const client = anns;
  await notify(ann);
  await client.call('inboxRead', { body: {} });
  await ring();
  expect(push.shown).toEqual([]);
});

test('nothing rings for users of a tenant that is switched off', async () => {
  await allow(anns);
  await notify(ann);
  await database.execute('update tenant set active = false where id = $1', [tenant.id]);
  await ring();
  await database.execute('update tenant set active = true where id = $1', [tenant.id]);
  expect(push.shown).toEqual([]);
});

test('a device that its service calls gone is forgotten, with a line in the audit; one that is refused stays', async () => {
  const client = anns;
  const gone = await allow(client);
  const refused = await allow(client);
  push.answer(gone.browser, 410);
  push.answer(refused.browser, 429);
  await notify(ann);
  await ring();
  const left = (await client.call('pushDevices')).data.map(({ deviceId }: { deviceId: string }) => deviceId);
  expect(left).toContain(refused.deviceId);
  expect(left).not.toContain(gone.deviceId);
  const audit = await database.query(
    `select actor_code as user_code, action from audit_log where entity = 'pushDevice' and entity_id = $1 order by id`,
    [gone.deviceId],
  );
  expect(audit).toEqual([
    { user_code: ann, action: 'insert' },
    { user_code: 'system', action: 'delete' },
  ]);
});

test('a service that gives no answer is asked once at a time, so that other chores do not wait', async () => {
  const { browser } = await allow(anns);
  push.answer(browser, 0);
  for (let count = 0; count < 3; count += 1) await notify(ann);
  await ring({ timeoutMs: 1_000 });
  expect(push.unanswered).toEqual([browser.endpoint]);
  await notify(ann);
  await ring({ timeoutMs: 1_000 });
  expect(push.unanswered).toEqual([browser.endpoint, browser.endpoint]);
  push.answer(browser, 404);
});

test("only a browser's service by https, or one that the installation allows, is called, and never an internal address", async () => {
  const client = anns;
  const { publicKey } = (await client.call('pushKey')).data;
  const browser = push.allow(publicKey);
  const add = (more: object) => client.call('pushDeviceAdd', { body: { ...browser, deviceName: 'x', ...more } });
  for (const endpoint of [
    'http://fcm.googleapis.com/wp/1',
    'https://u:p@fcm.googleapis.com/wp/1',
    'https://fcm.googleapis.com:8443/wp/1',
    'https://fcm.googleapis.com.example/wp/1',
    'https://push.example/1',
    'https://127.0.0.1:1/push',
    'file:///etc/passwd',
    'x',
  ])
    expect((await add({ endpoint })).msg).toMatch(/^该推送服务不在允许的范围内/);
  expect((await add({ auth: '!'.repeat(22) })).status).toBe(0);
  // A name of a browser's service that leads into the own network.
  const inside = await add({ endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/1' });
  expect(inside.status).toBe(1);
  await notify(ann);
  await ring({ lookup: async () => [{ address: '10.0.0.7', family: 4 }] });
  // Guarded when it is called: nothing was sent, and the device stays for the user to remove.
  const devices = (await client.call('pushDevices')).data as { deviceId: string; lastRungTime: number | null }[];
  expect(devices.find(({ deviceId }) => deviceId === inside.data.deviceId)?.lastRungTime).toBeNull();
});

test("devices are their user's alone; a browser that somebody else signs in with is theirs then", async () => {
  const { browser, deviceId } = await allow(anns);
  expect((await bens.call('pushDeviceRemove', { body: { deviceId } })).status).not.toBe(1);
  expect((await bens.call('pushDevices')).data).toEqual([]);
  await bens.call('pushDeviceAdd', { body: { ...browser, deviceName: 'Shared' } });
  expect((await anns.call('pushDevices')).data.map((device: { deviceId: string }) => device.deviceId)).not.toContain(
    deviceId,
  );
  await notify(ann);
  await ring();
  expect(push.shown.map(({ endpoint }) => endpoint)).not.toContain(browser.endpoint);
  expect((await bens.call('pushDeviceRemove', { body: { deviceId } })).status).toBe(1);
  expect((await bens.call('pushDevices')).data).toEqual([]);
});

test('a person has twenty devices at most', async () => {
  const client = bens;
  for (let count = 0; count < 20; count += 1) await allow(client);
  const { publicKey } = (await client.call('pushKey')).data;
  const more = await client.call('pushDeviceAdd', { body: { ...push.allow(publicKey), deviceName: 'x' } });
  expect(more.msg).toContain('20');
});

test('a message to everybody of a tenant opens few connections at the same time', async () => {
  const devices = (await bens.call('pushDevices')).data;
  await notify('*', { tenantId: other.id });
  await ring();
  expect(push.shown).toHaveLength(devices.length);
  expect(push.maxOpen()).toBeLessThanOrEqual(16);
});
