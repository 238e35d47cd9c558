import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { cutoffPath } from '../../intake/fusion/paths.ts';
import { milestones } from '../../tracking/model.ts';
import type { ShipmentContent } from '../../tracking/model.ts';
import { hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf, evidenceOf, hasHappened, shownZoneOf } from '../facts.ts';
import type { ExceptionRule, RuleSettings } from '../types.ts';

/** Until when the carrier takes the shipping instructions. */
const documents = 'DCO';

const cutoffOf = ({ cutoffs }: ShipmentContent): Instant | undefined =>
  cutoffs?.find(({ code }) => code === documents)?.time;

const warnFrom = (at: Instant, { warnHours = 0 }: RuleSettings): Instant => at - warnHours * HOUR_MS;

/**
 * Reminds of the cut-off for shipping instructions. No source reports whether they were sent, so that it never says that the
 * cut-off was missed, and it is off until somebody sets how many hours ahead it reminds.
 * Silent once a container was loaded or the ship has left, and on an ended subscription. Past the cut-off it is closed as an outcome.
 */
export const siCutoff: ExceptionRule = {
  code: 'SI_CUTOFF',
  defaults: { warnHours: 0 },
  text: {
    zh: '补料（SI）截单时间为 {{dueAt}}{{#passed}}，现已过{{/passed}}；没有数据源报告补料是否已提交，请核对',
    en: 'Shipping instructions (SI) are due by {{dueAt}}{{#passed}}, which has passed{{/passed}}; no source reports whether they were sent: please check',
  },
  monotonic: 'increasing',
  changeTimes: (view, settings) => {
    const at = cutoffOf(contentOf(view));
    return at === undefined ? [] : [warnFrom(at, settings), at];
  },
  detect: (view, now, settings, reference) => {
    const content = contentOf(view);
    const at = cutoffOf(content);
    if (at === undefined || (settings.warnHours ?? 0) <= 0 || now < warnFrom(at, settings)) return [];
    if (view.subscription.ended || hasDeparted(content) || hasHappened(content.events, [milestones.loaded])) return [];
    const zone = shownZoneOf(content.booking.portOfLoading, reference);
    return [
      {
        key: documents,
        params: { dueAt: at, dueZone: zone, ...(now >= at && { passed: 1 }) },
        evidence: [evidenceOf(view, cutoffPath(documents), at, zone)],
        ...(now >= at && { over: 'happened' as const }),
        severity: 'low',
      },
    ];
  },
};
