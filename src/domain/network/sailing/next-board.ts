import type { LegContent, ShipmentContent } from '../../tracking/model.ts';

/** Where cargo can still change to another vessel, and where it goes; `vessel` is the one that it is to take there. */
export type NextBoard =
  | { state: 'open'; fromPort: string; toPort: string; leg: LegContent | undefined }
  | { state: 'underWay' | 'unknown' };

/** Finds the first port of a shipment whose vessel has not left: its port of loading, or a port of transhipment ahead. */
export function nextBoardOf({ booking, legs }: Pick<ShipmentContent, 'booking' | 'legs'>): NextBoard {
  const inOrder = legs.toSorted((one, other) => one.sequence - other.sequence);
  const leg = inOrder.find(({ atd, ata }) => atd === null && ata === null);
  if (inOrder.length > 0 && leg === undefined) return { state: 'underWay' };
  if (leg === undefined && booking.atd !== null) return { state: 'underWay' };
  const fromPort = leg?.portOfLoading ?? booking.portOfLoading;
  const toPort = booking.portOfDischarge ?? inOrder.at(-1)?.portOfDischarge ?? null;
  if (fromPort === null || toPort === null || fromPort === toPort) return { state: 'unknown' };
  return { state: 'open', fromPort, toPort, leg };
}
