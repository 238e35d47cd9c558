import { HOUR_MS } from '#shared/time/instant.ts';
import { lateArrivalDefaults, statesLate } from '#domain/network/position/late-arrival.ts';
import { etaBar, isProven } from '#domain/network/position/score.ts';
import { shownBooking } from '../../tracking/estimates.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf, evidenceOf, rounded, shownZoneOf } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';

/** The position is of a leg that ends at the port of discharge; else nothing can be stated about the arrival there. */
function isLastLeg(view: ShipmentView): boolean {
  const { legs, booking } = contentOf(view);
  const last = legs.at(-1);
  return (
    last !== undefined &&
    last.sequence === view.voyage?.sequence &&
    (booking.portOfDischarge === null || last.portOfDischarge === booking.portOfDischarge)
  );
}

function lateArrival(view: ShipmentView, now: number, settings: RuleSettings, reference: ReferenceData): Finding[] {
  const content = contentOf(view);
  const { prediction, fix } = view.voyage ?? {};
  const { eta, overdue } = shownBooking(content, now);
  // What has passed is what she is late against, no estimate of the carrier's.
  const reported = eta ?? overdue.arrival;
  if (prediction == null || fix == null || reported === null || hasArrived(content) || !isLastLeg(view)) return [];
  if (now - prediction.knownAt > (settings.freshHours ?? 0) * HOUR_MS) return [];
  if (!statesLate(prediction, reported, { ...lateArrivalDefaults, ...settings })) return [];
  // Nothing is stated on the strength of predictions that have not proven good.
  if (!isProven(view.voyage?.score, { ...etaBar, ...settings })) return [];
  const hours = (prediction.eta - reported) / HOUR_MS;
  const zone = shownZoneOf(content.booking.portOfDischarge, reference);
  const observed = { sourceCode: 'ais', observedAt: prediction.knownAt, zone };
  return [
    {
      key: 'arrival',
      params: {
        late: 1,
        hours: Math.floor(hours),
        vessel: view.voyage?.vesselName ?? String(view.voyage?.mmsi ?? ''),
        ownEtaAt: prediction.eta,
        ownEtaZone: zone,
        etaAt: reported,
        etaZone: zone,
        ...(eta === null && { passed: 1 }),
      },
      evidence: [
        evidenceOf(view, 'booking.eta', reported, zone),
        { path: 'position.eta', value: prediction.eta, ...observed },
        { path: 'position.etaLow', value: prediction.low, ...observed },
        { path: 'position.etaHigh', value: prediction.high, ...observed },
        { path: 'position.speed', value: fix.speed, sourceCode: 'ais', observedAt: fix.at },
      ],
      severity: hours > (settings.highHours ?? 0) ? 'high' : 'medium',
    },
  ];
}

function stillInPort(view: ShipmentView, settings: RuleSettings, reference: ReferenceData): Finding[] {
  const { legs } = contentOf(view);
  const { stay, fix, departedAt } = view.voyage ?? {};
  const leg = legs.find(({ sequence }) => sequence === view.voyage?.sequence);
  if (stay == null || fix == null || leg?.atd == null || leg.portOfLoading === null || leg.ata !== null) return [];
  if (canonicalPort(leg.portOfLoading, reference) !== stay.portCode || stay.arrivedAt > leg.atd) return [];
  // A departure that positions have reported themselves is no contradiction.
  if (departedAt != null && departedAt !== leg.atd) return [];
  const hours = (fix.at - leg.atd) / HOUR_MS;
  if (hours <= (settings.departedHours ?? 0)) return [];
  const zone = shownZoneOf(leg.portOfLoading, reference);
  const path = `leg[${leg.sequence}].atd`;
  return [
    {
      key: 'departure',
      params: {
        hours: rounded(hours),
        vessel: view.voyage?.vesselName ?? String(view.voyage?.mmsi ?? ''),
        atdAt: leg.atd,
        atdZone: zone,
        fixAt: fix.at,
        fixZone: zone,
      },
      evidence: [
        evidenceOf(view, path, leg.atd, zone),
        { path: 'position.stay', value: stay.arrivedAt, sourceCode: 'ais', observedAt: fix.at, zone },
        { path: 'position.speed', value: fix.speed, sourceCode: 'ais', observedAt: fix.at },
      ],
      severity: 'medium',
    },
  ];
}

/**
 * Positions and carrier disagree: the arrival reckoned from positions is a day behind the carrier's, or she is instructed to have
 * left and still lies in the port of loading. Silent on an arrival ahead of the carrier's, while the carrier's time lies in
 * `bandFactor` times the band of our own, on old positions, in the first twelve hours at sea, while she is faster than usual,
 * close to the port, on legs before the last one, after the arrival, without a received vessel, and while predictions made
 * about as far ahead have not proven good against at least `leastVoyages` arrivals.
 */
export const aisDivergence: ExceptionRule = {
  code: 'AIS_DIVERGENCE',
  defaults: { ...lateArrivalDefaults, ...etaBar, highHours: 72, freshHours: 12, departedHours: 6 },
  text: {
    zh: '{{#late}}{{vessel}} 按 AIS 推算 {{ownEtaAt}} 到港，{{#passed}}比船公司原预计的 {{etaAt}}（已逾期）{{/passed}}{{^passed}}比船公司预计的 {{etaAt}} {{/passed}}晚 {{hours}}{{/late}}{{^late}}{{vessel}} 报称 {{atdAt}} 已离港，但 {{hours}}后（{{fixAt}}）仍在装港{{/late}}',
    en: '{{#late}}By AIS {{vessel}} arrives {{ownEtaAt}}, {{hours}} later than {{#passed}}the carrier expected, which has passed{{/passed}}{{^passed}}the carrier says{{/passed}} ({{etaAt}}){{/late}}{{^late}}{{vessel}} is reported to have left {{atdAt}} and {{hours}} later ({{fixAt}}) still lies in the port of loading{{/late}}',
  },
  detect: (view, now, settings, reference) => {
    if (view.voyage === undefined || view.subscription.ended) return [];
    return [...lateArrival(view, now, settings, reference), ...stillInPort(view, settings, reference)];
  },
};
