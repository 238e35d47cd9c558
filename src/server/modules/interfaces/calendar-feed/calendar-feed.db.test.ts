import ICAL from 'ical.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyBooking, emptyContent } from '#domain/tracking/empty-content.ts';
import type { BookingContent, ShipmentContent } from '#domain/tracking/model.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import { dayAt } from '#shared/time/day.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from '#testing/factories.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { testDelivery } from '#testing/notifications.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const start = Date.UTC(2026, 4, 1, 8);
const clock = manualClock(start);
const [mine, theirs] = [
  await buildTenant(database, { code: 'CALMINE', name: '我方', name_en: 'Ours' }),
  await buildTenant(database, { code: 'CALTHEIRS', name: '他方' }),
];
await database.execute(
  `insert into md_port (code, name, name_cn, zone, search_text) values ('CNSHA', 'Shanghai', '上海', 'Asia/Shanghai', ''),
     ('DEHAM', 'Hamburg', '汉堡', 'Europe/Berlin', '') on conflict do nothing`,
);
const menus = ['/trace-index', '/booking-record-management'];
const reader = await buildUser(database, { tenantId: mine.id, userCode: 'reader', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'other', menus });
await buildUser(database, { tenantId: mine.id, userCode: 'blind', menus: ['/inbox'] });
await buildUser(database, { tenantId: mine.id, userCode: 'both', menus, alsoTenants: [theirs.id] });
const delivery = { ...testDelivery, publicUrl: 'https://portolan.example' };
const modules = await testProductModules(database, { clock, delivery });
const { app, anonymous, signedIn } = await testApp(database, { modules, clock });
const person = await signedIn('reader');

const everything = {
  name: '到港日历, A;B',
  kinds: ['departures', 'arrivals', 'cutoffs'],
  shipments: 'all',
  daysAhead: 60,
  daysBehind: 14,
};
const make = async (more: object = {}, who = person, headers = {}): Promise<string> => {
  const { data, msg } = await who.call('calendarFeedInsert', { body: { ...everything, ...more }, headers });
  if (data?.address === undefined) throw new Error(msg);
  return new URL(data.address).pathname;
};
const read = (path: string, headers: Record<string, string> = {}) => anonymous.send('GET', path, undefined, headers);

