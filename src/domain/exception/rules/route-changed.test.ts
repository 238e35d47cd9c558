import { expect, test } from 'vitest';
import { at, buildView, detectIn, keysIn } from '../../testing/builders.ts';
import { routeChanged } from './route-changed.ts';

const view = (...routes: [number, string[]][]) =>
  buildView([], { routeHistory: routes.map(([knownAt, value]) => ({ knownAt, value })) });

test('fires on a port added, left out and resequenced', () => {
  expect(
    detectIn(routeChanged, view([at(-9), ['CNSHA', 'NLRTM']], [at(-2), ['CNSHA', 'SGSIN', 'NLRTM']])),
  ).toMatchObject([{ params: { added: 'SGSIN', newRoute: 'CNSHA → SGSIN → NLRTM' }, severity: 'medium' }]);
  expect(
    detectIn(routeChanged, view([at(-9), ['CNSHA', 'SGSIN', 'NLRTM']], [at(-2), ['CNSHA', 'NLRTM']]))[0]?.params,
  ).toMatchObject({ removed: 'SGSIN' });
  expect(
    detectIn(
      routeChanged,
      view([at(-9), ['CNSHA', 'SGSIN', 'DEHAM', 'NLRTM']], [at(-2), ['CNSHA', 'DEHAM', 'SGSIN', 'NLRTM']]),
    )[0]?.params,
  ).toMatchObject({ resequenced: 1 });
});

test('another end of the voyage is worse', () => {
  expect(detectIn(routeChanged, view([at(-9), ['CNSHA', 'NLRTM']], [at(-2), ['CNSHA', 'DEHAM']]))).toMatchObject([
    { severity: 'high' },
  ]);
});

test('what is learned within the first day is no change, an hour later it is', () => {
  const routes = (hours: number): [number, string[]][] => [
    [at(-9), ['CNSHA', 'NLRTM']],
    [at(-9, hours), ['CNSHA', 'SGSIN', 'NLRTM']],
  ];
  expect(keysIn(routeChanged, view(...routes(24)))).toEqual([]);
  expect(keysIn(routeChanged, view(...routes(25)))).toEqual(['']);
});

test('aliases, a change taken back and an unknown route are no change', () => {
  expect(keysIn(routeChanged, view([at(-9), ['CNSHA', 'NLRTM']], [at(-2), ['CNSGH', 'NLRTM']]))).toEqual([]);
  expect(
    keysIn(
      routeChanged,
      view([at(-9), ['CNSHA', 'NLRTM']], [at(-2), ['CNSHA', 'DEHAM']], [at(-1), ['CNSHA', 'NLRTM']]),
    ),
  ).toEqual([]);
  expect(keysIn(routeChanged, view([at(-9), ['CNSHA', 'NLRTM']], [at(-2), []]))).toEqual([]);
  expect(
    keysIn(routeChanged, view([at(-9), ['CNSHA', 'SGSIN', 'SGSIN', 'NLRTM']], [at(-2), ['CNSHA', 'SGSIN', 'NLRTM']])),
  ).toEqual([]);
});
