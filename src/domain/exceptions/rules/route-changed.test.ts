import { expect, test } from 'vitest';
import { at, buildView, detectIn, keysIn, t0 } from '../../testing/builders.ts';
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

test('what messages reported before any source was asked with success is a part of the route, not another one', () => {
  const reported = (...firsts: (number | null)[]) => ({
    ...view([at(-9), ['CNSHA', 'KRPUS']], [at(-7), ['CNSHA', 'KRPUS', 'NLRTM']]),
    sources: firsts.map((firstAnsweredAt, index) => ({
      sourceCode: `s${index}`,
      isQueried: true,
      consecutiveFailures: 0,
      lastSuccessAt: t0,
      lastChangeAt: null,
      lastError: null,
      firstAnsweredAt,
    })),
  });
  expect(keysIn(routeChanged, reported(at(-7), null))).toEqual([]);
  expect(keysIn(routeChanged, reported(null))).toEqual([]);
  expect(keysIn(routeChanged, reported(at(-9), at(-7)))).toEqual(['']);
  expect(keysIn(routeChanged, reported())).toEqual(['']);
});

test('a code that nobody knows may be another name of the port whose place it takes', () => {
  const to = (...ports: string[]) => view([at(-9), ['CNSHA', 'SGSIN', 'NLRTM']], [at(-2), ports]);
  expect(keysIn(routeChanged, to('CNSHA', 'SGSIN', 'NLQRM'))).toEqual([]);
  expect(keysIn(routeChanged, to('CNSHA', 'SGQQQ', 'NLRTM'))).toEqual([]);
  expect(keysIn(routeChanged, to('CNSHA', 'SGSIN', 'NLQRM', 'NLRTM'))).toEqual(['']);
  expect(keysIn(routeChanged, to('CNSHA', 'SGQQQ', 'DEHAM'))).toEqual(['']);
});
