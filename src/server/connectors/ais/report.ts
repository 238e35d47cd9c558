import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { Instant } from '#shared/time/instant.ts';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { PullFailure } from '../types.ts';
import type { Connector, ParsedRecord } from '../types.ts';

/** What positions say about the legs of one shipment; it is stored like any pushed message. */
export type VoyageReport = {
  observedAt: Instant;
  /** Departure from the port of loading and arrival at the port of discharge of the whole shipment. */
  atd: Instant | null;
  ata: Instant | null;
  /** The ship of the first leg, as the shipment named her when she was looked for. */
  vesselName?: string | null;
  legs: {
    sequence: number;
    vesselName?: string | null;
    portOfLoading: string;
    portOfDischarge: string;
    atd: Instant | null;
    ata: Instant | null;
  }[];
};

/** A report as it is stored. */
export const packReport = (report: VoyageReport): Uint8Array => Buffer.from(JSON.stringify(report));

const nothing = emptyContent(null, null, null).booking;

const instantOrNull = (value: unknown): Instant | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function toContent(report: Partial<VoyageReport>): ShipmentContent {
  const legs = Array.isArray(report.legs) ? report.legs : [];
  return {
    booking: {
      ...nothing,
      vesselName: textOrNull(report.vesselName),
      atd: instantOrNull(report.atd),
      ata: instantOrNull(report.ata),
    },
    legs: legs.map((leg, index) => ({
      sequence: index + 1,
      vesselName: textOrNull(leg.vesselName),
      vesselImo: null,
      voyage: null,
      portOfLoading: String(leg.portOfLoading),
      portOfDischarge: String(leg.portOfDischarge),
      etd: null,
      atd: instantOrNull(leg.atd),
      eta: null,
      ata: instantOrNull(leg.ata),
    })),
    containers: [],
    events: [],
  };
}

function parseReports(bodies: readonly Uint8Array[], receivedAt: Instant): ParsedRecord {
  // Every report says all there is to say: the last one counts.
  try {
    const report = JSON.parse(Buffer.from(bodies.at(-1) ?? []).toString('utf8')) as Partial<VoyageReport>;
    return {
      content: toContent(report),
      observedAt: instantOrNull(report.observedAt) ?? receivedAt,
      refusals: [],
    };
  } catch {
    const refusal = { reason: 'unreadable', index: null, eventId: null, field: null, value: null };
    return { content: null, observedAt: receivedAt, refusals: [refusal] };
  }
}

/** Positions as a source: nobody is queried, reports are made here from what was received. */
export const aisConnector: Connector = {
  protocol: 'ais',
  queriedBy: 'nobody',
  emptyMeans: 'unanswered',
  pull: () => Promise.reject(new PullFailure('bad_answer', 'positions are not asked for')),
  parse: (bodies, about) => parseReports(bodies, about.receivedAt),
};
