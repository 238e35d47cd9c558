import { describe, expect, test } from 'vitest';
import { createAisDecoder } from './decoder.ts';
import type { AisMessage } from './messages.ts';

const checked = (body: string): string => {
  let sum = 0;
  for (const char of body) sum ^= char.charCodeAt(0);
  return `!${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`;
};
const tagged = (tag: string, sentence: string): string => {
  const sum = checked(tag).slice(-2);
  return `\\${tag}*${sum}\\${sentence}`;
};

/** The bits of a type 5 message of a ship bound for a place. */
function voyageBits(mmsi: number, destination: string): string {
  const bits = (value: number, length: number): string => value.toString(2).padStart(length, '0');
  const text = [...destination.padEnd(20, '@')].map((char) => bits(char.charCodeAt(0) % 64, 6)).join('');
  return `${bits(5, 6)}00${bits(mmsi, 30)}${'0'.repeat(264)}${text}00`;
}

/** Both sentences of such a message. */
function voyage(mmsi: number, destination: string, id = '1', channel = 'A'): [string, string] {
  const armoured = (voyageBits(mmsi, destination).padEnd(426, '0').match(/.{6}/g) ?? [])
    .map((six) => Number.parseInt(six, 2))
    .map((value) => String.fromCharCode(value < 40 ? value + 48 : value + 56))
    .join('');
  return [
    checked(`AIVDM,2,1,${id},${channel},${armoured.slice(0, 60)},0`),
    checked(`AIVDM,2,2,${id},${channel},${armoured.slice(60)},2`),
  ];
}

/** What lines give: sender and destination of each message. */
function read(lines: readonly string[]) {
  const decoder = createAisDecoder();
  const found = lines.map((line) => decoder.line(line)).filter((one): one is AisMessage => one !== undefined);
  return {
    found: found.map((one) => (one.kind === 'voyage' ? `${one.mmsi} ${one.destination}` : one.kind)),
    counts: decoder.counts(),
    times: found.map((one) => one.reception.at),
  };
}

const a = voyage(211000001, 'ROTTERDAM EUROPOORT');
const b = voyage(211000002, 'HAMBURG WALTERSHOF');
const c = voyage(211000003, 'SHANGHAI YANGSHAN X');
const whole = ['211000001 ROTTERDAM EUROPOORT', '211000002 HAMBURG WALTERSHOF', '211000003 SHANGHAI YANGSHAN X'];
const filler = checked('AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0');

describe('parts of messages under one id', () => {
  test('follow each other', () => expect(read([...a, ...b, ...c]).found).toEqual(whole));

  test('a lost beginning does not make the rest of it the end of a later message', () => {
    const quiet = Array.from({ length: 30 }, () => filler);
    const { found, counts } = read([a[1], ...quiet, ...b, ...quiet, ...c]);
    expect(found.filter((one) => one !== 'positionA')).toEqual(whole.slice(1));
    expect(counts.refused.incomplete).toBe(1);
  });

  test('nor does one mistake bring about the next', () => {
    const { found } = read([a[1], ...b, ...c, ...a]);
    expect(found.slice(1)).toEqual([whole[2], whole[0]]);
  });

  test('the same heard by a second receiver is no part of the next message', () => {
    const { found, counts } = read([a[0], a[0], a[1], a[1], ...b, ...c]);
    expect(found).toEqual(whole);
    expect(counts.repeatedParts).toBe(2);
    expect(counts.refused.incomplete).toBe(0);
  });

  test('a message heard twice as a whole is reported twice', () =>
    expect(read([...a, ...a, ...b]).found).toEqual([whole[0], whole[0], whole[1]]));
});

describe('several receivers on one line', () => {
  test('are distinguished by the source of the tag block', () => {
    const from = (station: string, line: string): string => tagged(`s:${station},c:1700000000`, line);
    const { found } = read([from('north', a[0]), from('south', b[0]), from('north', a[1]), from('south', b[1])]);
    expect(found).toEqual(whole.slice(0, 2));
  });

  test('are distinguished by the group of the tag block, which alone the later parts carry', () => {
    const lines = [
      tagged('g:1-2-71,s:north,c:1700000000', a[0]),
      tagged('g:1-2-72,s:south,c:1700000001', b[0]),
      tagged('g:2-2-71', a[1]),
      tagged('g:2-2-72', b[1]),
    ];
    const { found, times } = read(lines);
    expect(found).toEqual(whole.slice(0, 2));
    expect(times).toEqual([1_700_000_000_000, 1_700_000_001_000]);
  });

  test('a tag block before the first part only stands for the whole message', () =>
    expect(read([tagged('s:north,c:1700000000', a[0]), a[1]]).found).toEqual(whole.slice(0, 1)));
});

describe('times in a line of their own', () => {
  const time = (of: string, at = '2010,6,11,11,46,17,760'): string =>
    checked(`PGHP,1,${at},257,0,,1,${of.slice(-2)}`).replace('!', '$');

  test('stand before the sentence whose sum they name', () => {
    const { times, counts } = read([time(a[0]), ...a, time(filler), filler, filler]);
    const at = Date.UTC(2010, 5, 11, 11, 46, 17, 760);
    expect(times).toEqual([at, at, null]);
    expect(counts.passedOver).toBe(2);
  });

  test('mean nothing when they are for another sentence, out of range or damaged', () => {
    const lines = [time(a[0]), filler, time(filler, '2010,6,31,11,46,17,0'), filler, `${time(filler).slice(0, -2)}00`];
    expect(read([...lines, filler]).times).toEqual([null, null, null]);
  });
});
