import { expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { formsOf } from './forms.ts';

test('a form has the values that a browser would send', () => {
  const html = `<form id="f" action="/go?x=1"><input name="a" value="1 &amp; 2"><input type="submit" name="s" value="go">
    <input type="checkbox" name="c"><input type="checkbox" name="d" checked><textarea name="t">x &lt; y</textarea>
    <select name="o"><option value="1">one<option value="2" selected>two</select><select name="p"><option value="9"></select>
    </form><input name="outside" value="no">`;
  expect(formsOf(html)).toEqual([
    { name: 'f', action: '/go?x=1', method: 'GET', fields: { a: '1 & 2', d: 'on', t: 'x < y', o: '2', p: '9' } },
  ]);
});

test('pages are read by structure: quotes may hold anything, scripts, comments and text areas are no markup', () => {
  const html = `<!-- <form name="comment"> --><script>"<form name='script'>";</script><style><form></style>
    <form name="one" title="a > b" METHOD=post><textarea name="t"><input name="in"></textarea><input name=bare value=x/y>
    </form><br/><form name="two"><input name='n' value='"'>`;
  expect(formsOf(html)).toEqual([
    { name: 'one', action: '', method: 'POST', fields: { t: '<input name="in">', bare: 'x/y' } },
    { name: 'two', action: '', method: 'GET', fields: { n: '"' } },
  ]);
  expect(formsOf('1 < 2 and <')).toEqual([]);
  expect(formsOf('<form name=x><input name=a')).toEqual([{ name: 'x', action: '', method: 'GET', fields: {} }]);
});

test('names of fields are texts, also those that objects have of their own', () => {
  const [form] = formsOf('<form><input name="__proto__" value="1"><input name="constructor" value="2"></form>');
  expect(Object.entries(form?.fields ?? {})).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});

test.each([
  ['text areas without end', '<textarea name="a">'],
  ['tags without end', '<input name="a" '],
  ['quotes without end', '<input value="'],
  ['attributes of one tag', 'a=1 '],
  ['elements in elements', '<form><div>'],
  ['elements that close others', '<p></x>'],
  ['comments without end', '<!-- '],
  ['references of characters', '&am'],
])('a megabyte of %s is read in one pass', (_what, piece) => {
  const html = `<form><input ${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
  // A reader that looks at every piece from every other takes ten seconds and more.
  expect(timed(() => formsOf(html)).ms).toBeLessThan(3_000);
});
