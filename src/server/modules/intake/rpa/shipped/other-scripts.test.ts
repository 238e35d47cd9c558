import { expect, test } from 'vitest';
import { startHttpReceiver } from '#testing/http-receiver.ts';
import { runScript } from '#testing/script-runs.ts';
import { asRecord } from '#shared/values/objects.ts';
import { readScript } from './read-scripts.ts';
import { sitePackages } from './site-packages.ts';

// What the scripts ask, call by call, of sites that answer nothing else, and the page that comes of it.

const server = await startHttpReceiver();

/** A call that is expected, with its form or data, and what is answered. */
type Step = { call: string; body?: string; answer: unknown };
type Case = { script: string; subject?: 'container'; no: string; steps: Step[]; page: unknown };

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const sent = (value: unknown): string => JSON.stringify(value);
const smLine = 'POST /smline/CUP_HOM_3301GS.do';
const evergreen = 'POST /servlet/TDB1_CargoTracking.do';
const evergreenBill = `<html>B/L No. <a href="javascript:frmCntrMoveDetail('EGHU1234567')" onMouseOver="window.status='Container:EGHU1234567 onboard:20260423 pol:PTLXO'">`;
const evergreenMoves = '<html>B/L No. <table><tr><td>APR-23-2026</td></tr></table></html>';
const kmtcContainers = ['KMTU1234567', 'KMTU7654321'];
const kmtcSearch = {
  cntrList: kmtcContainers.map((cntrNo, index) => ({ blNo: 'JKT0000001', bkgNo: `ID${index}`, cntrNo })),
};
const kmtcMoves = { trackingList: [{ mvntDt: '20260102', cntrStsCd: 'GTO' }] };
const cmaForm =
  '<html><form method="post" action="/ebusiness/tracking/search"><input name="__RequestVerificationToken" value="t1"><input name="SearchViewModel.SearchBy"><input name="SearchViewModel.Reference"></form></html>';
const company = { BUKRS: '2000', USRCCD: '', LANGCD: 'en' };
const sinokorPage = '<html><title>Tracking</title></html>';
const year = new Date().getFullYear();
const pilContainers = '<table><tr><td><b class="cont-numb">PCIU1234567</b></td></tr></table>';
const pil = '/wp-content/themes/hello-theme-child-master/pil-api';