/** The events of an answer as another program reads them, by the part of their UID before the domain. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const found = calendar.getAllSubcomponents('vevent').map((item) => new ICAL.Event(item));
  return { calendar, events: new Map(found.map((event) => [event.uid.replace('@portolan', ''), event])) };
}

const content = (booking: Partial<BookingContent>, more: Partial<ShipmentContent> = {}): ShipmentContent => ({
  ...emptyContent(),
  booking: { ...emptyBooking, portOfLoading: 'CNSHA', portOfDischarge: 'DEHAM', ...booking },
  ...more,
});

type Stored = Awaited<ReturnType<typeof buildSubscription>>;
async function store(to: Stored, of: ShipmentContent, at = start): Promise<void> {
  const claim = (value: number) => ({
    rule: 'only' as const,
    winner: { recordId: '1', sourceType: 'CARRIER' as const, sourceCode: 'dcsa:MERI', value, observedAt: at },
    others: [],
  });
  const provenance = { booking: { eta: claim(of.booking.eta ?? 0), etd: claim(of.booking.etd ?? 0) } };
  await storeFused(database, { tenantId: to.tenantId, subscriptionId: to.id, content: of, at, provenance });
}

const eta = Date.UTC(2026, 4, 20, 4);
const base = content(
  { billNo: 'MERI1', vesselName: 'MERIDIAN STAR', voyage: '412W', etd: Date.UTC(2026, 4, 3, 2), eta },
  {
    cutoffs: [
      { code: 'VCO', time: Date.UTC(2026, 4, 2, 4) },
      { code: 'EFC', time: Date.UTC(2026, 3, 30) },
    ],
    onward: {
      vesselName: null,
      voyage: null,
      loaded: null,
      etd: null,
      atd: null,
      eta: dayAt('2026-05-23', 'Europe/Berlin') ?? 0,
      ata: null,
    },
  },
);
base.booking.finalDestination = 'DEHAM';
const one = await buildSubscription(database, { tenantId: mine.id, billNo: 'MERI1' });
const foreign = await buildSubscription(database, { tenantId: theirs.id, billNo: 'SECRETBILL' });
await store(foreign, content({ billNo: 'SECRETBILL', eta }));
const keys = ['departure', 'arrival', 'destination', 'cutoff-VCO'].map((key) => `shipment-${one.id}-${key}`);

beforeEach(async () => {
  clock.set(start);
  await store(one, base);
});

describe('a calendar', () => {
  test('has the times of the shipments as another program reads them: in the zone of the port, a day as a day', async () => {
    const { http, text, headers } = await read(await make());
    expect([http, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const { calendar, events } = eventsOf(text);
    expect([...events.keys()].sort()).toEqual([...keys].sort());
    const property = (name: string): unknown => calendar.getFirstPropertyValue(name);
    // This program leaves the escapes in names that begin with X-.
    expect([property('method'), property('x-wr-calname'), property('version')]).toEqual([
      'PUBLISH',
      String.raw`到港日历\, A\;B`,
      '2.0',
    ]);
    expect(String(property('refresh-interval'))).toBe('PT1H');
    expect(text).not.toContain('VALARM');
    const arrival = events.get(keys[1] ?? '');
    expect(arrival?.summary).toBe('抵港 (预计) · 汉堡 · MERI1');
    expect(arrival?.startDate.zone.tzid).toBe('Europe/Berlin');
    expect(arrival?.startDate.toString()).toBe('2026-05-20T06:00:00');
    expect(arrival?.startDate.toJSDate().getTime()).toBe(eta);
    expect(arrival?.location).toBe('汉堡');
    expect(arrival?.description).toContain('来源：dcsa:MERI');
    expect(arrival?.description).toContain('船名 / 航次：MERIDIAN STAR / 412W');
    expect(arrival?.component.getFirstPropertyValue('url')).toMatch(
      /^https:\/\/portolan\.example\/trace-detail\?obmBkId=\d+$/,
    );
    const day = events.get(keys[2] ?? '');
    expect([day?.startDate.isDate, day?.startDate.toString(), day?.endDate.toString()]).toEqual([
      true,
      '2026-05-23',
      '2026-05-24',
    ]);
    expect(events.get(keys[3] ?? '')?.summary).toBe('截 VGM · 上海 · MERI1');
  });

  test('is in the language in which its person made it', async () => {
    const { text } = await read(await make({}, person, { 'x-lang': 'en' }));
    expect(eventsOf(text).events.get(keys[1] ?? '')?.summary).toBe('Arrival (estimated) · Hamburg · MERI1');
  });

  test('shows the kinds and shipments that were chosen, within its days', async () => {
    const shown = async (more: object): Promise<string[]> =>
      [...eventsOf((await read(await make(more))).text).events.keys()].sort();
    expect(await shown({ kinds: ['cutoffs'] })).toEqual([keys[3]]);
    expect(await shown({ kinds: ['departures'] })).toEqual([keys[0]]);
    expect(await shown({ shipments: 'troubled' })).toEqual([]);
    expect(await shown({ daysAhead: 1, daysBehind: 0 })).toEqual([keys[3]]);
    await database.execute('update subscription set open_exceptions = 1 where id = $1', [one.id]);
    expect(await shown({ shipments: 'troubled' })).toHaveLength(4);
    await database.execute('update subscription set open_exceptions = 0 where id = $1', [one.id]);
  });

  test('moves an event that moved under the same UID with a higher number, and leaves the others', async () => {
    const path = await make();
    const before = eventsOf((await read(path)).text).events;
    const moved = { ...base, booking: { ...base.booking, eta: eta + DAY_MS } };
    await store(one, moved, start + HOUR_MS);
    const after = eventsOf((await read(path)).text).events;
    const [first, second] = [before.get(keys[1] ?? ''), after.get(keys[1] ?? '')];
    expect([second?.uid, second?.sequence]).toEqual([first?.uid, (first?.sequence ?? 0) + 1]);
    expect(second?.startDate.toJSDate().getTime()).toBe(eta + DAY_MS);
    const stampOf = (event: typeof first): number =>
      (event?.component.getFirstPropertyValue('last-modified') as ICAL.Time).toJSDate().getTime();
    expect(stampOf(second)).toBeGreaterThanOrEqual(stampOf(first));
    expect(after.get(keys[0] ?? '')?.sequence).toBe(before.get(keys[0] ?? '')?.sequence);
  });

  test('cancels an event that fell away, without naming what it was, and takes it back when it returns', async () => {
    const path = await make();
    await read(path);
    const { cutoffs: _cutoffs, ...without } = base;
    await store(one, without, start + HOUR_MS);
    const gone = eventsOf((await read(path)).text).events.get(keys[3] ?? '');
    expect([gone?.component.getFirstPropertyValue('status'), gone?.sequence, gone?.summary]).toEqual([
      'CANCELLED',
      1,
      '已取消',
    ]);
    await store(one, base, start + 2 * HOUR_MS);
    const back = eventsOf((await read(path)).text).events.get(keys[3] ?? '');
    expect([back?.component.getFirstPropertyValue('status'), back?.sequence]).toEqual(['CONFIRMED', 2]);
  });

  test('says that an estimate has passed, and what really happened', async () => {
    const path = await make();
    clock.set(eta + 2 * DAY_MS);
    expect(eventsOf((await read(path)).text).events.get(keys[1] ?? '')?.summary).toBe('抵港 (逾期未到) · 汉堡 · MERI1');
    await store(one, { ...base, booking: { ...base.booking, ata: eta + DAY_MS } }, clock.now());
    expect(eventsOf((await read(path)).text).events.get(keys[1] ?? '')?.summary).toBe('抵港 · 汉堡 · MERI1');
  });

  test('has the cut-offs of bookings, once where the shipment knows them too', async () => {
    const cutOffs = [
      { code: 'VCO', at: Date.UTC(2026, 4, 2, 4) },
      { code: 'DCO', at: Date.UTC(2026, 4, 2, 2) },
    ];
    const {
      rows: [booking],
    } = await database.execute<{ id: number }>(
      `insert into booking_record (tenant_id, carrier_code, pol_code, pod_code, departs_at, equipment, containers, state, booking_no,
         cut_offs, subscription_id, created_by, created_at, changed_at)
       values ($1, 'MERI', 'CNSHA', 'DEHAM', $2, '[]', 1, 'confirmed', 'BK1', $3, $4, 'reader', $2, $2) returning id`,
      [mine.id, new Date(Date.UTC(2026, 4, 3)), JSON.stringify(cutOffs), one.id],
    );
    const { events } = eventsOf((await read(await make({ kinds: ['cutoffs'] }))).text);
    expect([...events.keys()].sort()).toEqual([`booking-${booking?.id}-cutoff-DCO`, keys[3]].sort());
    expect(events.get(`booking-${booking?.id}-cutoff-DCO`)?.description).toContain('来源：订舱确认');
    await database.execute('delete from booking_record');
  });

  test('answers that nothing changed by one statement, until something did', async () => {
    const path = await make();
    const { headers } = await read(path);
    const tag = String(headers['etag']);
    const again = await read(path, { 'if-none-match': tag });
    expect([again.http, again.text]).toEqual([304, '']);
    await store(one, { ...base, booking: { ...base.booking, eta: eta + HOUR_MS } }, start + HOUR_MS);
    expect((await read(path, { 'if-none-match': tag })).http).toBe(200);
    clock.set(start + 2 * HOUR_MS);
    expect((await read(path, { 'if-none-match': tag })).http).toBe(200);
  });
});

describe('who may read', () => {
  test('shipments of other tenants are in no calendar, whatever its person chose', async () => {
    for (const more of [{}, { tenantId: String(mine.id) }]) {
      const { text } = await read(await make(more));
      expect(text).toContain('MERI1');
      expect(text).not.toContain('SECRETBILL');
    }
    const refused = await person.call('calendarFeedInsert', { body: { ...everything, tenantId: String(theirs.id) } });
    expect(refused.status).toBe(0);
  });

  test('a person of several tenants gets all of them, by name, or one; a tenant that is lost is lost at once', async () => {
    const both = await signedIn('both');
    const [all, only] = [await make({}, both), await make({ tenantId: String(theirs.id) }, both)];
    const { text } = await read(all);
    expect(text).toContain('SECRETBILL');
    expect(text).toContain('租户：他方');
    expect((await read(only)).text).not.toContain('MERI1');
    await database.execute('delete from user_tenant where tenant_id = $1', [theirs.id]);
    expect((await read(only)).http).toBe(404);
    const left = (await read(all)).text;
    expect(left).not.toContain('SECRETBILL');
    expect(left).toContain('MERI1');
    expect(left).toContain('CANCELLED');
  });

  test('an ended calendar, a wrong token, a lost page, a closed tenant and a removed person are the same 404', async () => {
    const [path, ended] = [await make(), await make()];
    const { data } = await person.call('calendarFeeds');
    expect((await person.call('calendarFeedDelete', { body: { calendarFeedId: data[0].calendarFeedId } })).status).toBe(
      1,
    );
    const nothing = await read(ended);
    expect([nothing.http, nothing.text]).toEqual([404, 'Not found']);
    const wrong = ['x.ics', `${'A'.repeat(43)}.ics`, `${'A'.repeat(43)}`];
    for (const name of wrong)
      expect(await read(`/api/data-center/calendar/${name}`)).toMatchObject({ http: 404, text: nothing.text });
    const isGone = async (change: string, back: string): Promise<void> => {
      expect((await read(path)).http).toBe(200);
      await database.execute(change);
      expect(await read(path), change).toMatchObject({ http: 404, text: nothing.text });
      await database.execute(back);
    };
    await isGone(
      `update user_menu set menu_code = 'x' || menu_code where user_id = ${reader.id}`,
      `update user_menu set menu_code = substr(menu_code, 2) where user_id = ${reader.id}`,
    );
    await isGone(
      `update tenant set active = false where id = ${mine.id}`,
      `update tenant set active = true where id = ${mine.id}`,
    );
    await isGone(
      `update app_user set removed_at = now() where id = ${reader.id}`,
      `update app_user set removed_at = null where id = ${reader.id}`,
    );
  });

  test('calendars are their person’s alone, at most twenty, with their last use, and in the audit without their token', async () => {
    const other = await signedIn('other');
    const path = await make({ name: 'mine' }, other);
    expect((await other.call('calendarFeeds')).data).toMatchObject([{ name: 'mine', lastReadTime: null }]);
    await read(path);
    const [listed] = (await other.call('calendarFeeds')).data;
    expect(listed.lastReadTime).toEqual(expect.any(Number));
    const end = { body: { calendarFeedId: listed.calendarFeedId } };
    expect((await person.call('calendarFeedDelete', end)).status).toBe(0);
    expect((await read(path)).http).toBe(200);
    for (let count = 1; count < 20; count += 1) await make({}, other);
    const refused = await other.call('calendarFeedInsert', { body: everything });
    expect(refused).toMatchObject({ status: 0, msg: expect.stringContaining('20') });
    const kept = await database.query<{ text: string }>(
      `select row_to_json(a)::text as text from audit_log a where entity = 'calendarFeed' union all
       select row_to_json(f)::text from calendar_feed f`,
      [],
    );
    const token = path.split('/').at(-1)?.replace('.ics', '') ?? '';
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter(({ text }) => text.includes(token))).toEqual([]);
  });

  test('somebody whose pages show neither shipments nor bookings makes none; nor one without a kind, or for too long', async () => {
    const blind = await signedIn('blind');
    expect(await blind.call('calendarFeedInsert', { body: everything })).toMatchObject({ status: 0 });
    for (const more of [{ kinds: [] }, { daysAhead: 181 }, { daysBehind: -1 }, { name: ' ' }, { shipments: 'none' }])
      expect(await person.call('calendarFeedInsert', { body: { ...everything, ...more } })).toMatchObject({
        status: 0,
      });
  });

  test('reading too often is refused for a while, and other calendars are read', async () => {
    const limited = await testApp(database, { modules, clock, settings: { rateLimitPerMinute: 500 } });
    const [path, another] = [await make(), await make()];
    const codes: number[] = [];
    for (let count = 0; count < 21; count += 1)
      codes.push((await limited.app.inject({ url: path, headers: { 'if-none-match': 'x' } })).statusCode);
    expect([codes.slice(0, 20).every((code) => code === 200), codes[20]]).toEqual([true, 429]);
    expect((await limited.app.inject({ url: another })).statusCode).toBe(200);
    expect(app.routeTable.some(({ url }) => url.startsWith('/api/data-center/calendar'))).toBe(true);
  });
});
