import { isUnLocode } from '#shared/ids/un-locode.ts';
import { eventKey } from '../../fusion/paths.ts';
import { milestones } from '../../tracking/model.ts';
import type { ShipmentContent } from '../../tracking/model.ts';
import type { Evidence, ExceptionRule } from '../types.ts';

/** Moves that happen at a sea port; gates, stuffing and returns may be at inland depots. */
const atSeaPort: ReadonlySet<string> = new Set([
  milestones.loaded,
  milestones.departed,
  milestones.transhipmentArrived,
  milestones.transhipmentDischarged,
  milestones.transhipmentLoaded,
  milestones.transhipmentDeparted,
  milestones.arrived,
  milestones.berthed,
  milestones.discharged,
]);

type PortMention = { path: string; code: string; seaPort: boolean };

function mentionsIn({ booking, legs, events }: ShipmentContent): PortMention[] {
  const mentions: { path: string; code: string | null; seaPort: boolean }[] = [
    { path: 'booking.placeOfReceipt', code: booking.placeOfReceipt, seaPort: false },
    { path: 'booking.portOfLoading', code: booking.portOfLoading, seaPort: true },
    { path: 'booking.portOfDischarge', code: booking.portOfDischarge, seaPort: true },
    { path: 'booking.placeOfDelivery', code: booking.placeOfDelivery, seaPort: false },
    { path: 'booking.finalDestination', code: booking.finalDestination, seaPort: false },
    ...legs.flatMap((leg) => [
      { path: `leg[${leg.sequence}].portOfLoading`, code: leg.portOfLoading, seaPort: true },
      { path: `leg[${leg.sequence}].portOfDischarge`, code: leg.portOfDischarge, seaPort: true },
    ]),
    ...events.map((event) => ({
      path: `event[${eventKey(event)}].portCode`,
      code: event.portCode,
      seaPort: atSeaPort.has(event.statusCode),
    })),
  ];
  return mentions.filter((mention): mention is PortMention => Boolean(mention.code?.trim()));
}

/**
 * A source names a port by a code that is in no list and no alias; each code is one problem.
 * Silent on empty codes, on aliases, and on inland places with a well-formed UN/LOCODE: the list holds sea ports, and
 * a depot or a delivery town need not be in it.
 */
export const portUnmatched: ExceptionRule = {
  code: 'PORT_UNMATCHED',
  defaults: {},
  text: {
    zh: '{{source}} 的港口代码 {{port}} 无法识别（{{count}} 处）',
    en: 'Port code {{port}} of {{source}} is not known ({{count}} places)',
  },
  detect: (view, _now, _settings, reference) => {
    const byCode = new Map<string, Evidence[]>();
    for (const record of view.records) {
      for (const { path, code, seaPort } of mentionsIn(record.content)) {
        const port = code.trim().toUpperCase();
        if (reference.resolvePort(code) !== undefined || reference.resolvePort(port) !== undefined) continue;
        if (!seaPort && isUnLocode(port)) continue;
        const evidence = byCode.get(port) ?? [];
        if (evidence.length === 0) byCode.set(port, evidence);
        evidence.push({ path, value: code, sourceCode: record.sourceCode, observedAt: record.observedAt });
      }
    }
    return [...byCode].map(([port, evidence]) => ({
      key: port,
      params: { port, source: evidence[0]?.sourceCode ?? '-', count: evidence.length },
      // A bill with many boxes repeats one code on every event; a few places are enough to see it.
      evidence: evidence.slice(0, 5),
      severity: 'medium' as const,
    }));
  },
};
