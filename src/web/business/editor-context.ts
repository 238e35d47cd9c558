import { createContext, use } from 'react';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import type { Port } from '#web/kit/input/PortSelect.tsx';
import type { BusinessDraft } from './draft.ts';

/** What the parts of the editor share. */
export type EditorParts = {
  draft: BusinessDraft;
  set: (change: (latest: BusinessDraft) => BusinessDraft) => void;
  problems: ReadonlyMap<string, string>;
  ports: ReadonlyMap<string, Port>;
  /** Nothing can be typed. */
  disabled: boolean;
  isBill: boolean;
  /** How the goods travel; undefined by sea. */
  mode: OtherMode | undefined;
  /** Expert values by their path. */
  entries: ReadonlyMap<string, OverrideEntry>;
  toggle: (entry: OverrideEntry, use: boolean) => void;
};

export const EditorContext = createContext<EditorParts | null>(null);

/** What the parts of the editor share. */
export function useEditor(): EditorParts {
  const parts = use(EditorContext);
  if (parts === null) throw new Error('no editor around this part');
  return parts;
}

/** The list that places of the booking are chosen from; undefined where its mode has none. */
export function placesFrom(mode: OtherMode | undefined): 'ports' | 'airports' | undefined {
  const { places } = editingOf(mode);
  return places === 'any' ? undefined : places === 'airport' ? 'airports' : 'ports';
}

/** Fields of the booking by the paths of their expert values. */
export const pathOfField: Readonly<Record<string, string>> = {
  blNo: 'booking.billNo',
  refrenceNo: 'booking.bookingNo',
  carrierCode: 'booking.carrierCode',
  custVessel: 'booking.vesselName',
  custVoyage: 'booking.voyage',
  porCode: 'booking.placeOfReceipt',
  polCode: 'booking.portOfLoading',
  podCode: 'booking.portOfDischarge',
  deliveryPlaceCode: 'booking.placeOfDelivery',
  destinationCode: 'booking.finalDestination',
  custEtdStr: 'booking.etd',
  atdStr: 'booking.atd',
  custEtaStr: 'booking.eta',
  ataStr: 'booking.ata',
};

/** Fields of a container by the attributes of their expert values. */
export const containerAttributeOf: Readonly<Record<string, string>> = {
  sealNo: 'sealNo',
  sizeType: 'sizeType',
  quantity: 'quantity',
  grossWeight: 'grossWeightKg',
  cube: 'volumeM3',
};

/** Fields of a milestone by the attributes of their expert values. */
export const statusAttributeOf: Readonly<Record<string, string>> = {
  eventPlace: 'place',
  eventTimeZone: 'zone',
  eventTimeStr: 'actual',
  estiEventTimeStr: 'estimated',
  vesselName: 'vesselName',
  voyage: 'voyage',
};

/** What a row is known by within its booking: what stands behind the dash of its id; '' for one that was never saved. */
export const keyOfRow = (id: string): string => (id.includes('-') ? id.slice(id.indexOf('-') + 1) : '');

/** Fields of a leg by the attributes of their expert values. */
export const legAttributeOf: Readonly<Record<string, string>> = {
  vesselEn: 'vesselName',
  voyage: 'voyage',
  polCode: 'portOfLoading',
  podCode: 'portOfDischarge',
  etdStr: 'etd',
  atdStr: 'atd',
  etaStr: 'eta',
  ataStr: 'ata',
};
