import type { MilestoneCode } from '../shipments/types.ts';

/** Kinds of places of a route. */
export const placeTypes = { portOfLoading: 1, transhipment: 4, portOfDischarge: 5 } as const;

/** A port of the route; times are local text of the place, without offset. */
export type AggregatorPlace = {
  type: (typeof placeTypes)[keyof typeof placeTypes];
  code: string;
  name: string;
  nameCn: string | null;
  nameOrigin: string;
  lat: number;
  lon: number;
  portTimeZone: string;
  sta: string | null;
  eta: string | null;
  eta_ft: string | null;
  ata: string | null;
  ata_ais: string | null;
  atb_ais: string | null;
  disc: string | null;
  std: string | null;
  etd: string | null;
  load: string | null;
  atd: string | null;
  atd_ais: string | null;
  terminalName: string | null;
  vessel: string | null;
  voyage: string | null;
};

/** One node of one container; its time is local text of the place, without offset. */
export type AggregatorNode = {
  eventCode: string;
  eventTime: string;
  /** Y = still expected. */
  isEsti: 'Y' | 'N';
  eventPlace: string;
  eventPlaceOrigin: string;
  portCode: string;
  portTimeZone: string;
  descriptionCn: string;
  descriptionEn: string;
  transportMode: 'VESSEL' | 'TRUCK';
  vslName: string | null;
  voy: string | null;
  terminalName: string | null;
  /** 0 = terminal, 1 = carrier, 2 = its own judgement, 3 = AIS. */
  source: 0 | 1 | 2 | 3;
};

/** One leg by ship. */
export type AggregatorRoute = {
  route: number;
  polCode: string;
  polName: string;
  polOrigin: string;
  polZone: string;
  podCode: string;
  podName: string;
  podOrigin: string;
  podZone: string;
  transportMode: 'VESSEL';
  modeDetails: {
    vessel: string;
    voyage: string;
    routeCode: string | null;
    polStd: string | null;
    polEtd: string | null;
    polAtd: string | null;
    polAtdAis: string | null;
    podSta: string | null;
    podEta: string | null;
    podEtaFt: string | null;
    podAta: string | null;
    podAtaAis: string | null;
    podAtbAis: string | null;
  };
};

/** One container with all that happened to it. */
export type AggregatorContainer = {
  containerNo: string;
  containerType: string;
  containerSize: string;
  /** Size and type as trade writes them. */
  containerTypeGroup: string;
  sealNo: string;
  currentStatusCode: string | null;
  currentStatusDescriptionCn: string | null;
  currentStatusDescriptionEn: string | null;
  offLoadOfCarrier: boolean;
  serviceType: 'FCL';
  status: AggregatorNode[];
};

/** What the terminal of the port of loading plans; local text of that port. */
export type AggregatorTerminalPlan = {
  portCode: string;
  portTimeZone: string;
  vessel: string;
  voyage: string;
  /** The terminal takes full containers from then, and until then. */
  open: string | null;
  close: string | null;
  /** Until when papers, and the release of customs, have to be there. */
  portClose: string | null;
  customsClose: string | null;
  etd: string | null;
  atd: string | null;
  eta: string | null;
  ata: string | null;
};

/** `data.result` of an answer: everything the aggregator knows of a bill. */
export type AggregatorRecord = {
  billNo: string;
  containerNo: string | null;
  isBillNo: boolean;
  billCategory: 'BL' | 'BK';
  statusCategory: 'TRACKING' | 'COMPLETE';
  statusDescription: string;
  /** Time of the last change, and of the end; local text of Shanghai. */
  updateTime: string;
  endTime: string | null;
  carrier: { code: string; scac: string; nameCn: string | null; nameEn: string; url: string | null };
  firstVessel: { vessel: string; voyage: string; routeCode: string | null };
  currentStatus: AggregatorNode | null;
  places: AggregatorPlace[];
  routes: AggregatorRoute[];
  terminalPlan: AggregatorTerminalPlan | null;
  containers: AggregatorContainer[];
};

/** Code and names of the aggregator's nodes. */
export const nodesOfMilestones: Readonly<Record<MilestoneCode, readonly [code: string, zh: string, en: string]>> = {
  STSP: ['STSP', '提空箱', 'Pick-up Empty'],
  STUF: ['STUF', '装箱', 'Container Stuffing'],
  GITM: ['GITM', '进场', 'Received'],
  PASS: ['PASS', '海关放行', 'Customs Released'],
  LOBD: ['LOBD', '装船', 'Loaded'],
  DLPT: ['DLPT', '离港', 'Vessel Departed'],
  TSBA: ['TSBA', '中转抵港', 'T/S Vessel Arrived'],
  TSDC: ['TSDC', '中转卸船', 'T/S Vessel Discharged'],
  TSLB: ['TSLB', '中转装船', 'T/S Vessel Loaded'],
  TSDP: ['TSDP', '中转离港', 'T/S Vessel Departed'],
  BDAR: ['BDAR', '抵港', 'Vessel Arrived'],
  DSCH: ['DSCH', '卸船', 'Vessel Discharged'],
  CUIP: ['CUIP', '海关滞留', 'Customs on hold'],
  AVPU: ['PCAB', '可提货', 'Available'],
  STCS: ['STCS', '提柜', 'Gate Out for Delivery'],
  STRP: ['STRP', '拆箱', 'Container Stripping'],
  RCVE: ['RCVE', '还空箱', 'Empty Returned'],
};
