import { html, json, sampleContainer } from './sample-answer.ts';

const coscoMove = (status: string, location: string, time: string, transportation = 'Truck') => ({
  containerNumber: sampleContainer,
  containerNumberStatus: status,
  location,
  timeOfIssue: time,
  transportation,
});

/** COSCO: a container whose list goes back to the trip before. */
export const coscoSample = json('COSU', {
  code: '200',
  data: {
    content: {
      containers: [
        {
          container: { containerNumber: sampleContainer },
          containerCircleStatus: [
            coscoMove(
              'Empty Equipment Returned',
              'Depot North(Gate2,Rotterdam,Zuid-Holland,Netherlands',
              '2026-03-21 11:32',
            ),
            coscoMove(
              'Gate-out from Final Hub',
              'Autumn Terminal,Rotterdam,Zuid-Holland,Netherlands',
              '2026-03-18 06:53',
            ),
            coscoMove(
              'Discharged at Last POD',
              'Autumn Terminal,Rotterdam,Zuid-Holland,Netherlands',
              '2026-03-15 21:13',
              'Vessel',
            ),
            coscoMove('Loaded at First POL', 'Spring Terminal,Shanghai,Shanghai,China', '2026-02-12 12:52', 'Vessel'),
            coscoMove('Cargo Received', 'Spring Terminal,Shanghai,Shanghai,China', '2026-02-10 10:04'),
            coscoMove('Gate-In at First POL', 'Spring Terminal,Shanghai,Shanghai,China', '2026-02-10 10:04'),
            coscoMove('Empty Equipment Despatched', 'Depot South,Shanghai,Shanghai,China', '2026-02-08 07:55'),
            coscoMove('Empty Equipment Returned', 'Depot South,Shanghai,Shanghai,China', '2026-01-20 08:57'),
            coscoMove(
              'Discharged at Last POD',
              'Spring Terminal,Shanghai,Shanghai,China',
              '2026-01-12 21:52',
              'Vessel',
            ),
          ],
          containerHistorys: [],
        },
      ],
    },
  },
});

const sitcMove = (code: string, en: string, zh: string, day: string, port: string) => ({
  containerNo: sampleContainer,
  blNo: 'SITZZ0000001',
  movementcode: code,
  movementnameen: en,
  movementname: zh,
  eventdate: day,
  portname: port,
});

/** SITC: legs with times, movements with days, and a transhipment that is reported by words only. */
export const sitcSample = json('SITC', {
  answers: {
    search: {
      code: 1,
      data: {
        list1: [{ blNo: 'SITZZ0000001' }],
        list2: [
          {
            vesselName: '___',
            voyageNo: '2602',
            voyageLeg: 'S',
            portFrom: 'CNSHA',
            portFromName: 'SHANGHAI',
            portTo: 'SGSIN',
            portToName: 'SINGAPORE',
            etd: '2026-02-11 12:00:00',
            atd: '2026-02-12 23:00',
            eta: '2026-02-18 12:00:00',
            ata: '2026-02-19 11:36',
          },
          {
            vesselName: 'CEDAR GALE',
            voyageNo: '2609',
            voyageLeg: 'W',
            portFrom: 'SGSIN',
            portFromName: 'SINGAPORE',
            portTo: 'NLRTM',
            portToName: 'ROTTERDAM',
            etd: '2026-02-26 00:00:00',
            atd: null,
            eta: '2026-03-20 21:00:00',
            ata: null,
          },
        ],
        list3: [{ containerNo: sampleContainer, sealNo: 'S1', movementname: '出口装船' }],
      },
    },
    movements: {
      code: 1,
      data: {
        list: [
          sitcMove('OP', 'outbound pickup', '客户提空箱', '2026-02-08', 'shanghai'),
          sitcMove('VL', 'loaded onto vessel', '出口装船', '2026-02-12', 'shanghai'),
          sitcMove('TS', 'transshipment between vessel', '转船', '2026-02-20', 'singapore'),
          sitcMove('VL', 'loaded onto vessel', '出口装船', '2026-02-26', 'singapore'),
        ],
      },
    },
  },
});

