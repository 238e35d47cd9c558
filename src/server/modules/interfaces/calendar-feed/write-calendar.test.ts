import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { dayAt, isDay, localDay } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import type { CalendarEvent, Cancelled } from './event.ts';
import { compareEvents, type PublishedEvent } from './publish-events.ts';
import { writeCalendar } from './write-calendar.ts';

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', null];
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }).map((given) => given.trim() || 'x');
const lines = fc.array(text, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n'));
const instant = fc.integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 });
const event: fc.Arbitrary<CalendarEvent> = fc
  .record({
    at: instant,
    asDay: fc.boolean(),
    zone: fc.constantFrom(...zones),
    summary: text,
    description: lines,
    location: fc.option(text),
    key: fc.uuid(),
  })
  .map(({ at, asDay, zone, ...rest }) => {
    const minute = at * 60_000;
    const day = asDay ? dayAt(localDay(minute, zoneOfPlace(zone)), zoneOfPlace(zone)) : undefined;
    return { ...rest, at: day ?? minute, zone, url: 'https://portolan.example/trace-detail?obmBkId=7' };
  });

/** A text as RFC 5545 keeps it: carriage returns and control characters have no place in one. */
const kept = (given: string): string => given.replaceAll(/\r\n?/g, '\n');
// oxlint-disable-next-line no-control-regex -- these are the characters that are meant
const hasControls = (given: string): boolean => /[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]/.test(given);

function readBack(written: string): Map<string, ICAL.Event> {
  const calendar = new ICAL.Component(ICAL.parse(written));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return new Map(calendar.getAllSubcomponents('vevent').map((one) => [new ICAL.Event(one).uid, new ICAL.Event(one)]));
}

test('every event is read back by another program as it was written: texts, moment or day, number and state', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 8 }),
      fc.integer({ min: 0, max: 1e6 }),
      text,
      instant,
      (events, sequence, name, stamp) => {
        fc.pre(!hasControls(name) && events.every((one) => !hasControls(one.summary + (one.location ?? ''))));
        fc.pre(events.every((one) => !hasControls(one.description)));
        const published = { sequence, changedAt: stamp * 60_000 };
        const cancelled: Cancelled[] = [{ key: 'gone', at: stamp * 60_000, zone: null, ...published }];
        const written = writeCalendar(
          { name, about: name, events: events.map((one) => ({ ...one, published })), cancelled },
          'zh',
        );
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        const found = readBack(written);
        expect(found.size).toBe(events.length + 1);
        expect(found.get('gone@portolan')?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
        for (const one of events) {
          const read = found.get(`${one.key}@portolan`);
          expect([read?.summary, read?.description, read?.location ?? null]).toEqual([
            kept(one.summary),
            kept(one.description),
            one.location === null ? null : kept(one.location),
          ]);
          expect(read?.sequence).toBe(sequence);
          if (isDay(one.at)) expect(read?.startDate.toString()).toBe(localDay(one.at, zoneOfPlace(one.zone)));
          else expect(read?.startDate.toJSDate().getTime()).toBe(one.at);
        }
        // The same calendar is the same text: what did not change is not read again.
        const again = { name, about: name, events: events.map((one) => ({ ...one, published })), cancelled };
        expect(writeCalendar(again, 'zh')).toBe(written);
      },
    ),
    { numRuns: 60 },
  );
});

test('both moments of the hour that comes twice are distinct events', () => {
  const twice = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
  const events = twice.map((at, place) => ({ ...eventAt(at), key: `e${place}`, zone: 'Europe/Berlin' }));
  const published = { sequence: 0, changedAt: 0 };
  const written = writeCalendar(
    { name: 'x', about: '', events: events.map((one) => ({ ...one, published })), cancelled: [] },
    'en',
  );
  const found = readBack(written);
  expect(events.map(({ key }) => found.get(`${key}@portolan`)?.startDate.toJSDate().getTime())).toEqual(twice);
});

test('the name of a calendar cannot add a line of its own', () => {
  const written = writeCalendar({ name: 'A\r\nMETHOD:REQUEST\nX:1', about: '', events: [], cancelled: [] }, 'en');
  expect(written.match(/^METHOD:/gm)).toHaveLength(1);
  expect(written).not.toMatch(/^X:1/m);
});

const now = Date.UTC(2026, 4, 1);
const span = { from: now - 14 * DAY_MS, to: now + 60 * DAY_MS };
const eventAt = (at: Instant): CalendarEvent => ({
  key: 'a',
  at,
  zone: null,
  summary: 's',
  description: '',
  location: null,
  url: 'https://x.example',
});
const knownOf = (at: Instant): PublishedEvent => {
  const { written } = compareEvents([], [eventAt(at)], { now, span, isWhole: true });
  return written[0] as PublishedEvent;
};

test('what left the days of a calendar is forgotten, what was left out for room is neither cancelled nor forgotten', () => {
  const known = knownOf(now);
  const later = { from: now + DAY_MS, to: now + 75 * DAY_MS };
  const over = compareEvents([known], [], { now, span: later, isWhole: true });
  expect([over.forgotten, over.cancelled, over.written]).toEqual([['a'], [], []]);
  const full = compareEvents([known], [], { now, span, isWhole: false });
  expect([full.forgotten, full.cancelled, full.written]).toEqual([[], [], []]);
});

test('a cancelled event stays for two weeks under its number', () => {
  const { written } = compareEvents([knownOf(now + 30 * DAY_MS)], [], { now, span, isWhole: true });
  const [gone] = written;
  if (gone === undefined) throw new Error('nothing was cancelled');
  const next = compareEvents([gone], [], { now: now + 13 * DAY_MS, span, isWhole: true });
  expect(next).toMatchObject({ written: [], cancelled: [{ key: 'a', sequence: 1, changedAt: now }] });
  expect(compareEvents([gone], [], { now: now + 15 * DAY_MS, span, isWhole: true }).forgotten).toEqual(['a']);
});
