import type { Instant } from '#shared/time/instant.ts';
import { contentOf, evidenceOf, isBeforeAt, modeOf, noZone, zoneOfPort, zoneOfSite } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData, ShipmentView } from '../types.ts';
import { modes } from '../../tracking/journey/mode.ts';

type LegTimes = {
  portOfLoading: string | null;
  portOfDischarge: string | null;
  atd: Instant | null;
  ata: Instant | null;
};

function check(
  view: ShipmentView,
  passage: LegTimes,
  key: string,
  prefix: string,
  reference: ReferenceData,
): Finding[] {
  const { atd, ata } = passage;
  if (atd === null || ata === null) return [];
  const zone = (code: string | null): string | undefined =>
    zoneOfPort(code, reference) ?? zoneOfSite(contentOf(view), code);
  const [from, to] = [zone(passage.portOfLoading), zone(passage.portOfDischarge)];
  if (!isBeforeAt({ instant: ata, zone: to }, { instant: atd, zone: from })) return [];
  return [
    {
      key,
      params: {
        ...modeOf(view),
        ...(key.startsWith('leg:') && { leg: Number(key.slice(4)) }),
        atdAt: atd,
        atdZone: from ?? noZone,
        ataAt: ata,
        ataZone: to ?? noZone,
      },
      evidence: [evidenceOf(view, `${prefix}.atd`, atd, from), evidenceOf(view, `${prefix}.ata`, ata, to)],
      severity: 'high',
    },
  ];
}

/**
 * The arrival lies before the departure, on the booking or on one leg.
 * Silent when a time is missing, when one of both is only a date and the days agree, and on the booking when a leg
 * shows the very same pair of times.
 */
export const ataBeforeAtd: ExceptionRule = {
  code: 'ATA_BEFORE_ATD',
  modes,
  judgesContainers: true,
  defaults: {},
  text: {
    zh: '{{#leg}}第 {{leg}} 程{{/leg}}{{^leg}}整票{{/leg}}实际{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{ataAt}} 早于实际{{^mode}}离港{{/mode}}{{#mode}}出发{{/mode}} {{atdAt}}',
    en: '{{#leg}}Leg {{leg}}{{/leg}}{{^leg}}Booking{{/leg}}: actual arrival {{ataAt}} before actual departure {{atdAt}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, _settings, reference) => {
    const { booking, legs } = contentOf(view);
    const onLegs = legs.flatMap((leg) => check(view, leg, `leg:${leg.sequence}`, `leg[${leg.sequence}]`, reference));
    const reported = legs.some(({ atd, ata }) => atd === booking.atd && ata === booking.ata);
    return reported ? onLegs : [...check(view, booking, 'booking', 'booking', reference), ...onLegs];
  },
};
