import { DAY_MS } from '#shared/time/instant.ts';
import { courierMilestones } from '../../journey/courier.ts';
import { EXPIRY_MS } from '../../journey/parcel-state.ts';
import type { HappenedEvent } from '../../tracking/model.ts';
import { actualEvidence, contentOf, happened, zoneOfEvent } from '../facts.ts';
import type { ExceptionRule, Finding, ShipmentView } from '../types.ts';

const codes = Object.values(courierMilestones);

/** The newest scan of a parcel that is under way; undefined once it is delivered. */
function lastScanOf(view: ShipmentView): HappenedEvent | undefined {
  const scans = happened(contentOf(view).events, ...codes);
  if (scans.some(({ statusCode }) => statusCode === courierMilestones.delivered)) return undefined;
  return scans.toSorted((a, b) => a.actual - b.actual).at(-1);
}

/**
 * A parcel was not scanned for days. Silent once it is delivered, and after 30 days, when it is shown as expired: nobody
 * looks for it in the network of the courier any more.
 */
export const expressNoScan: ExceptionRule = {
  code: 'EXPRESS_NO_SCAN',
  modes: ['courier'],
  defaults: { thresholdDays: 5 },
  text: {
    zh: '{{sinceAt}} 在{{port}}扫描后，已 {{days}} 天没有新的扫描',
    en: 'Last scanned at {{port}} on {{sinceAt}}, no scan for {{days}} days',
  },
  judgesSilence: true,
  turns: (view, settings) => {
    const scan = lastScanOf(view);
    if (scan === undefined) return [];
    const since = scan.actual;
    return [since + (settings['thresholdDays'] ?? 0) * DAY_MS, since + EXPIRY_MS];
  },
  detect: (view, now, settings, reference) => {
    const scan = lastScanOf(view);
    if (scan === undefined) return [];
    const silent = now - scan.actual;
    if (silent < (settings['thresholdDays'] ?? 0) * DAY_MS || silent >= EXPIRY_MS) return [];
    const finding: Finding = {
      key: '',
      params: {
        port: scan.portCode ?? '',
        sinceAt: scan.actual,
        sinceZone: zoneOfEvent(scan, reference) ?? 'UTC',
        days: Math.floor(silent / DAY_MS),
      },
      evidence: [actualEvidence(view, scan, reference)],
      severity: 'medium',
    };
    return [finding];
  },
};
