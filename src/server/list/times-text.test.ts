import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderText } from '#domain/exceptions/render.ts';
import { reference } from '#domain/testing/builders.ts';
import { handOverText } from '#server/modules/tracking/hand-over/hand-over-text.ts';
import { changeLine } from '#server/modules/network/sailing/change-words.ts';
import { sailingKind } from '#server/modules/network/sailing/sailing-subscriptions.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { placeTimeStr, placeTimeText } from '#shared/time/place-time.ts';
import { isZone } from '#shared/time/zone.ts';
import { placedTimesText, timesText } from './times-text.ts';

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Atlantic/Reykjavik'];
const emptyShift = {
  now: 0,
  byName: null,
  open: { total: 0, high: 0, unassigned: 0, moneyUsd: 0, items: [] },
  changed: { opened: 0, resolved: 0, handled: 0, items: [] },
  due: [],
};
const noZones = ['', '+08:00', 'Mars/Base'];

test('wire, text of a rule, message and file write the same moment at the same place in the same way', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) }),
      fc.constantFrom(...zones, ...noZones),
      fc.constantFrom<Lang>('zh', 'en'),
      (at, zone, lang) => {
        const wire = placeTimeStr(at, zone);
        const text = placeTimeText(at, zone, lang);
        expect(text.startsWith(wire.slice(0, 16))).toBe(true);
        const known = { zh: '北京时间', en: 'Beijing time' }[lang];
        expect(text.endsWith(known)).toBe(!isZone(zone));
        const rule = { text: { zh: '{{etaAt}}', en: '{{etaAt}}' } };
        expect(renderText(rule, { etaAt: at, etaZone: zone }, lang, reference)).toBe(text);
        expect(placedTimesText([null, at, null], zone, lang)).toBe(`${text} EST`);
        expect(timesText([at, null, null], zone)).toBe(`${wire} ACT`);
        const change = { field: 'estimatedArrival', oldValue: null, newValue: String(at) };
        expect(changeLine(change, sailingKind, zone, lang)).toContain(text);
        expect(handOverText({ ...emptyShift, from: at }, lang, zone)).toContain(text);
      },
    ),
  );
});
