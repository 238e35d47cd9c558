import { expect, test } from 'vitest';
import { emptyContent } from '#domain/tracking/empty-content.ts';
import { referenceOfSource, unknownPortsOf } from './unknown-ports.ts';

test('words of a carrier that are longer than what is kept of them are found again once they are mapped', () => {
  const words = `Discharged from the vessel ${'and moved to another yard '.repeat(5)}`.trim();
  const content = emptyContent('TEST1');
  const refusals = [{ reason: 'unknown_word', field: 'status', value: words }];
  const of = (wordMappings: ReadonlyMap<string, ReadonlyMap<string, string>>) =>
    referenceOfSource({ rules: {}, portMappings: new Map(), wordMappings } as never, 'SITE');
  const [open] = unknownPortsOf({ content, refusals } as never, of(new Map()), undefined);
  expect(open).toMatchObject({ kind: 'word', resolution: '' });
  const known = of(new Map([['SITE', new Map([[String(open?.rawCode), 'TSDC']])]]));
  expect(known.rules.milestoneOfWords?.(words)).toBe('TSDC');
  const after = unknownPortsOf({ content, refusals: [] } as never, known, undefined);
  expect(after).toEqual([{ ...open, resolution: 'TSDC' }]);
});