/** FESCO: containers as JSON within JSON. */
export const fescoSample = json('FES', {
  requestKey: '',
  missing: [],
  containers: [
    JSON.stringify({
      container: sampleContainer,
      lastEvents: [
        {
          time: '2026-02-08T16:00:00',
          operation: 'GATE-OUT',
          operationNameLatin: 'Gate out empty for loading',
          locId: 1,
          locNameLatin: 'SPRING YARD',
          transportType: null,
          location: { id: 1, textLatin: 'SPRING YARD', parentTextLatin: 'Shanghai', countryLatin: 'China' },
        },
        {
          time: '2026-02-12T18:00:00',
          operation: 'LOAD',
          operationNameLatin: 'Load on board',
          locId: 1,
          locNameLatin: 'SPRING YARD',
          vessel: 'AMBER TIDE',
          transportType: null,
        },
      ],
    }),
  ],
});

/** Zhonggu: one trip by days. */
export const zhongguSample = json('ZGX', {
  backCode: '200',
  object: [
    {
      blNo: 'ZGZZ000000001',
      vesselName: 'DUNE HERON',
      voyage: '26004N',
      portFrom: 'CNSHA',
      portFromName: 'SHANGHAI',
      portTo: 'SGSIN',
      portToName: 'SINGAPORE',
      etd: '2026-02-11',
      atd: '2026-02-12',
      eta: '2026-02-19',
      ata: '',
    },
  ],
});

const sinokorRow = (...cells: string[]): string => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

/** Sinokor: a page whose schedule says to which town a terminal belongs. */
export const sinokorSample = html(
  'SNK',
  `<div class="liLeft"><div class="col-sm-6 col-md-6"><b>Shanghai </b><br/>SPRING CT<br/>2026-02-12 02:00</div>
<div class="col-sm-6 col-md-6"><b>Singapore </b><br/>SUMMER CT<br/>2026-02-19 02:00</div></div>
<label>Loading</label><label>SHANGHAI, CHINA</label><label>Discharging</label><label>ROTTERDAM, NETHERLANDS</label>
<table><tr><td>${sampleContainer}</td><td>20' DRY</td><td>COC</td><td>Full</td></tr></table>
<table id="tblResult"><thead><tr><th>Event<th>Container No. or Vessel/Voyage<th>Location<th>Date&Time</tr></thead><tbody>
${sinokorRow('Pickup (1/1)', sampleContainer, 'NORTH SPRING CT Depot', '2026-02-08 SUN 10:22')}
${sinokorRow('Return (1/1)', sampleContainer, 'SPRING CT', '2026-02-10 TUE 01:48')}
${sinokorRow('Departure', 'AMBER TIDE / 2605N', 'SPRING CT', '2026-02-12 THU 02:00')}
${sinokorRow('Arrival(T/S) (Scheduled)', 'AMBER TIDE / 2605N', 'SUMMER CT', '2026-02-19 THU 02:00')}
${sinokorRow('Departure(T/S) (Scheduled)', 'BIRCH WAKE / 2656W', 'SUMMER CT', '2026-02-21 SAT 09:00')}
${sinokorRow('Arrival (Scheduled)', 'BIRCH WAKE / 2656W', 'ROTTERDAM', '2026-03-17 TUE 08:00')}
</tbody></table>`,
);

/** KMTC: the voyage of a container. */
const kmtcSample = html(
  'KMD',
  `<table id="paging_1"><tr><td>KMTZ0000001</td><td>CN00000001</td><td><a href="#">${sampleContainer}</a><br>20GP</td><td>SHANGHAI<br>2026.02.12/09:00</td>
<td>SINGAPORE<br>2026.02.20/01:30</td><td>1)DUNE HERON/2604S</td><td>선적예정</td></tr></table>`,
);

const kmtcEvent = (cntrStsCd: string, cntrMvntCd: string, feCatCd: string, day: string, plcNm: string) => ({
  cntrStsCd,
  cntrMvntCd,
  feCatCd,
  mvntDt: day.slice(0, 8),
  mvntTm: day.slice(8),
  plcNm,
  trmlNm: 'SPRING TERMINAL',
});

