import type { MilestoneCode } from '../shipments/types.ts';

/** A place as the aggregator writes it. */
export type AggregatorPlace = { portCd: string; portName: string; timeZone: string };

/** One node of one container; times are local text of the place, without offset. */
export type AggregatorNode = AggregatorPlace & {
  nodeCd: string;
  nodeName: string;
  nodeNameEn: string;
  occurTime: string;
  /** Y = still expected. */
  isEst: 'Y' | 'N';
  vesselName: string | null;
  voyageNo: string | null;
};

/** One vessel leg as the aggregator writes it. */
export type AggregatorVessel = {
  seq: number;
  vesselName: string;
  imo: string;
  voyageNo: string;
  pol: AggregatorPlace;
  pod: AggregatorPlace;
  etd: string | null;
  atd: string | null;
  eta: string | null;
  ata: string | null;
};

/** Everything the aggregator knows of a bill. */
export type AggregatorRecord = {
  billNo: string;
  bookingNo: string;
  carrierCd: string;
  pol: AggregatorPlace;
  pod: AggregatorPlace;
  vessels: AggregatorVessel[];
  containers: { containerNo: string; containerType: string; sealNo: string; nodes: AggregatorNode[] }[];
  /** Until when what has to be done before loading; local text of the port of loading. */
  cutOffs: { cutOffCd: string; cutOffTime: string }[];
  endFlag: 'Y' | 'N';
  /** Time of the last change, local text of Shanghai. */
  updateTime: string;
};

/** Chinese and English names of the aggregator's node codes. */
export const nodeNames: Readonly<Record<MilestoneCode, readonly [string, string]>> = {
  STSP: ['提空箱', 'Empty picked up'],
  STUF: ['装箱', 'Stuffed'],
  GITM: ['重箱进港', 'Gated in'],
  PASS: ['海关放行', 'Customs released'],
  LOBD: ['装船', 'Loaded on board'],
  DLPT: ['离港', 'Departed'],
  TSBA: ['中转抵港', 'Arrived at transhipment'],
  TSDC: ['中转卸船', 'Discharged at transhipment'],
  TSLB: ['中转装船', 'Loaded at transhipment'],
  TSDP: ['中转离港', 'Departed from transhipment'],
  BDAR: ['抵港', 'Arrived'],
  DSCH: ['卸船', 'Discharged'],
  CUIP: ['海关查验', 'Held by customs'],
  AVPU: ['可提箱', 'Available for pick-up'],
  STCS: ['提重箱', 'Gated out'],
  STRP: ['拆箱', 'Stripped'],
  RCVE: ['还空箱', 'Empty returned'],
};
