import { isZone, zoneOffsetMs } from '#shared/time/zone.ts';
import { eventPath } from '../../intake/fusion/paths.ts';
import type { EventContent } from '../../tracking/model.ts';
import { canonicalPort, contentOf, evidenceOf, shownTime, zoneOfPort } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData } from '../types.ts';

/** Says that a time is in UTC, not which zone the place is in. */
const neutral = /^(?:UTC|GMT|Z|Etc\/.*|Universal|Zulu)$/i;

type Problem = 'missing' | 'unknown' | 'wrong';

function problemOf(event: EventContent, time: number, reference: ReferenceData): Problem | undefined {
  const zone = event.zone && !neutral.test(event.zone) ? event.zone : undefined;
  const ofPort = zoneOfPort(event.portCode, reference);
  if (zone && !isZone(zone)) return 'unknown';
  if (zone && ofPort) return zoneOffsetMs(time, zone) === zoneOffsetMs(time, ofPort) ? undefined : 'wrong';
  if (zone || ofPort) return undefined;
  const isKnownPort = event.portCode ? reference.resolvePort(event.portCode) !== undefined : false;
  const isOnlyText = !event.portCode && Boolean(event.place?.trim());
  return isKnownPort || isOnlyText ? 'missing' : undefined;
}

/** Whether an event may have a problem, whenever it is and whatever the place is called. */
function mayHaveProblem({ zone, portCode }: EventContent, reference: ReferenceData): boolean {
  const reported = zone && !neutral.test(zone) ? zone : undefined;
  const ofPort = zoneOfPort(portCode, reference);
  return reported === undefined ? ofPort === undefined : reported !== ofPort;
}

/**
 * A place has no zone, a zone nobody knows, or one whose clock differs from the port's: its times cannot be shown in
 * local time, or are shown wrong. Each place is one problem.
 * Silent on events without a time, on UTC marks, on other names of the same clock, on ports that are not recognised
 * (PORT_UNMATCHED) and on events that name no place at all.
 */
export const tzInvalid: ExceptionRule = {
  code: 'TZ_INVALID',
  defaults: {},
  text: {
    zh: '{{place}} {{#missing}}没有时区{{/missing}}{{#unknown}}的时区 {{zone}} 无效{{/unknown}}{{#wrong}}的时区 {{zone}} 与港口时区 {{portZone}} 不符{{/wrong}}，时间无法正确换算',
    en: '{{place}} {{#missing}}has no time zone{{/missing}}{{#unknown}}has the unknown time zone {{zone}}{{/unknown}}{{#wrong}}has time zone {{zone}}, but the port is in {{portZone}}{{/wrong}}; its times cannot be converted reliably',
  },
  isInternalProblem: true,
  monotonic: 'increasing',
  readsDetails: true,
  suspects: (view, reference) => contentOf(view).events.some((event) => mayHaveProblem(event, reference)),
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const findings = new Map<string, Finding>();
    for (const event of contentOf(view).events) {
      const time = shownTime(event);
      const problem = time === null ? undefined : problemOf(event, time, reference);
      if (!problem) continue;
      const place = event.portCode ? canonicalPort(event.portCode, reference) : (event.place?.trim() ?? '');
      if (findings.has(place)) continue;
      findings.set(place, {
        key: place,
        params: {
          place,
          [problem]: 1,
          zone: event.zone ?? '',
          portZone: zoneOfPort(event.portCode, reference) ?? '',
        },
        evidence: [evidenceOf(view, eventPath(event, 'zone'), event.zone)],
        severity: 'low',
      });
    }
    return [...findings.values()];
  },
};