const cases: Case[] = [
  {
    script: 'maersk',
    no: 'MAEU123456789',
    steps: [{ call: 'GET /synergy/tracking/123456789?operator=MAEU', answer: { origin: {}, containers: [] } }],
    page: { origin: {}, containers: [] },
  },
  {
    script: 'cma-cgm',
    subject: 'container',
    no: 'CMAU1234567',
    steps: [
      { call: 'GET /ebusiness/tracking', answer: cmaForm },
      {
        call: 'POST /ebusiness/tracking/search',
        body: form({
          __RequestVerificationToken: 't1',
          'SearchViewModel.SearchBy': 'Container',
          'SearchViewModel.Reference': 'CMAU1234567',
          'SearchViewModel.FromHome': 'true',
        }),
        answer:
          `<html><script>options.responseData = '{"ContainerReference":"CMAU1234567","Place":"L\\u0027\\"A\\""}';</script></html>`.replace(
            String.raw`\"A\"`,
            String.raw`\\\"A\\\"`,
          ),
      },
    ],
    page: { ContainerReference: 'CMAU1234567', Place: `L'"A"` },
  },
  {
    script: 'sm-line',
    no: 'SMLMSH000001',
    steps: [
      {
        call: smLine,
        body: form({ f_cmd: '121', cust_cd: '', search_type: 'B', search_name: 'SH000001' }),
        answer: { list: [{ bkgNo: 'SH000001', cntrNo: 'SMCU1234567', copNo: 'C1' }] },
      },
      {
        call: smLine,
        body: form({ f_cmd: '124', cust_cd: '', bkg_no: 'SH000001' }),
        answer: { list: [{ etdFlag: 'A' }] },
      },
      {
        call: smLine,
        body: form({ f_cmd: '125', cust_cd: '', bkg_no: 'SH000001', cop_no: 'C1', cntr_no: 'SMCU1234567' }),
        answer: { list: [{ statusNm: 'x' }] },
      },
    ],
    page: {
      answers: {
        search: { list: [{ bkgNo: 'SH000001' }] },
        legs: { list: [{ etdFlag: 'A' }] },
        events: [{ containerNo: 'SMCU1234567', list: [{ statusNm: 'x' }] }],
      },
    },
  },
  {
    script: 'evergreen',
    no: 'EGLV100000000001',
    steps: [
      {
        call: evergreen,
        body: form({ TYPE: 'BL', BL: '100000000001', NO: '100000000001', SEL: 's_bl' }),
        answer: evergreenBill,
      },
      {
        call: evergreen,
        body: form({
          TYPE: 'CntrMove',
          bl_no: '100000000001',
          cntr_no: 'EGHU1234567',
          onboard_date: '20260423',
          pol: 'PTLXO',
        }),
        answer: evergreenMoves,
      },
    ],
    page: { answers: { bill: evergreenBill, moves: [{ containerNo: 'EGHU1234567', data: evergreenMoves }] } },
  },
  {
    script: 'yang-ming',
    no: 'YMLUI000000001',
    steps: [
      {
        call: 'GET /api/CargoTracking/GetTracking?paramTrackNo=I000000001&paramTrackPosition=SEARCH&paramRefNo=',
        answer: { successCnt: 1 },
      },
    ],
    page: { successCnt: 1 },
  },
  {
    script: 'sinokor',
    subject: 'container',
    no: 'SKLU1234567',
    steps: [
      { call: `GET /Tracking/GetBLList?cntrno=SKLU1234567&year=${year}`, answer: [] },
      { call: `GET /Tracking/GetBLList?cntrno=SKLU1234567&year=${year - 1}`, answer: [{ BKNO: 'SNKO1' }] },
      { call: 'GET /Tracking?blno=SNKO1&cntrno=SKLU1234567', answer: sinokorPage },
    ],
    page: { answers: { search: [{ BKNO: 'SNKO1' }], container: sinokorPage } },
  },
  {
    script: 'kmtc',
    no: 'KMTCJKT0000001',
    steps: [
      {
        call: 'POST /trans/trans/cargo-tracking/',
        body: sent({ dtKnd: 'BL', blNo: 'JKT0000001' }),
        answer: kmtcSearch,
      },
      ...kmtcContainers.map((cntrNo, index) => ({
        call: `GET /trans/trans/cargo-tracking/JKT0000001/detail?bkgNo=ID${index}&cntrNo=${cntrNo}&dtKnd=BL&strBkgNo=ID${index}`,
        answer: kmtcMoves,
      })),
    ],
    page: {
      answers: {
        search: kmtcSearch,
        movements: kmtcContainers.map((containerNo) => ({ containerNo, ...kmtcMoves })),
      },
    },
  },
  {
    script: 'pil',
    no: 'SHAA00000001',
    steps: [
      { call: `GET ${pil}/common/get-n.php`, answer: { success: true, n: '1|a' } },
      { call: `GET ${pil}/trackntrace-containertnt.php`, answer: { success: true, data: '<table></table>' } },
    ],
    page: { success: true, data: '<table></table>' },
  },
  {
    script: 'pil',
    no: 'SHAA00000002',
    steps: [
      { call: `GET ${pil}/common/get-n.php`, answer: { success: true, n: '1|a' } },
      { call: `GET ${pil}/trackntrace-containertnt.php`, answer: { success: true, data: pilContainers } },
      { call: `GET ${pil}/common/get-n.php`, answer: { success: true, n: '2|b' } },
      { call: `GET ${pil}/trackntrace-containertnt-trace.php`, answer: { success: true, data: '<tr></tr>' } },
    ],
    page: {
      answers: {
        search: { success: true, data: pilContainers },
        moves: [{ containerNo: 'PCIU1234567', success: true, data: '<tr></tr>' }],
      },
    },
  },
  {
    script: 'fesco',
    no: 'FBSF00001',
    steps: [
      {
        call: 'POST /api/v1/tracking/get',
        body: sent({ codes: ['FBSF00001'], email: null, forDate: null, fromFile: false }),
        answer: { containers: [], missing: [] },
      },
    ],
    page: { containers: [], missing: [] },
  },
  {
    script: 'zhonggu',
    no: 'ZGSHA0000000001',
    steps: [
      {
        call: 'POST /api/booking/getVoyageInfo',
        body: sent({ blNo: 'ZGSHA0000000001' }),
        answer: { backCode: '200', object: [] },
      },
    ],
    page: { backCode: '200', object: [] },
  },
  {
    script: 'dong-young',
    no: 'PCSLSHA0001',
    steps: [
      {
        call: 'POST /trk/trkE0710R01N',
        body: sent({
          dma_searchInfo: { ...company, PROFILESEQ: '', INPBKN: '', INPBNO: 'PCSLSHA0001', INPCNTRNO: '' },
        }),
        answer: { dlt_resultBlList: [{ OUTBKN: 'B1', OUTBNO: 'PCSLSHA0001', OUTCNT: 'DYLU1234567' }] },
      },
      { call: 'POST /trk/trkE0710R03', answer: { dlt_resultMovementList: [] } },
    ],
    page: {
      answers: { search: { dlt_resultBlList: [{ OUTBKN: 'B1' }] }, moves: [{ dlt_resultMovementList: [] }] },
    },
  },
];

test.each(cases)('$script', async ({ script, subject, no, steps, page }) => {
  const wrong: string[] = [];
  let left = [...steps];
  server.behave(({ method, path, body }, response) => {
    const [step] = left;
    left = left.slice(1);
    const fits = `${method} ${path}`.startsWith(step?.call ?? '-') && (step?.body ?? body) === body;
    if (!fits) wrong.push(`${method} ${path} ${body}`);
    const answer = step?.answer;
    response.writeHead(fits ? 200 : 400).end(typeof answer === 'string' ? answer : sent(answer));
  });
  let brought: unknown;
  const run = await runScript(await readScript(script), {
    hosts: [new URL(server.url).host],
    siteUrl: server.url,
    manners: { contact: 'ops@portolan.example', pauseMs: 1 },
    subscription: {
      subscriptionId: '1',
      carrierCode: 'X',
      subject: subject ?? 'bill',
      subjectNo: no,
      siteUrl: server.url,
    },
    call: async (_path, sentPage) => {
      const { contentType, body } = asRecord(sentPage);
      brought = contentType === 'json' ? JSON.parse(String(body)) : body;
      return { state: 'parsed', events: 1 };
    },
  });
  expect({ wrong, error: run.error, left }).toEqual({ wrong: [], error: undefined, left: [] });
  expect(brought).toMatchObject(asRecord(page));
});

test('every package has its script, and its site an address', async () => {
  for (const { script, siteUrl, pauseMs } of sitePackages) {
    expect(await readScript(script)).toContain('return collectPages(');
    expect([URL.canParse(siteUrl), pauseMs >= 1000]).toEqual([true, true]);
  }
});
