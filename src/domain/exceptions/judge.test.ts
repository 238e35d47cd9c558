import { expect, test } from 'vitest';
import { at, buildContainer, buildEvent, buildRecord, buildView, reference, t0 } from '../testing/builders.ts';
import { shareFinding } from './containers.ts';
import { judge } from './judge.ts';
import { demurrageRisk } from './rules/demurrage-risk.ts';
import { hold } from './rules/hold.ts';
import type { ExceptionRule } from './types.ts';

const [small, large] = ['MERU1234567', 'OCEU7654321'];

/** What a rule says of a bill on two ships, of whose containers one was discharged and is held since one day, the other since another. */
function statedOf(rule: ExceptionRule, [one, other]: readonly [number, number]) {
  const movesOf = (container: string, vesselName: string, day: number) => [
    buildEvent(container, 'LOBD', 'CNSHA', { actual: at(day - 20), vesselName }),
    buildEvent(container, 'DSCH', 'USLAX', { actual: at(day), vesselName }),
    buildEvent(container, 'CUIP', 'USLAX', { actual: at(day) }),
  ];
  const content = {
    containers: [buildContainer(small), buildContainer(large)],
    events: [...movesOf(small, 'ANNA', one), ...movesOf(large, 'EVE', other)],
  };
  return judge(rule, buildView([buildRecord('r1', content)]), t0, rule.defaults, reference);
}

test('the problem of a split bill has the words of the container that has most of it', () => {
  const both = { boxNos: `${small} ${large}` };
  expect(statedOf(demurrageRisk, [-15, -45])).toMatchObject([
    { params: { ...both, containerNo: large, daysOver: 38 } },
  ]);
  expect(statedOf(demurrageRisk, [-45, -15])).toMatchObject([
    { params: { ...both, containerNo: small, daysOver: 38 } },
  ]);
  expect(statedOf(hold, [-15, -45])).toMatchObject([{ params: { ...both, containerNo: large, hours: 45 * 24 } }]);
});

test('so has the problem that subscriptions of single containers share', () => {
  const findingOf = (containerNo: string, daysOver: number) => ({
    containerNo,
    finding: { key: '', params: { containerNo, daysOver }, evidence: [], severity: 'high' as const },
  });
  expect(shareFinding([findingOf(small, 8), findingOf(large, 38)]).params).toMatchObject({ daysOver: 38 });
});

test('of free time that is not over the container with the least left speaks', () => {
  const findingOf = (containerNo: string, hoursLeft: number) => ({
    containerNo,
    finding: { key: '', params: { containerNo, hoursLeft }, evidence: [], severity: 'medium' as const },
  });
  expect(shareFinding([findingOf(small, 20), findingOf(large, 6)]).params).toMatchObject({ hoursLeft: 6 });
});
