import { DAY_MS, HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { courierMilestones } from '../../tracking/journey/courier.ts';
import { EXPIRY_MS } from '../../tracking/journey/parcel-state.ts';
import type { HappenedEvent } from '../../tracking/model.ts';
import { actualEvidence, contentOf, happened, isAbroad, noZone, zoneAt, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';

const codes = Object.values(courierMilestones);

/** The newest scan of a parcel that is under way; undefined once it is delivered. */
function lastScanOf(view: ShipmentView): HappenedEvent | undefined {
  const scans = happened(contentOf(view).events, ...codes);
  if (scans.some(({ statusCode }) => statusCode === courierMilestones.delivered)) return undefined;
  return scans.toSorted((a, b) => a.actual - b.actual).at(-1);
}

/** From when on the silence after a scan is too long: by the lane, and sooner once the promised time has passed. */
function tooLongFrom(
  view: ShipmentView,
  scan: HappenedEvent,
  settings: RuleSettings,
  reference: ReferenceData,
): Instant {
  const content = contentOf(view);
  const abroadMs = (settings['thresholdDays'] ?? 0) * DAY_MS;
  const domesticMs = Math.min(abroadMs, (settings['domesticHours'] ?? 0) * HOUR_MS);
  const usual = scan.actual + (isAbroad(content, reference) ? abroadMs : domesticMs);
  const promised = content.booking.plannedArrival;
  if (promised == null) return usual;
  return Math.min(usual, Math.max(promised, scan.actual + (settings['overdueHours'] ?? 0) * HOUR_MS));
}

/**
 * A parcel was not scanned for long: for days between countries, for hours within one or past the promised time. Silent once
 * it is delivered, and after 30 days, when it is shown as expired: nobody looks for it in the network of the courier any more.
 */
export const expressNoScan: ExceptionRule = {
  code: 'EXPRESS_NO_SCAN',
  modes: ['courier'],
  defaults: { thresholdDays: 5, domesticHours: 48, overdueHours: 48 },
  text: {
    zh: '{{sinceAt}} 在{{port}}扫描后，已 {{hours}}没有新的扫描{{#promisedAt}}，承诺的送达时间 {{promisedAt}} 已过{{/promisedAt}}',
    en: 'Last scanned at {{port}} on {{sinceAt}}, no scan for {{hours}}{{#promisedAt}}; the promised delivery {{promisedAt}} has passed{{/promisedAt}}',
  },
  judgesSilence: true,
  changeTimes: (view, settings, reference) => {
    const scan = lastScanOf(view);
    return scan === undefined ? [] : [tooLongFrom(view, scan, settings, reference), scan.actual + EXPIRY_MS];
  },
  detect: (view, now, settings, reference) => {
    const scan = lastScanOf(view);
    if (scan === undefined || now < tooLongFrom(view, scan, settings, reference)) return [];
    const silent = now - scan.actual;
    if (silent >= EXPIRY_MS) return [];
    const content = contentOf(view);
    const promised = content.booking.plannedArrival;
    const isOverdue = promised != null && promised < now;
    const finding: Finding = {
      key: '',
      params: {
        port: scan.portCode ?? '',
        sinceAt: scan.actual,
        sinceZone: zoneOfEvent(scan, reference) ?? noZone,
        hours: Math.floor(silent / HOUR_MS),
        ...(isOverdue && {
          promisedAt: promised,
          promisedZone: zoneAt(content, content.booking.portOfDischarge, reference),
        }),
      },
      evidence: [actualEvidence(view, scan, reference)],
      severity: isOverdue ? 'high' : 'medium',
    };
    return [finding];
  },
};
