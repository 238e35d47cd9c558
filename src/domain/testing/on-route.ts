import type { ShipmentContent, SourceRecord } from '../tracking/model.ts';

/** Milestones by the words of their tests, without the code under test. */
const pairs: readonly (readonly [plain: string, atTranshipment: string])[] = [
  ['LOBD', 'TSLB'],
  ['DLPT', 'TSDP'],
  ['BDAR', 'TSBA'],
  ['DSCH', 'TSDC'],
];

/** The records with the statuses that their milestones have on the fused route: those of transhipment ports have their own. */
export function onRoute(records: readonly SourceRecord[], { booking, legs }: ShipmentContent): SourceRecord[] {
  const ends = [
    booking.portOfLoading ?? legs[0]?.portOfLoading,
    booking.portOfDischarge ?? legs[legs.length - 1]?.portOfDischarge,
  ];
  const isInner = (port: string): boolean =>
    !ends.includes(port) &&
    legs.some(
      (leg, index) =>
        (leg.portOfDischarge === port && index < legs.length - 1) || (leg.portOfLoading === port && index > 0),
    );
  return records.map((record) => ({
    ...record,
    content: {
      ...record.content,
      events: record.content.events.map((event) => {
        const own =
          event.portCode && isInner(event.portCode) ? pairs.find(([plain]) => plain === event.statusCode) : undefined;
        return own ? { ...event, statusCode: own[1] } : event;
      }),
    },
  }));
}
