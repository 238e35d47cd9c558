import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyContent } from '../testing/arbitraries.ts';
import { at, buildContent, buildEvent, buildLeg } from '../testing/builders.ts';
import { buildStages } from './stages.ts';
import { eventsFor } from './timeline.ts';
import { isWords, stageOf } from './milestone-order.ts';

const container = 'MERU1234567';
const legs = [buildLeg(1, 'CNSHA', 'SGSIN'), buildLeg(2, 'SGSIN', 'DEHAM'), buildLeg(3, 'DEHAM', 'NLRTM')];
const codesIn = (stages: ReturnType<typeof buildStages>, index: number) =>
  stages[index]?.milestones.map(({ statusCode }) => statusCode);

test('shows the parts of the voyage in order, with each transhipment', () => {
  expect(
    buildStages(buildContent({ legs }), container).map(({ kind, number, portCode }) => [kind, number, portCode]),
  ).toEqual([
    ['origin', 0, 'CNSHA'],
    ['sea', 0, 'CNSHA'],
    ['transhipment', 1, 'SGSIN'],
    ['transhipment', 2, 'DEHAM'],
    ['destination', 0, 'NLRTM'],
    ['inland', 0, null],
  ]);
});

test('what every container passes is there before anybody mentions it; the booking lends its times', () => {
  const stages = buildStages(buildContent({ booking: { etd: at(1), plannedDeparture: at(0) } }), null);
  expect(codesIn(stages, 0)).toEqual(['STSP', 'GITM', 'LOBD']);
  expect(stages[1]?.milestones).toMatchObject([
    { statusCode: 'DLPT', event: null, shownAt: at(1), classifier: 'estimated' },
  ]);
  expect(stages[0]?.milestones[0]).toMatchObject({ shownAt: null, classifier: null });
});

test('milestones stand in the order of the voyage and show the surest time', () => {
  const events = [
    buildEvent(container, 'LOBD', 'CNSHA', { planned: at(1), estimated: at(2), actual: at(3) }),
    buildEvent(container, 'PASS', 'CNSHA', { planned: at(2) }),
    buildEvent(container, 'STUF', 'CNSHA', { estimated: at(-1) }),
  ];
  const [origin] = buildStages(buildContent({ legs, events }), container);
  expect(origin?.milestones.map(({ statusCode, shownAt, classifier }) => [statusCode, shownAt, classifier])).toEqual([
    ['STSP', null, null],
    ['STUF', at(-1), 'estimated'],
    ['GITM', null, null],
    ['PASS', at(2), 'planned'],
    ['LOBD', at(3), 'actual'],
  ]);
});

test('papers stand where they were issued, by port or else by time', () => {
  const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(0) };
  const events = [
    buildEvent(container, 'PASS', 'NLRTM', { actual: at(31) }),
    buildEvent(container, 'INSP', null, { actual: at(-1) }),
    buildEvent(container, 'CUIP', 'SGSIN', { actual: at(8) }),
  ];
  const stages = buildStages(buildContent({ booking, legs, events }), container);
  expect(codesIn(stages, 4)).toContain('PASS');
  expect(codesIn(stages, 0)).toContain('INSP');
  expect(codesIn(stages, 2)).toContain('CUIP');
});

test('what only words of a carrier tell stands where it happened', () => {
  const booking = { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(0) };
  const events = [
    buildEvent(container, 'POSITIONED IN', 'SGSIN', { actual: at(8) }),
    buildEvent(container, 'WEIGHED AGAIN', 'CNNKG', { actual: at(-1) }),
    buildEvent(container, 'RCS', 'CNSHA', { actual: at(-1) }),
  ];
  const stages = buildStages(buildContent({ booking, legs, events }), container);
  expect(codesIn(stages, 2)).toContain('POSITIONED IN');
  expect(codesIn(stages, 0)).toContain('WEIGHED AGAIN');
  expect(stages.flatMap((_, index) => codesIn(stages, index))).not.toContain('RCS');
});

test('events of the bill stand in where the container has none of its own', () => {
  const content = buildContent({
    events: [
      buildEvent(null, 'DLPT', 'CNSHA', { actual: at(1) }),
      buildEvent(null, 'BDAR', 'NLRTM', { actual: at(9) }),
      buildEvent(container, 'DLPT', 'CNSHA', { actual: at(2) }),
    ],
  });
  expect(eventsFor(content, container).map(({ statusCode, actual }) => [statusCode, actual])).toEqual([
    ['DLPT', at(2)],
    ['BDAR', at(9)],
  ]);
  expect(eventsFor(content, null)).toHaveLength(2);
});

test('a transhipment that only events know has a part too, even without a port', () => {
  const known = buildStages(
    buildContent({ events: [buildEvent(container, 'TSDC', 'SGSIN', { actual: at(8) })] }),
    container,
  );
  expect(known[2]).toMatchObject({ kind: 'transhipment', number: 1, portCode: 'SGSIN' });
  const unplaced = buildStages(
    buildContent({ events: [buildEvent(container, 'TSDC', null, { actual: at(8) })] }),
    container,
  );
  expect(unplaced[2]).toMatchObject({ kind: 'transhipment', portCode: null });
});

test('no milestone of the sea is lost, whatever the sources say', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const shown = buildStages(content, container).flatMap(({ milestones }) =>
        milestones.filter(({ event }) => event),
      );
      const reported = eventsFor(content, container).filter(
        ({ statusCode }) => stageOf(statusCode) !== undefined || isWords(statusCode),
      );
      expect(shown).toHaveLength(reported.length);
    }),
    { numRuns: 300 },
  );
});
