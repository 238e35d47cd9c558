import { expect, test } from 'vitest';
import { at, buildContainer, buildEvent, buildLeg, buildRecord } from '../../testing/builders.ts';
import { milestones, sourceTypes } from '../../tracking/model.ts';
import type { SourceRecord } from '../../tracking/model.ts';
import { fuse } from './fuse.ts';
import { defaultPrecedence } from './precedence.ts';

const codes = Object.values(milestones).slice(0, 12);

/** Records of so many sources about so many containers with twelve milestones each. */
const records = (sources: number, units: number): SourceRecord[] =>
  Array.from({ length: sources }, (_none, source) => {
    const containers = Array.from(
      { length: units },
      (_container, container) => `MERU${String(container).padStart(7, '0')}`,
    );
    return buildRecord(
      `r${source}`,
      {
        booking: { billNo: 'MERI1', eta: at(30, source) },
        legs: [buildLeg(1, 'CNSHA', 'SGSIN', { eta: at(8, source) }), buildLeg(2, 'SGSIN', 'NLRTM')],
        containers: containers.map((container) => buildContainer(container)),
        events: containers.flatMap((container) =>
          codes.map((code, index) =>
            buildEvent(container, code, index < 6 ? 'CNSHA' : 'NLRTM', { actual: at(index, source) }),
          ),
        ),
      },
      { sourceType: sourceTypes[source % sourceTypes.length] ?? 'CARRIER', sourceCode: `s${source}` },
    );
  });

/** How often anything of the records is read while they are fused: work without a clock. */
function readsOf(input: SourceRecord[]): number {
  let reads = 0;
  const counted = new WeakMap<object, object>();
  const watch = <T extends object>(target: T): T => {
    const known = counted.get(target);
    if (known !== undefined) return known as T;
    const proxy = new Proxy(target, {
      get(object, name, receiver) {
        reads += 1;
        const value: unknown = Reflect.get(object, name, receiver);
        return typeof value === 'object' && value !== null ? watch(value) : value;
      },
    });
    counted.set(target, proxy);
    return proxy;
  };
  fuse(input.map(watch), [], defaultPrecedence);
  return reads;
}

test('the work of one booking grows with what is stated of it, not with its square', () => {
  const [few, many] = [readsOf(records(3, 5)), readsOf(records(3, 50))];
  expect(many / few).toBeLessThan(11);
  const [three, six] = [readsOf(records(3, 10)), readsOf(records(6, 10))];
  expect(six / three).toBeLessThan(2.6);
});

test('a booking of three sources and three containers takes a few thousand looks', () => {
  expect(readsOf(records(3, 3))).toBeLessThan(8_000);
});
