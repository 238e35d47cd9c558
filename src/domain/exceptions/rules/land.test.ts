import { describe, expect, test } from 'vitest';
import type { OtherMode } from '../../tracking/journey/mode.ts';
import { at, buildEvent, buildLeg, buildRecord, buildView, detectIn, reference } from '../../testing/builders.ts';
import type { ExceptionRule, ShipmentView } from '../types.ts';
import { contentOf } from '../facts.ts';
import { renderText } from '../render.ts';
import { arriveDelay } from './arrive-delay.ts';
import { ataBeforeAtd } from './ata-before-atd.ts';
import { departDelay } from './depart-delay.ts';
import { expressFailedDelivery } from './express-failed-delivery.ts';
import { expressLate } from './express-late.ts';
import { expressNoScan } from './express-no-scan.ts';
import { railBorderLate } from './rail-border-late.ts';
import { roadColdChain } from './road-cold-chain.ts';
import { roadDeviceAlarm } from './road-device-alarm.ts';
import { roadDeviceDoubt } from './road-device-doubt.ts';
import { roadOffRoute } from './road-off-route.ts';
import { roadStopDwell } from './road-stop-dwell.ts';
import { trackTimeout } from './track-timeout.ts';

const viewOf = (mode: OtherMode, events: readonly (readonly [code: string, place: string | null, at: number])[]) =>
  buildView(
    [
      buildRecord('operator', {
        mode,
        booking: { billNo: 'N1' },
        events: events.map(([code, place, actual]) => buildEvent(null, code, place, { actual })),
      }),
    ],
    { subscription: { mode, billNo: 'N1' } },
  );
const found = (rule: ExceptionRule, view: ShipmentView, now: number) =>
  detectIn(rule, view, {}, now).map(({ key, params }) => [key, params['hours'] ?? params['days']]);

describe('RAIL_BORDER_LATE', () => {
  const events = [['RBA', 'CNALK', at(0)]] as const;

  test('from the threshold until a train took the goods on', () => {
    expect(found(railBorderLate, viewOf('rail', events), at(3) - 1)).toEqual([]);
    expect(found(railBorderLate, viewOf('rail', events), at(3))).toEqual([['CNALK', 72]]);
    for (const [code, place] of [
      ['RBD', 'CNALK'],
      ['RAR', 'KZDOS'],
    ] as const)
      expect(found(railBorderLate, viewOf('rail', [...events, [code, place, at(2)]]), at(5))).toEqual([]);
  });

  test('the second border counts from its own arrival', () => {
    const on = [...events, ['RBD', 'CNALK', at(1)], ['RBA', 'BYBRE', at(6)]] as const;
    expect(found(railBorderLate, viewOf('rail', on), at(8, 23))).toEqual([]);
    expect(found(railBorderLate, viewOf('rail', on), at(9))).toEqual([['BYBRE', 72]]);
  });
});

describe('ROAD_STOP_DWELL and ROAD_OFF_ROUTE', () => {
  test('a truck within a fence for too long, until it left', () => {
    const events = [['VAR', 'YSGT', at(0)]] as const;
    expect(found(roadStopDwell, viewOf('road', events), at(0, 6) - 1)).toEqual([]);
    expect(found(roadStopDwell, viewOf('road', events), at(0, 6))).toEqual([['YSGT', 6]]);
    expect(found(roadStopDwell, viewOf('road', [...events, ['VDP', 'YSGT', at(0, 5)]]), at(1))).toEqual([]);
  });

  test('a truck beside its route, until it is back', () => {
    const events = [['VOF', null, at(0)]] as const;
    expect(found(roadOffRoute, viewOf('road', events), at(0) - 1)).toEqual([]);
    expect(found(roadOffRoute, viewOf('road', events), at(0, 2))).toEqual([['', 2]]);
    expect(found(roadOffRoute, viewOf('road', [...events, ['VON', null, at(0, 1)]]), at(0, 2))).toEqual([]);
  });
});

describe('ROAD_DEVICE_DOUBT', () => {
  const doubt = [['VDD', null, at(0)]] as const;
  test('a device in doubt until somebody has looked or the goods are signed for', () => {
    expect(found(roadDeviceDoubt, viewOf('road', [...doubt]), at(0) - 1)).toEqual([]);
    expect(found(roadDeviceDoubt, viewOf('road', [...doubt]), at(0, 3))).toEqual([['', 3]]);
    for (const end of ['VDC', 'VSG'])
      expect(found(roadDeviceDoubt, viewOf('road', [...doubt, [end, null, at(0, 2)]]), at(0, 3))).toEqual([]);
  });
});

