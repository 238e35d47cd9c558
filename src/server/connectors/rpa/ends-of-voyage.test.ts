import { expect, test } from 'vitest';
import { sampleContainer } from '#testing/connectors/rpa/sample-answer.ts';
import { answerOf, linesOf } from '#testing/connectors/rpa/sample-lines.ts';

const mscLines = (ports: object, ...Events: readonly object[]): string[] =>
  linesOf(
    answerOf(
      'msc',
      JSON.stringify({
        IsSuccess: true,
        Data: {
          BillOfLadings: [
            { GeneralTrackingInfo: ports, ContainersInfo: [{ ContainerNumber: sampleContainer, Events }] },
          ],
        },
      }),
    ),
  );
const event = (Description: string, Date: string, UnLocationCode: string, ...Detail: string[]) => ({
  Description,
  Date,
  UnLocationCode,
  Detail,
});

test('an expected arrival at a port of transhipment is not one at the port of discharge', () => {
  const arrival = event('Estimated Time of Arrival', '26/04/2026', 'SGSIN', 'BIRCH WAKE', 'BW602S');
  const loaded = event('Export Loaded on Vessel', '14/03/2026', 'CNSHA', 'BIRCH WAKE', 'BW602S');
  const ends = { PortOfLoad: 'SHANGHAI, CN', PortOfDischarge: 'ROTTERDAM, NL' };
  expect(mscLines(ends, arrival, loaded)).toContain('TSBA | SGSIN | ~2026-04-26 | BIRCH WAKE BW602S');
  // Without a named end the last port is taken for it.
  expect(mscLines({}, arrival, loaded)).toContain('BDAR | SGSIN | ~2026-04-26 | BIRCH WAKE BW602S');
});

test('a port that is listed as one of transhipment is one, also in the country of the end', () => {
  const discharged = event('Discharged', '26/03/2026', 'CNSHA', 'BIRCH WAKE', 'BW602S');
  const ends = { PortOfDischarge: 'NINGBO, CN' };
  expect(mscLines(ends, discharged)).toEqual(['DSCH | CNSHA | 2026-03-26 | BIRCH WAKE BW602S | box']);
  expect(mscLines({ ...ends, Transshipments: ['SHANGHAI, CN'] }, discharged)).toEqual([
    'TSDC | CNSHA | 2026-03-26 | BIRCH WAKE BW602S | box',
  ]);
});

test('a discharge before the port of discharge is a transhipment while the next ship is waited for', () => {
  const move = (StatusDescription: string, day: string, LocationCode: string) => ({
    DateString: day,
    StatusDescription,
    State: 'DONE',
    Vessel: 'AMBER TIDE',
    LocationCode,
    ModeOfTransport: 'VESSEL',
  });
  const PastMoves = [
    move('Loaded on board', '2026-02-10', 'CNSHA'),
    move('Vessel Arrival', '2026-02-19', 'SGSIN'),
    move('Discharged', '2026-02-20', 'SGSIN'),
  ];
  const reported = { ContainerReference: sampleContainer, POL: 'CNSHA', POD: 'NLRTM', PastMoves };
  expect(linesOf(answerOf('cma', JSON.stringify(reported)))).toEqual([
    'LOBD | CNSHA | 2026-02-10 | AMBER TIDE | box',
    'TSBA | SGSIN | 2026-02-19 | AMBER TIDE',
    'TSDC | SGSIN | 2026-02-20 | AMBER TIDE | box',
  ]);
});

test('containers of one bill are each at their own end of the way', () => {
  const other = 'MSKU6011672';
  const move = (activity: string, day: string, locationCode: string, more: object = {}) => ({
    activity,
    event_time: `${day}T09:00:00`,
    event_time_type: 'ACTUAL',
    locationCode,
    ...more,
  });
  const ship = { transport_mode: 'MVS', vessel_name: 'AMBER TIDE', voyage_num: '101W' };
  const container = (container_num: string, ...events: readonly object[]) => ({
    container_num,
    locations: [{ events }],
  });
  const containers = [
    container(
      sampleContainer,
      move('LOAD', '2026-02-01', 'CNSHA', ship),
      move('DISCHARG', '2026-02-20', 'NLRTM', ship),
    ),
    // Left behind: fetched after the first container had sailed, and before its own ship.
    container(
      other,
      move('PICKUP', '2026-02-03', 'CNSHA'),
      move('LOAD', '2026-02-12', 'CNSHA', { ...ship, voyage_num: '103W' }),
    ),
  ];
  const answer = { ...answerOf('maersk', JSON.stringify({ origin: {}, containers })), subject: 'bill' as const };
  expect(linesOf({ ...answer, subjectNo: 'MAEU000000001' })).toContain('STSP | CNSHA | 2026-02-03 09:00 | box');
});

test('a container that is fetched on the day of its discharge is full', () => {
  const row = (day: string, move: string, ship = '') =>
    `<tr><td>${day}</td><td>${move}</td><td>ROTTERDAM (NL)</td><td>${ship}</td></tr>`;
  const loaded = row('FEB-12-2026', 'Loaded (FCL) on vessel', 'AMBER TIDE 045W').replace(
    'ROTTERDAM (NL)',
    'SHANGHAI (CN)',
  );
  const rows = [
    loaded,
    row('MAR-15-2026', 'Discharged (FCL)', 'AMBER TIDE 045W'),
    row('MAR-15-2026', 'Pick-up by merchant haulage'),
  ];
  const titles = '<tr><td>Date</td><td>Moves</td><td>Location</td><td>Vessel Voyage</td></tr>';
  const page = `<p>${sampleContainer}</p><table>${titles}${rows.join('')}</table>`;
  expect(linesOf(answerOf('evergreen', page))).toContain('STCS | NLRTM | 2026-03-15 | box');
});

test('the moves of each container of a bill come as rows alone', () => {
  const row = (...cells: string[]) => `<tr><td></td>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const search = {
    success: true,
    data: `<table><tr><td><b class="cont-numb">${sampleContainer}</b></td></tr></table>`,
  };
  const data = [
    row('', '', '08-Feb-2026 09:00:00', 'O/B Empty Container Released', 'SHANGHAI'),
    row('AMBER TIDE', 'VAT0123', '12-Feb-2026 23:30:00', 'Vessel Loading', 'SHANGHAI'),
    row('AMBER TIDE', 'VAT0123', '* 19-Feb-2026', 'Vessel Discharge', 'SINGAPORE'),
  ].join('');
  const text = JSON.stringify({ answers: { search, moves: [{ containerNo: sampleContainer, success: true, data }] } });
  expect(linesOf({ ...answerOf('pil', text), subject: 'bill', subjectNo: 'SHAA00000002' })).toEqual([
    'STSP | CNSHA | 2026-02-08 09:00 | box',
    'LOBD | CNSHA | 2026-02-12 23:30 | AMBER TIDE VAT0123 | box',
    'DSCH | SGSIN | ~2026-02-19 | AMBER TIDE VAT0123 | box',
  ]);
});
