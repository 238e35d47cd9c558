import { exampleBill, exampleContainer } from '#server/connectors/dcsa/event-builders.ts';

/** Any part of an answer as TrackingEyes writes it. */
export type Part = Record<string, unknown>;

const status = (id: string, statusCd: string, placeCd: string, eventTime: string, more: Part = {}): Part => ({
  id,
  statusCd,
  placeCd,
  place: placeCd,
  eventTime,
  vesselName: '',
  voyage: '',
  isEstimate: false,
  ...more,
});
const amber = { vesselName: 'AMBER TIDE', voyage: '101W' };

/** The bill of the example as TrackingEyes tells it. */
export const bill: Part = {
  id: '880001',
  referenceNo: exampleBill,
  blType: 'BL',
  blNo: exampleBill,
  bkgNo: 'BK55001',
  polCd: 'CNSHA',
  podCd: 'NLRTM',
  pldCd: 'DEDUI',
  cyOpenTime: '2026-01-07 08:00:00',
  cyCutOffTime: '2026-01-09 12:00:00',
  dataUpdateTime: '2026-01-21 12:00:00',
  errorMessage: '',
  carriges: [
    {
      type: '1',
      polCd: 'CNSHA',
      podCd: 'NLRTM',
      etd: '2026-01-10 18:00:00',
      atd: '2026-01-10 19:30:00',
      eta: '2026-02-10 07:15:00',
      ata: '',
      vesselName: 'AMBER TIDE',
      voy: '101W',
    },
    { type: '3', polCd: 'NLRTM', podCd: 'DEDUI', etd: '2026-02-12 10:00:00' },
  ],
  ctnrInfos: [
    {
      ctnrNo: exampleContainer,
      sealNo: 'S1',
      ctnrStatus: [
        status('1', 'STSP', 'CNSHA', '2026-01-05 09:00:00'),
        status('2', 'CUIP', 'CNSHA', '2026-01-07 09:00:00'),
        status('3', 'LOBD', 'CNSHA', '2026-01-10 02:00:00', amber),
        status('4', 'DLPT', 'CNSHA', '2026-01-10 19:30:00', amber),
        status('5', 'BDAR', 'NLRTM', '2026-02-10 07:15:00', { ...amber, isEstimate: true }),
        status('6', 'STCS', 'NLRTM', '2026-02-12 07:15:00', { isEstimate: 'true' }),
        status('7', 'RCVE', 'NLRTM', '2026-02-14 07:15:00'),
        status('8', 'BKCF', 'CNSHA', '2026-01-01 07:15:00'),
        status('9', 'POCA', 'NLRTM', '2026-02-10 08:15:00'),
        status('10', 'DSCH', 'NLRTM', '2026-02-11 08:15:00', { isEstimate: 'perhaps' }),
      ],
      deleteStatus: [status('7', 'RCVE', 'NLRTM', '2026-02-14 07:15:00')],
    },
  ],
};