describe('ROAD_DEVICE_ALARM', () => {
  const alarms = [
    ['VQP', null, at(0)],
    ['VQE', null, at(0, 2)],
    ['VQP', null, at(0, 5)],
    ['VQS', null, at(0, 6)],
  ] as const;
  const alarmsAt = (now: number, reportDriving = 1, events: Parameters<typeof viewOf>[1] = alarms) =>
    detectIn(roadDeviceAlarm, viewOf('road', events), { keepHours: 24, reportDriving }, now)
      .map(({ key, params, severity }) => [key, params['raisedAt'], severity])
      .toSorted();

  test('the last one of each kind, until a day after it or until the goods are signed for', () => {
    const all = [
      ['VQE', at(0, 2), 'high'],
      ['VQP', at(0, 5), 'medium'],
      ['VQS', at(0, 6), 'low'],
    ];
    expect(alarmsAt(at(0, 7))).toEqual(all);
    expect(alarmsAt(at(1, 2))).toEqual(all.slice(1));
    expect(alarmsAt(at(1, 6))).toEqual([]);
    expect(alarmsAt(at(0, 7), 1, [...alarms, ['VSG', null, at(0, 6)]])).toEqual([]);
  });

  test('alarms about how the driver drives can be left out', () => {
    expect(alarmsAt(at(0, 7), 0).map(([key]) => key)).toEqual(['VQE', 'VQP']);
  });
});

describe('ROAD_COLD_CHAIN', () => {
  const warm = ['VTX', null, at(0)] as const;

  test('a cargo room out of its range for too long, also after it is right again', () => {
    expect(found(roadColdChain, viewOf('road', [warm]), at(0, 1) - 1)).toEqual([]);
    expect(found(roadColdChain, viewOf('road', [warm]), at(0, 3))).toEqual([['1', 3]]);
    expect(found(roadColdChain, viewOf('road', [warm, ['VTN', null, at(0, 2)]]), at(3))).toEqual([['1', 2]]);
  });

  test('a short one is none', () => {
    const short = [warm, ['VTN', null, at(0) + 1000]] as const;
    expect(found(roadColdChain, viewOf('road', short), at(3))).toEqual([]);
  });
});

