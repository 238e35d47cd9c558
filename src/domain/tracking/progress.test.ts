import { expect, test } from 'vitest';
import { at, buildContainer, buildContent, buildEvent } from '../testing/builders.ts';
import { containerProgress, shipmentProgress } from './progress.ts';

const done = (container: string | null, code: string, port: string, days: number) =>
  buildEvent(container, code, port, { actual: at(days) });

test('nothing has happened yet', () => {
  expect(containerProgress(buildContent({}), null)).toEqual({ current: null, share: 0 });
});

test('the farthest milestone counts, and those before it as done', () => {
  const events = [done('A', 'DLPT', 'CNSHA', 1), done('A', 'STSP', 'CNSHA', -5)];
  expect(containerProgress(buildContent({ events }), 'A')).toEqual({
    current: { statusCode: 'DLPT', portCode: 'CNSHA', at: at(1) },
    share: 4 / 8,
  });
});

test('papers and plans do not move the bar; a transhipment makes it longer', () => {
  const plans = [buildEvent('A', 'RCVE', 'NLRTM', { planned: at(40) }), done('A', 'STUF', 'CNSHA', -5)];
  expect(containerProgress(buildContent({ events: plans }), 'A')).toMatchObject({
    current: { statusCode: 'STUF' },
    share: 0,
  });
  const transhipped = [done('A', 'TSDC', 'SGSIN', 9)];
  expect(containerProgress(buildContent({ events: transhipped }), 'A').share).toBe(6 / 12);
});

test('an empty return is the end', () => {
  expect(containerProgress(buildContent({ events: [done('A', 'RCVE', 'NLRTM', 40)] }), 'A').share).toBe(1);
});

test('a shipment stands where its slowest container stands, with the mean share', () => {
  const containers = [buildContainer('A'), buildContainer('B')];
  const events = [done('A', 'RCVE', 'NLRTM', 40), done('B', 'DLPT', 'CNSHA', 1)];
  expect(shipmentProgress(buildContent({ containers, events }))).toEqual({
    current: { statusCode: 'DLPT', portCode: 'CNSHA', at: at(1) },
    share: 0.75,
  });
  expect(shipmentProgress(buildContent({ events: [done(null, 'DLPT', 'CNSHA', 1)] })).current?.statusCode).toBe('DLPT');
});
