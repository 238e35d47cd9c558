import {
  coscoSample,
  sitcSample,
  fescoSample,
  zhongguSample,
  sinokorSample,
  kmtcSamples,
  smLineSample,
  evergreenSample,
  yangMingSample,
  pilSample,
  dongYoungSample,
} from './carrier-samples-asia.ts';
import { type Sample, json, sampleContainer } from './sample-answer.ts';

const mscMove = (
  Order: number,
  Date: string,
  Location: string,
  UnLocationCode: string,
  Description: string,
  Detail: string[],
  IMO = '',
) => ({
  Order,
  Date,
  Location,
  UnLocationCode,
  Description,
  Detail,
  EquipmentHandling: null,
  Vessel: { IMO },
  IntermediaryPortCalls: null,
});

/** MSC: the newest move first, days only, two terminals of one port, the port of discharge not reached yet. */
const mscSample = json('MSC', {
  IsSuccess: true,
  Data: {
    TrackingType: 'Container',
    BillOfLadings: [
      {
        BillOfLadingNumber: 'MEDUZZ000001',
        GeneralTrackingInfo: { PortOfLoad: 'SHANGHAI, CN', PortOfDischarge: 'ROTTERDAM, NL' },
        ContainersInfo: [
          {
            ContainerNumber: sampleContainer,
            PodEtaDate: '20/03/2026',
            Events: [
              mscMove(
                5,
                '02/03/2026',
                'SINGAPORE, SG',
                'SGSIN',
                'Full Transshipment Loaded',
                ['AMBER TIDE', 'AT610W'],
                '9321483',
              ),
              mscMove(4, '28/02/2026', 'SINGAPORE, SG', 'SGSIN', 'Full Transshipment Positioned In', ['LADEN']),
              mscMove(
                3,
                '26/02/2026',
                'SINGAPORE, SG',
                'SGSIN',
                'Full Transshipment Discharged',
                ['BIRCH WAKE', 'BW602S'],
                '9074729',
              ),
              mscMove(
                2,
                '14/02/2026',
                'SHANGHAI, CN',
                'CNSHA',
                'Export Loaded on Vessel',
                ['BIRCH WAKE', 'BW602S'],
                '9074729',
              ),
              mscMove(1, '10/02/2026', 'SHANGHAI, CN', 'CNSHA', 'Export received at CY', ['LADEN']),
              mscMove(0, '08/02/2026', 'SHANGHAI, CN', 'CNSHA', 'Empty to Shipper', ['EMPTY']),
            ],
          },
        ],
      },
    ],
  },
});

const maerskMove = (activity: string, time: string, port: string, more: Record<string, unknown> = {}) => ({
  type: 'EQUIPMENT',
  activity,
  event_time: time,
  event_time_type: 'ACTUAL',
  stempty: false,
  locationCode: port,
  ...more,
});
const maerskShip = { vessel_name: 'CEDAR GALE', voyage_num: '610W', transport_mode: 'MVS' };

/** Maersk: local times, codes of terminals, what is expected beside what happened. */
const maerskSample = json('MSK', {
  origin: { city: 'SHANGHAI' },
  containers: [
    {
      container_num: sampleContainer,
      iso_code: '45G1',
      locations: [
        {
          city: 'SHANGHAI',
          country_code: 'CN',
          terminal: 'SPRING TERMINAL',
          events: [
            maerskMove('GATE-OUT', '2026-02-08T09:10:00.000', 'CNSHA02', {
              stempty: true,
              actfor: 'EXP',
              transport_mode: 'MVS',
            }),
            maerskMove('GATE-IN', '2026-02-10T21:30:00.000', 'CNSHA02', { actfor: 'EXP' }),
            maerskMove('LOAD', '2026-02-12T04:00:00.000', 'CNSHA02', maerskShip),
            maerskMove('CONTAINER DEPARTURE', '2026-02-12T11:45:00.000', 'CNSHA02', maerskShip),
          ],
        },
        {
          city: 'ROTTERDAM',
          country_code: 'NL',
          terminal: 'AUTUMN TERMINAL',
          events: [
            maerskMove('CONTAINER ARRIVAL', '2026-03-14T06:00:00.000', 'NLRTM10', {
              ...maerskShip,
              event_time_type: 'EXPECTED',
            }),
            maerskMove('DISCHARG', '2026-03-14T19:00:00.000', 'NLRTM10', {
              ...maerskShip,
              event_time_type: 'EXPECTED',
            }),
          ],
        },
      ],
    },
  ],
});

const cmaMove = (day: string, time: string, port: string, words: string, more: Record<string, unknown> = {}) => ({
  Date: '/Date(1770000000000)/',
  DateString: day,
  TimeString: time,
  State: 'DONE',
  StatusDescription: words,
  LocationCode: port,
  LocationTerminal: '',
  ModeOfTransport: 'VESSEL',
  Vessel: 'DUNE HERON',
  VesselId: '9300001',
  Voyage: '0AB1CD1MA',
  ...more,
});
const onLand = { Vessel: '', VesselId: '', Voyage: '', ModeOfTransport: 'TRUCK' };