/** KMTC's present page: containers and moves, the newest first; ships are named in the schedule only. */
const kmtcDataSample = json('KMD', {
  answers: {
    search: {
      cntrList: [
        {
          blNo: 'ZZ0000001',
          bkgNo: 'CN00000001',
          cntrNo: sampleContainer,
          polPortNm: 'SHANGHAI,CHINA',
          podPortNm: 'SINGAPORE,SINGAPORE',
          vslNm: '1)DUNE HERON/2604S',
          etd: '202602120900',
          eta: '202602200130',
        },
      ],
    },
    movements: [
      {
        containerNo: sampleContainer,
        trackingList: [
          kmtcEvent('GTI', 'IB', 'E', '20260225', 'SINGAPORE,SINGAPORE'),
          kmtcEvent('GTO', 'IB', 'F', '202602221015', 'SINGAPORE,SINGAPORE'),
          kmtcEvent('DIS', 'IB', 'F', '202602200640', 'SINGAPORE,SINGAPORE'),
          kmtcEvent('TRS', 'OB', 'F', '202602150100', 'SINGAPORE,SINGAPORE'),
          kmtcEvent('LDG', 'OB', 'F', '202602120310', 'SHANGHAI,CHINA'),
          kmtcEvent('GTI', 'OB', 'F', '202602101820', 'SHANGHAI,CHINA'),
          kmtcEvent('GTO', 'OB', 'E', '202602080905', 'SHANGHAI,CHINA'),
        ],
      },
    ],
  },
});

/** KMTC's former page, and the data of its present one. */
export const kmtcSamples = { kmtc: kmtcSample, kmtcData: kmtcDataSample };

const smEvent = (status: string, time: string, kind: 'A' | 'E', node: string, ship = '') => ({
  statusNm: status,
  eventDt: time,
  actTpCd: kind,
  nodCd: node,
  placeNm: '',
  yardNm: 'SPRING YARD',
  vslEngNm: ship,
  skdVoyNo: ship && '2601',
  skdDirCd: ship && 'W',
});

/** SM Line: search, legs and events as one. */
export const smLineSample = json('SMLINE', {
  answers: {
    search: {
      TRANS_RESULT_KEY: 'S',
      list: [{ blNo: 'SMLZZ0000001', bkgNo: 'SMLZZ0000001', copNo: 'C1', cntrNo: sampleContainer }],
    },
    legs: {
      TRANS_RESULT_KEY: 'S',
      list: [
        {
          vslEngNm: 'CEDAR GALE',
          skdVoyNo: '2601',
          skdDirCd: 'W',
          polCd: 'CNSHA',
          polNm: 'SHANGHAI',
          podCd: 'NLRTM',
          podNm: 'ROTTERDAM',
          etd: '2026-02-13 04:00',
          etdFlag: 'A',
          eta: '2026-03-15 08:00',
          etaFlag: 'C',
        },
      ],
    },
    events: {
      TRANS_RESULT_KEY: 'S',
      list: [
        smEvent('Empty Container Release<br>to Shipper', '2026-02-08 09:00', 'A', 'CNSHA01'),
        smEvent('Gate In to Outbound Terminal', '2026-02-10 10:00', 'A', 'CNSHA01'),
        smEvent('Loaded on Vessel at Port of Loading', '2026-02-12 23:30', 'A', 'CNSHA01', 'CEDAR GALE'),
        smEvent('Gate Out from Inbound Terminal for Delivery to Consignee', '2026-03-17 08:00', 'E', 'NLRTM01'),
      ],
    },
  },
});

