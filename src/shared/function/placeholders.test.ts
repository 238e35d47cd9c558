import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillJson, fillPath, placeholderNames } from './placeholders.ts';

test('names come once, in their order, from all texts', () => {
  expect(placeholderNames('/a/{{ id }}', '{"x": "{{b}}-{{id}}", "n": {{ n }}}', null)).toEqual(['id', 'b', 'n']);
  expect(placeholderNames('{{}} {{1a}} {a}', undefined)).toEqual([]);
});

test('within a string a value is part of it; alone it is a value of its own kind', () => {
  const text = '{"a": "x-{{v}}", "n": {{n}}, "t": {{t}}, "s": {{s}}, "esc": "\\"{{v}}"}';
  const filled = JSON.parse(fillJson(text, { v: 'y"z', n: '12.5', t: 'true', s: '007' })) as unknown;
  expect(filled).toEqual({ a: 'x-y"z', n: 12.5, t: true, s: '007', esc: '"y"z' });
});

test('no value can break out of its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const filled = JSON.parse(fillJson('{"a": "<{{v}}>", "b": {{v}}, "c": 1}', { v: value })) as Record<
        string,
        unknown
      >;
      expect(Object.keys(filled)).toEqual(['a', 'b', 'c']);
      expect(filled['a']).toBe(`<${value}>`);
      expect(filled['c']).toBe(1);
    }),
  );
});

test('a value in a path is one part of it', () => {
  expect(fillPath('/a/{{x}}?q={{y}}', { x: '../b?c', y: '1&z=2' })).toBe('/a/..%2Fb%3Fc?q=1%26z%3D2');
});
