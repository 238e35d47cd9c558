import { expect, test } from 'vitest';
import { sampleBox } from './sample-answer.ts';
import { answerOf, linesOf } from './sample-lines.ts';

const mscLines = (ports: object, ...Events: readonly object[]): string[] =>
  linesOf(
    answerOf(
      'msc',
      JSON.stringify({
        IsSuccess: true,
        Data: {
          BillOfLadings: [{ GeneralTrackingInfo: ports, ContainersInfo: [{ ContainerNumber: sampleBox, Events }] }],
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

test('an expected arrival at a port of transhipment is none at the port of discharge', () => {
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
  const told = { ContainerReference: sampleBox, POL: 'CNSHA', POD: 'NLRTM', PastMoves };
  expect(linesOf(answerOf('cma', JSON.stringify(told)))).toEqual([
    'LOBD | CNSHA | 2026-02-10 | AMBER TIDE | box',
    'TSBA | SGSIN | 2026-02-19 | AMBER TIDE',
    'TSDC | SGSIN | 2026-02-20 | AMBER TIDE | box',
  ]);
});