describe('EXPRESS_FAILED_DELIVERY, EXPRESS_NO_SCAN and EXPRESS_LATE', () => {
  test('a failed attempt, until the next one', () => {
    const events = [['XNH', 'PVG', at(0)]] as const;
    expect(found(expressFailedDelivery, viewOf('courier', events), at(0, 1))).toEqual([['PVG', 1]]);
    expect(found(expressFailedDelivery, viewOf('courier', [...events, ['XOD', 'PVG', at(1)]]), at(1, 1))).toEqual([]);
  });

  /** Two places in China, the others abroad. */
  const known = { ...reference, countryOf: (code: string) => (['SZX', 'CAN', 'PVG'].includes(code) ? 'CN' : 'US') };
  const parcel = (
    destination: string,
    promised: number | null,
    ...more: readonly (readonly [string, string, number])[]
  ) => {
    const view = viewOf('courier', [['XPU', 'SZX', at(-1)], ['XAR', 'CAN', at(0)], ...more]);
    const content = contentOf(view);
    const booking = {
      ...content.booking,
      portOfLoading: 'SZX',
      portOfDischarge: destination,
      plannedArrival: promised,
    };
    return buildView([buildRecord('courier', { ...content, booking })], { subscription: view.subscription });
  };
  const silent = (view: ShipmentView, now: number): unknown[] =>
    expressNoScan
      .detect(view, now, expressNoScan.defaults, known)
      .map(({ params, severity }) => [params['hours'], severity]);

  test('no scan for so long as is usual on the lane, until the expiry, and not after the delivery', () => {
    expect(silent(parcel('SDF', null), at(5) - 1)).toEqual([]);
    expect(silent(parcel('SDF', null), at(5))).toEqual([[120, 'medium']]);
    expect(silent(parcel('PVG', null), at(2) - 1)).toEqual([]);
    expect(silent(parcel('PVG', null), at(2, 15))).toEqual([[63, 'medium']]);
    expect(silent(parcel('PVG', at(1, 21)), at(2, 15))).toEqual([[63, 'high']]);
    expect(silent(parcel('SDF', at(1)), at(2))).toEqual([[48, 'high']]);
    expect(silent(parcel('SDF', null), at(30))).toEqual([]);
    expect(silent(parcel('SDF', null, ['XDL', 'SDF', at(1)]), at(9))).toEqual([]);
  });

  test('a courier that names towns names their country at the end', () => {
    const unknown = { ...reference, countryOf: () => undefined };
    const daysOf = (destination: string): number => {
      const { subscription, records } = parcel(destination, null);
      const [record] = records;
      if (record === undefined) throw new Error('no record');
      const booking = { ...record.content.booking, portOfLoading: 'BOISE ID US' };
      const view = buildView([buildRecord('courier', { ...record.content, booking })], { subscription });
      return (
        [1, 2, 3, 4, 5].find(
          (day) => expressNoScan.detect(view, at(day), expressNoScan.defaults, unknown).length > 0,
        ) ?? 0
      );
    };
    expect([daysOf('RENO NV US'), daysOf('LEIPZIG DE')]).toEqual([2, 5]);
  });

  test('past the promised delivery: a parcel in the last facility, or that nobody took, is not delivered', () => {
    const late = (view: ShipmentView, now: number): unknown[] =>
      expressLate.detect(view, now, expressLate.defaults, known).map(({ params, over }) => [params['hours'], over]);
    const failed = parcel('CAN', at(0, 20), ['XOD', 'CAN', at(0, 2)], ['XNH', 'CAN', at(0, 6)]);
    expect(late(failed, at(1, 1))).toEqual([]);
    expect(late(failed, at(1, 14))).toEqual([[18, undefined]]);
    expect(late(parcel('CAN', at(0, 20), ['XDL', 'CAN', at(2)]), at(3))).toEqual([[28, 'happened']]);
    expect(late(parcel('CAN', at(0, 20), ['XDL', 'CAN', at(0, 19)]), at(3))).toEqual([]);
    expect(late(parcel('SDF', at(1)), at(1, 12) - 1)).toEqual([]);
    expect(late(parcel('SDF', null), at(20))).toEqual([]);
  });
});

describe('rules that judge all modes', () => {
  const times = { plannedDeparture: at(0), atd: at(4), plannedArrival: at(1), eta: at(1) };
  const view = (mode: OtherMode | undefined, booking: object) =>
    buildView(
      [
        buildRecord('operator', {
          ...(mode !== undefined && { mode }),
          booking: { billNo: 'N1', portOfLoading: 'DUDC', portOfDischarge: 'BREM', ...booking },
          legs: [buildLeg(1, 'DUDC', 'BREM')],
          events: [
            { ...buildEvent(null, 'VDP', 'DUDC', { planned: at(0) }), zone: 'Europe/Berlin' },
            { ...buildEvent(null, 'VAR', 'BREM', { planned: at(1) }), zone: 'Europe/Berlin' },
          ],
        }),
      ],
      { subscription: { ...(mode !== undefined && { mode }), billNo: 'N1' } },
    );
  const textOf = (rule: ExceptionRule, of: ShipmentView, now: number): string =>
    detectIn(rule, of, {}, now)
      .map(({ params }) => renderText(rule, params, 'zh', reference))
      .join();

  test('name a port only by sea, and tell times at the sites of a tenant in their own zone', () => {
    expect(textOf(departDelay, view('road', times), at(5))).toMatch(/^出发晚 4 天：原定出发 .* CET \+1，实际出发 /);
    expect(textOf(arriveDelay, view('road', times), at(8))).toMatch(
      /^到达晚 7 天：原定到达 .* CET \+1，至今没有到达消息$/,
    );
    expect(textOf(trackTimeout, view('road', { eta: at(1) }), at(40))).toMatch(/^预计到达 .*仍无实际到达时间$/);
    const turned = { atd: at(4), ata: at(2) };
    expect(textOf(ataBeforeAtd, view('road', turned), at(5))).toMatch(/^第 1 程实际到达 .* CET \+1 早于实际出发 /);
    expect(textOf(departDelay, view(undefined, times), at(5))).toMatch(/^离港晚 4 天：原定离港 .* 北京时间，实际离港 /);
    expect(textOf(arriveDelay, view(undefined, times), at(8))).toMatch(/^到港晚 7 天：原定到港 .*至今没有到港消息$/);
  });
});
