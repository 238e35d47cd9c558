import { isBySea, type Mode } from '#domain/tracking/journey/mode.ts';
import type { Translate } from '#web/i18n/index.ts';

/** Fields and attributes that other modes than sea have a word of their own for. */
const words = {
  blNo: 'number',
  billNo: 'number',
  carrierCode: 'carrier',
  custVessel: 'vehicle',
  vesselEn: 'vehicle',
  vesselName: 'vehicle',
  custVoyage: 'run',
  voyage: 'run',
  pol: 'origin',
  polCode: 'origin',
  portOfLoading: 'origin',
  pod: 'destination',
  podCode: 'destination',
  portOfDischarge: 'destination',
  port: 'place',
  portCode: 'place',
  ctnNo: 'unit',
  containerNo: 'unit',
  containers: 'unit',
  serviceCode: 'service',
  plannedDeparture: 'plannedDeparture',
  custEtd: 'etd',
  custEtdStr: 'etd',
  etd: 'etd',
  etdStr: 'etd',
  atd: 'atd',
  atdStr: 'atd',
  plannedArrival: 'plannedArrival',
  custEta: 'eta',
  custEtaStr: 'eta',
  eta: 'eta',
  etaStr: 'eta',
  ata: 'ata',
  ataStr: 'ata',
} as const;

const isWorded = (name: string): name is keyof typeof words => Object.hasOwn(words, name);

/** The word of a mode for a field or an attribute; undefined where it is the same as by sea. */
export function modeWord(t: Translate, mode: Mode | undefined, name: string): string | undefined {
  if (mode === undefined || isBySea(mode) || !isWorded(name)) return undefined;
  return t(`value.word.${mode as Exclude<Mode, 'sea' | 'domestic'>}.${words[name]}`);
}
