import { expect, test } from 'vitest';
import { distinctNames, mentionsIn, splitMentions } from './mentions.ts';

test('mentioned is who was chosen and still stands in the text, each once', () => {
  const ben = { code: 'ben', name: '本' };
  const anna = { code: 'anna', name: '安娜' };
  expect(mentionsIn('@本 请看 @本', [ben, anna, ben])).toEqual(['ben']);
  expect(mentionsIn('本 请看', [ben])).toEqual([]);
});

test('people of one name are distinguished by their codes', () => {
  const users = [
    { userCode: 'ben', userNameCn: '本' },
    { userCode: 'ben2', userNameCn: '本' },
    { userCode: 'anna', userNameCn: '安娜' },
  ];
  expect(distinctNames(users).map((person) => person.name)).toEqual(['本(ben)', '本(ben2)', '安娜']);
});

test('a text is cut at the names of the people in it, whatever signs these hold', () => {
  expect(splitMentions('@本 请 @本(ben) 看 a@本', ['本', '本(ben)'])).toEqual([
    '',
    '@本',
    ' 请 ',
    '@本(ben)',
    ' 看 a',
    '@本',
    '',
  ]);
  expect(splitMentions('@a@b', ['a@b', 'b'])).toEqual(['', '@a@b', '']);
  expect(splitMentions('请看 @别人', ['本'])).toEqual(['请看 @别人']);
});
