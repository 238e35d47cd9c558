import type { Lang } from '#shared/i18n/text.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reference, t0 } from '../testing/builders.ts';
import { renderText } from './render.ts';
import { shownSections } from './sections.ts';

const render = (zh: string, params: Record<string, string | number>, language: Lang = 'zh') =>
  renderText({ text: { zh, en: zh } }, params, language, reference);

test('instants are written in the zone of the sibling, of the port, else in that of unknown places, with a mark', () => {
  expect(render('{{etaAt}}', { etaAt: t0, etaZone: 'Asia/Shanghai' })).toBe('2026-03-10 08:00 CST +8');
  expect(render('{{etaAt}}', { etaAt: t0, etaPort: 'NLRTM' })).toBe('2026-03-10 01:00 CET +1');
  expect(render('{{etaAt}}', { etaAt: t0 })).toBe('2026-03-10 08:00 北京时间');
  expect(render('{{etaAt}}', { etaAt: t0, etaZone: 'Mars/Base' }, 'en')).toBe('2026-03-10 08:00 Beijing time');
});

test('hours are written with their unit, more than two days as days and hours', () => {
  expect(render('{{hours}}', { hours: 24 })).toBe('24 小时');
  expect(render('{{hoursLeft}}', { hoursLeft: 6.5 }, 'en')).toBe('6.5 h');
  expect(render('晚 {{hours}}', { hours: 187 })).toBe('晚 7 天 19 小时');
  expect(render('{{windowHours}}', { windowHours: 72 }, 'en')).toBe('3 d');
});

test('milestones are written by name in the language', () => {
  expect(render('{{missingStatus}}', { missingStatus: 'LOBD' })).toBe('装船');
  expect(render('{{status}}', { status: 'LOBD' }, 'en')).toBe('Loaded on vessel');
  expect(render('{{status}}', { status: 'toString' })).toBe('toString');
});

test('sections appear with or without their parameter', () => {
  const text = '{{#days}}{{days}} d{{/days}}{{^days}}none{{/days}}';
  expect(render(text, { days: 3 })).toBe('3 d');
  expect(render(text, {})).toBe('none');
  expect(render(text, { days: '' })).toBe('none');
});

test('no blank stands between a Chinese name and the words around it', () => {
  const named = { ...reference, nameOf: (_: string, code: string) => (code === 'USLAX' ? '洛杉矶' : undefined) };
  const text = (port: string) =>
    renderText({ text: { zh: '在 {{port}} 进口海关扣留，{{days}} 天', en: '' } }, { port, days: 3 }, 'zh', named);
  expect(text('USLAX')).toBe('在洛杉矶进口海关扣留，3 天');
  expect(text('XXYYY')).toBe('在 XXYYY 进口海关扣留，3 天');
});

test('a value is never read as a template, and what is missing leaves a blank', () => {
  expect(render('a{{name}}b', { name: '{{other}}$&', other: 'x' })).toBe('a{{other}}$&b');
  expect(render('a{{name}}b', {})).toBe('ab');
});

test('no instant is too far', () => {
  expect(render('{{etaAt}}', { etaAt: Number.NaN })).toBe('NaN');
  expect(render('{{etaAt}}', { etaAt: 9e15 })).toBe('9000000000000000');
});

test('sources, ports, routes, carriers and failures are reported by name; unknown ones keep their code', () => {
  const names: Record<string, string> = {
    'source dcsa:BORE': '北辰航运 接口',
    'port CNSHA': '上海',
    'port SGSIN': '新加坡',
    'carrier BORE': '北辰航运',
    'failure timeout': '数据源响应超时',
  };
  const named = { ...reference, nameOf: (kind: string, code: string) => names[`${kind} ${code}`] };
  const text = (zh: string, params: Record<string, string>) =>
    renderText({ text: { zh, en: '' } }, params, 'zh', named);
  expect(text('{{firstSource}} {{source}}', { firstSource: 'dcsa:BORE', source: 'other' })).toBe('北辰航运 接口 other');
  expect(text('{{port}} {{newRoute}}', { port: 'CNSHA', newRoute: 'CNSHA → SGSIN → XXYYY' })).toBe(
    '上海 上海 → 新加坡 → XXYYY',
  );
  expect(text('{{added}} {{carrier}}', { added: 'SGSIN CNSHA', carrier: 'BORE' })).toBe('新加坡、上海 北辰航运');
  expect(text('{{error}}', { error: 'timeout: no answer within 5 s' })).toBe('数据源响应超时');
  expect(text('{{error}}', { error: 'strange: thing' })).toBe('strange: thing');
});

test('a word goes with its number', () => {
  const text = '{{days}} {{days, plural(one: day; other: days)}} late';
  const statement = [1, 1.5, 2].map((days) => render(text, { days }, 'en'));
  expect(statement).toEqual(['1 day late', '1.5 days late', '2 days late']);
});

describe('sections', () => {
  const has = (name: string): boolean => name === 'a';

  test.each([
    ['{{#a}}1{{^b}}2{{/b}}{{#b}}3{{/b}}{{/a}}4', '124'],
    ['{{^a}}1{{#a}}2{{/a}}{{/a}}3', '{{/a}}3'],
    ['{{#b}}1{{#a}}2{{/b}}3{{/a}}', '3{{/a}}'],
    ['{{#a}}1{{#b}}2{{/a}}3{{/b}}', '1{{#b}}23{{/b}}'],
    ['{{#a}}open', '{{#a}}open'],
    ['{{/a}}{{#a}}{{/a}}', '{{/a}}'],
  ])('of %s', (text, shown) => expect(shownSections(text, has)).toBe(shown));

  test('of any marks are those that a search for the first closing mark finds', () => {
    const pattern = /\{\{([#^])(\w+)\}\}(.*?)\{\{\/\2\}\}/gs;
    const expected = (text: string): string =>
      text.replace(pattern, (_, kind: string, name: string, body: string) =>
        has(name) === (kind === '#') ? expected(body) : '',
      );
    const piece = fc.constantFrom('{{#a}}', '{{^a}}', '{{/a}}', '{{#b}}', '{{^b}}', '{{/b}}', 'x', '{{a}}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        expect(shownSections(pieces.join(''), has)).toBe(expected(pieces.join('')));
      }),
      { numRuns: 1000 },
    );
  });
});

test('a rule without words for containers names those it was requested from', () => {
  expect(render('晚 {{days}} 天', { days: 3, boxNos: 'MERU1234567' })).toBe('箱 MERU1234567：晚 3 天');
  expect(render('{{days}} d late', { days: 3, boxNos: 'MERU1234567' }, 'en')).toBe('MERU1234567: 3 d late');
});
