import type { BusinessData } from '#contract/tracking/business-data.ts';

/** What tests look at of a booking; the rest of its fields is left out. */
const presented = (parts: Record<keyof BusinessData, unknown>): BusinessData => parts as BusinessData;

/** A booking as the server presents it, with one container and two milestones; for tests. */
export const businessFixture = (booking: Record<string, unknown> = {}): BusinessData =>
  presented({
    obmBk: {
      obmBkId: '7',
      isBillNo: 1,
      processType: 'UNION',
      bizSourceType: 'CARRIER',
      recordVersion: 3,
      blNo: 'BILL1',
      ctnNo: null,
      carrierCode: 'MERI',
      custVessel: 'STAR',
      custVoyage: '1W',
      polCode: 'CNSHA',
      podCode: 'NLRTM',
      custEtdStr: '2026-01-10 08:00:00',
      custEtaStr: '2026-02-10 08:00:00',
      inOutFlag: 'E',
      ...booking,
    },
    obmDoc: {},
    obmMultiVessel: [
      { obmMultiVesseId: '7-1', polCode: 'CNSHA', podCode: 'NLRTM', vesselEn: 'STAR', voyage: '1W', etdStr: null },
    ],
    obmDocActualContainerList: [{ obmDocActualContainerId: '7-MERU1234567', ctnNo: 'MERU1234567', grossWeight: 12.5 }],
    mdStatusRecordList: [
      {
        mdStatusRecordId: '7-MERU1234567|LOBD|CNSHA|1',
        containerNo: 'MERU1234567',
        statusCode: 'LOBD',
        portCode: 'CNSHA',
        eventTimeStr: '2026-01-09 08:00:00',
        estiEventTimeStr: null,
        isEsti: 0,
      },
      {
        mdStatusRecordId: '7-MERU1234567|AVPU|NLRTM|1',
        containerNo: 'MERU1234567',
        statusCode: 'AVPU',
        portCode: 'NLRTM',
        eventTimeStr: '2026-02-12 08:00:00',
        estiEventTimeStr: '2026-02-12 08:00:00',
        isEsti: 1,
      },
    ],
  });

/** An air waybill as the server presents it, with one flight, its pieces and a milestone of them; for tests. */
export const airFixture = (): BusinessData =>
  presented({
    obmBk: {
      obmBkId: '7',
      mode: 'air',
      isBillNo: 1,
      processType: 'UNION',
      bizSourceType: 'CARRIER',
      recordVersion: 3,
      blNo: '784-12345675',
      ctnNo: null,
      carrierCode: 'CZ',
      custVessel: 'CZ461',
      custVoyage: '2026-03-09',
      polCode: 'PVG',
      polName: 'Shanghai Pudong',
      polNameCn: '上海浦东',
      polZone: 'Asia/Shanghai',
      podCode: 'FRA',
      podName: 'Frankfurt',
      podNameCn: '法兰克福',
      podZone: 'Europe/Berlin',
      custEtdStr: '2026-03-09 23:45:00',
    },
    obmDoc: {},
    obmMultiVessel: [
      { obmMultiVesseId: '7-1', polCode: 'PVG', podCode: 'FRA', vesselEn: 'CZ461', voyage: '2026-03-09' },
    ],
    obmDocActualContainerList: [
      { obmDocActualContainerId: '7-CZ461/09MAR/PVG', ctnNo: 'CZ461/09MAR/PVG', quantity: 6 },
    ],
    mdStatusRecordList: [
      {
        mdStatusRecordId: '7-CZ461/09MAR/PVG|DEP|PVG|1',
        containerNo: 'CZ461/09MAR/PVG',
        statusCode: 'DEP',
        portCode: 'PVG',
        eventTimeStr: '2026-03-09 23:50:00',
        estiEventTimeStr: null,
        isEsti: 0,
      },
    ],
  });
