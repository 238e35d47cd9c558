import { expect, test } from 'vitest';
import { distinctNames, mentionsIn } from './mentions.ts';

test('mentioned is who was chosen and still stands in the text, each once', () => {
  const ben = { code: 'ben', name: '本' };
  const anna = { code: 'anna', name: '安娜' };
  expect(mentionsIn('@本 请看 @本', [ben, anna, ben])).toEqual(['ben']);
  expect(mentionsIn('本 请看', [ben])).toEqual([]);
});

test('people of one name are told apart by their codes', () => {
  const users = [
    { userCode: 'ben', userNameCn: '本' },
    { userCode: 'ben2', userNameCn: '本' },
    { userCode: 'anna', userNameCn: '安娜' },
  ];
  expect(distinctNames(users).map((person) => person.name)).toEqual(['本(ben)', '本(ben2)', '安娜']);
});
