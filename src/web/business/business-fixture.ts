import type { BusinessData } from '#contract/business-data.ts';

/** A booking as the server presents it, with one container and two milestones; for tests. */
export const businessFixture = (booking: Record<string, unknown> = {}): BusinessData =>
  ({
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
  }) as unknown as BusinessData;