/** CMA CGM: dates and times of the place in words, and a date that means none. */
const cmaSample = json('CMA', {
  ContainerReference: sampleContainer,
  BLNumber: '',
  BookingNumber: 'SHA0000001',
  Size: '45',
  Type: 'G1',
  EmptyReturnDate: '/Date(-62135596800000)/',
  PastMoves: [
    cmaMove('Sunday,08-FEB-2026', '08:12 AM', 'CNSHA', 'Empty to shipper', onLand),
    cmaMove('Tuesday,10-FEB-2026', '12:30 AM', 'CNSHA', 'Ready to be loaded', onLand),
    cmaMove('Thursday,12-FEB-2026', '12:05 PM', 'CNSHA', 'Loaded on board'),
    cmaMove('Friday,13-FEB-2026', '03:00 AM', 'CNSHA', 'Vessel Departure'),
    cmaMove('Friday,20-FEB-2026', '02:00 AM', 'SGSIN', 'Vessel Arrival'),
    cmaMove('Friday,20-FEB-2026', '07:00 AM', 'SGSIN', 'Discharged in transhipment'),
  ],
  CurrentMoves: [
    cmaMove('Tuesday,24-FEB-2026', '11:00 PM', 'SGSIN', 'Loaded on board', {
      State: 'CURRENT',
      Vessel: 'AMBER TIDE',
      VesselId: '9321483',
      Voyage: '0EF2GH1MA',
    }),
  ],
  ProvisionalMoves: [
    cmaMove('Saturday,21-MAR-2026', '05:00 AM', 'NLRTM', 'Vessel Arrival', {
      State: 'NONE',
      Vessel: 'AMBER TIDE',
      VesselId: '9321483',
      Voyage: '0EF2GH1MA',
    }),
    { ...cmaMove('', '', 'NLRTM', 'Discharged', { State: 'NONE' }), Date: '/Date(-62135596800000)/' },
  ],
});

const oneEvent = (
  matrixId: string,
  eventName: string,
  local: string,
  utc: string,
  code: string,
  more: Record<string, unknown> = {},
) => ({
  matrixId,
  eventName,
  eventLocalPortDate: local,
  eventDate: utc,
  triggerType: 'ACTUAL',
  location: { code, locationName: code },
  yard: { yardCode: `${code}01`, yardName: 'WINTER YARD' },
  ...more,
});
const oneShip = { edhVessel: { code: 'ABCD', name: 'BIRCH WAKE', voyNo: '0207', dirCode: 'W' } };

/** ONE: three answers as one; local times end in Z. */
const oneSample = json('ONEY', {
  answers: {
    search: {
      status: 200,
      code: 1,
      message: 'Success',
      data: [{ bookingNo: 'SHAZ00000100', containerNo: sampleContainer, cargoEvents: [] }],
    },
    copEvents: {
      status: 200,
      code: 1,
      message: 'Success',
      data: [
        oneEvent(
          'E012',
          'Empty Container Release to Shipper',
          '2026-02-08T09:00:00.000Z',
          '2026-02-08T01:00:00.000Z',
          'CNSHA',
        ),
        oneEvent(
          'E040',
          'Gate In to Outbound Terminal',
          '2026-02-10T10:00:00.000Z',
          '2026-02-10T02:00:00.000Z',
          'CNSHA',
        ),
        oneEvent(
          'E058',
          'Loaded on Vessel at Port of Loading',
          '2026-02-12T23:30:00.000Z',
          '2026-02-12T15:30:00.000Z',
          'CNSHA',
          oneShip,
        ),
        oneEvent(
          'E061',
          'Vessel Departure from Port of Loading',
          '2026-02-13T04:00:00.000Z',
          '2026-02-12T20:00:00.000Z',
          'CNSHA',
          oneShip,
        ),
        oneEvent('E999', 'Weighed again by mistake', '2026-02-10T11:00:00.000Z', '2026-02-10T03:00:00.000Z', 'CNSHA'),
        oneEvent(
          'E089',
          'Vessel Arrival at Port of Discharge',
          '2026-03-15T08:00:00.000Z',
          '2026-03-15T07:00:00.000Z',
          'NLRTM',
          { ...oneShip, triggerType: 'ESTIMATED' },
        ),
      ],
    },
    voyageList: { status: 200, code: 1, message: 'Success', data: [] },
  },
});

/** All of them. */
export const carrierSamples: Readonly<Record<string, Sample>> = {
  cma: cmaSample,
  cosco: coscoSample,
  dongYoung: dongYoungSample,
  evergreen: evergreenSample,
  fesco: fescoSample,
  ...kmtcSamples,
  maersk: maerskSample,
  msc: mscSample,
  one: oneSample,
  pil: pilSample,
  sinokor: sinokorSample,
  sitc: sitcSample,
  smLine: smLineSample,
  yangMing: yangMingSample,
  zhonggu: zhongguSample,
};
