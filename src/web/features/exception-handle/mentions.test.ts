import { expect, test } from 'vitest';
import { mentionsIn } from './mentions.ts';

test('mentioned is who was chosen and still stands in the text, each once', () => {
  const ben = { code: 'ben', name: '本' };
  const anna = { code: 'anna', name: '安娜' };
  expect(mentionsIn('@本 请看 @本', [ben, anna, ben])).toEqual(['ben']);
  expect(mentionsIn('本 请看', [ben])).toEqual([]);
});
