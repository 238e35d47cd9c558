import { describe, expect, test } from 'vitest';
import { checkPlaceholders, fillPlaceholders } from './placeholders.ts';

describe('placeholders of notifications', () => {
  test.each(['', 'no marks { } at all', '{{process}} of {{ tenant }}: {{status}}, {{error}}'])(
    '%j is right',
    (text) => {
      expect(checkPlaceholders(text)).toBeUndefined();
    },
  );

  test.each(['{{proces}}', '{{}}', '{{process', 'status}}', '{{process} }'])(
    '%j is refused in both languages',
    (text) => {
      const problem = checkPlaceholders(text);
      expect(problem?.zh).toMatch(/占位符/);
      expect(problem?.en).toMatch(/placeholder/i);
    },
  );

  test('are filled; what has no value is left empty', () => {
    expect(fillPlaceholders('{{process}} {{ status }}{{error}}.', { process: 'A', status: 'B' })).toBe('A B.');
  });
});
