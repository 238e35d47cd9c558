import type { ParquetColumn } from '../sheet/index.ts';
import type { Instant } from '#shared/time/instant.ts';

const id = { name: 'id', type: 'bigint', required: true } as const;
const tenant = { name: 'tenant_id', type: 'bigint', required: true } as const;
const ofShipment = { name: 'shipment_id', type: 'bigint', required: true } as const;
const ofSubscription = { name: 'subscription_id', type: 'bigint', required: true } as const;
const knownAt = { name: 'known_at', type: 'timestamptz', required: true } as const;
const text = (name: string, required = false): ParquetColumn => ({ name, type: 'text', required });
const time = (name: string, required = false): ParquetColumn => ({ name, type: 'timestamptz', required });
const document = (name: string, required = false): ParquetColumn => ({ name, type: 'document', required });

/** Rows of the archive, as they are read. */
export type ArchivedRows = {
  shipment_change: {
    id: number;
    shipment_id: number;
    known_at: Instant;
    /** JSON: what was known from then on. */
    changes: string;
    said_id: number | null;
    /** JSON: which source stated what. */
    said: string | null;
  };
  shipment_said: { id: number; shipment_id: number; known_at: Instant; said: string };
  raw_answer: {
    id: number;
    subscription_id: number;
    source_id: number;
    source_code: string;
    via: 'pull' | 'push';
    received_at: Instant;
    standing: boolean;
    /** As received. */
    body: Uint8Array;
  };
  /** Records of `shipment`: what each source stated last. Their rows stay without the content. */
  shipment_record: {
    id: number;
    subscription_id: number;
    /** The version of the row that had this content. */
    record_version: number;
    /** JSON. */
    content: string;
  };
};
/** What the archive has files of. */
export type ArchivedTable = keyof ArchivedRows;
/** Tables whose old rows leave the database with their range. */
export type DividedTable = Exclude<ArchivedTable, 'shipment_record'>;

type FileForm = { key: string; columns: readonly ParquetColumn[] };

/** Key and columns of the files of each table. Files are sorted by the key, then by the id. */
export const archiveForms: Readonly<Record<ArchivedTable, FileForm>> = {
  shipment_change: {
    key: 'shipment_id',
    columns: [
      id,
      tenant,
      ofShipment,
      knownAt,
      document('changes', true),
      { name: 'corrected', type: 'boolean', required: true },
      { name: 'said_id', type: 'bigint', required: false },
      document('said'),
    ],
  },
  shipment_said: { key: 'shipment_id', columns: [id, tenant, ofShipment, knownAt, document('said', true)] },
  raw_answer: {
    key: 'subscription_id',
    columns: [
      id,
      tenant,
      ofSubscription,
      { name: 'source_id', type: 'bigint', required: true },
      text('source_code', true),
      text('via', true),
      time('received_at', true),
      { name: 'standing', type: 'boolean', required: true },
      text('hash', true),
      { name: 'body', type: 'bytes', required: true },
    ],
  },
  shipment_record: {
    key: 'subscription_id',
    columns: [
      id,
      tenant,
      ofSubscription,
      { name: 'source_id', type: 'bigint', required: false },
      text('source_type', true),
      text('source_code', true),
      text('channel', true),
      time('observed_at', true),
      time('received_at', true),
      { name: 'record_version', type: 'bigint', required: true },
      document('content', true),
    ],
  },
};

/** The shipments themselves as they were last known: a copy for other programs, whose rows stay in the database. */
export const shipmentForm: FileForm = {
  key: 'id',
  columns: [
    id,
    tenant,
    ofSubscription,
    text('bill_no'),
    text('container_no'),
    text('booking_no'),
    text('carrier_code'),
    text('vessel_name'),
    text('voyage'),
    text('port_of_loading'),
    text('port_of_discharge'),
    time('atd'),
    time('ata'),
    time('ended_at'),
    document('content', true),
    document('provenance'),
    document('history'),
  ],
};