/** Evergreen: a page with hex entities, days by the name of the month. */
export const evergreenSample = html(
  'EMC',
  `<input type="hidden" name="bl_no" value="EGLV000000000001"><table><tr><th>Port of Loading</th><td>&nbsp;SHANGHAI, CHINA (CN)</td></tr>
<tr><th>Port of Discharge</th><td>&#x52;OTTERDAM, NETHERLANDS (NL)</td></tr></table>
<table><tr><td>Container No.</td><td>Size/Type</td><td>Date</td><td>Container Moves</td><td>Location</td><td>Vessel Voyage</td></tr>
<tr><td>${sampleContainer}</td><td>40'</td><td>FEB-08-2026</td><td>Empty pick-up by merchant haulage</td><td>SHANGHAI, CHINA (CN)</td><td></td></tr>
<tr><td>${sampleContainer}</td><td>40'</td><td>FEB-10-2026</td><td>Received (FCL)</td><td>SHANGHAI, CHINA (CN)</td><td></td></tr>
<tr><td>${sampleContainer}</td><td>40'</td><td>FEB-12-2026</td><td>&#x4c;oaded (FCL) on vessel</td><td>SHANGHAI, CHINA (CN)</td><td>AMBER TIDE 0123-045W</td></tr>
<tr><td>${sampleContainer}</td><td>40'</td><td>MAR-15-2026</td><td>Discharged (FCL)</td><td>ROTTERDAM, NETHERLANDS (NL)</td><td>AMBER TIDE 0123-045W</td></tr>
<tr><td>${sampleContainer}</td><td>40'</td><td>MAR-18-2026</td><td>Pick-up by merchant haulage</td><td>ROTTERDAM, NETHERLANDS (NL)</td><td></td></tr></table>`,
);

/** Yang Ming: the newest first, the means of transport beside the words. */
export const yangMingSample = json('YML', {
  successCnt: 1,
  containerList: [
    {
      ctnrNo: sampleContainer,
      ctStatusInfo: [
        {
          eventDesc: 'Loaded on Vessel',
          moveDate: '2026/02/12 23:30',
          atFacility: 'SHANGHAI, CHINA<BR />(SPRING TERMINAL)',
          tsMode: 'DUNE HERON<BR />(011E)',
        },
        {
          eventDesc: 'Received at Origin',
          moveDate: '2026/02/10 10:00',
          atFacility: 'SHANGHAI, CHINA',
          tsMode: 'TRUCK',
        },
        { eventDesc: 'Empty to Shipper', moveDate: '2026/02/08 09:00', atFacility: 'SHANGHAI, CHINA', tsMode: 'TRUCK' },
      ],
    },
  ],
});

/** PIL: a page within JSON; a star says that a time is expected. */
export const pilSample = json('PIL', {
  success: true,
  data: `<div>Container # <b>${sampleContainer}</b></div><table><tr class="resultrow"><td>1</td><td>Load<br>SHANGHAI<br>CNSHA</td><td>AMBER TIDE<br>VAT0123</td><td>SGSIN<br>19-Feb-2026</td></tr>
<tbody id="container_info_sub_1"><tr><td></td><td></td><td>08-Feb-2026 09:00:00</td><td>O/B Empty Container Released</td><td>SHANGHAI</td></tr>
<tr><td></td><td></td><td>10-Feb-2026 10:00:00</td><td>Truck Gate In to O/B Terminal</td><td>SHANGHAI</td></tr>
<tr><td>AMBER TIDE</td><td>VAT0123</td><td>12-Feb-2026 23:30:00</td><td>Vessel Loading</td><td>SHANGHAI</td></tr>
<tr><td>AMBER TIDE</td><td>VAT0123</td><td>* 19-Feb-2026</td><td>Vessel Discharge</td><td>SINGAPORE</td></tr>
<tr><td></td><td></td><td>Information Not Available</td><td>I/B Empty Container Returned</td><td>SINGAPORE</td></tr></tbody></table>`,
});

/** Dong Young: times without points. */
export const dongYoungSample = json('DYS', {
  answers: {
    search: {
      dlt_resultBlList: [
        {
          OUTBNO: 'PCSLZZ00001',
          OUTBKN: 'BK1',
          OUTPOL: 'SHANGHAI<br>SPRING',
          OUTPOD: 'SINGAPORE<br>SUMMER',
          OUTETA: '202602190800',
        },
      ],
    },
    movement: {
      dlt_resultMovementList: [
        { OUTCNO: sampleContainer, OUTDTD: '202602080900', OUTDEK: 'Empty container gate out', OUTAREA: 'SHANGHAI' },
        {
          OUTCNO: sampleContainer,
          OUTDTD: '202602122330',
          OUTDEK: 'Loaded on vessel',
          OUTAREA: 'SHANGHAI',
          VSLNAME: 'AMBER TIDE',
        },
      ],
    },
  },
});
