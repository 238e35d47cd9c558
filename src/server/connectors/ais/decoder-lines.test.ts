import { describe, expect, test } from 'vitest';
import { checksum, one, sentence, tagged } from '#testing/ais-sentences.ts';
import { createAisDecoder } from './decoder.ts';
import type { AisMessage } from './messages.ts';

describe('around the sentence', () => {
  const plain = '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C';
  const other = '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A';

  test('tag blocks give source and time, in seconds and milliseconds', () => {
    expect(one(tagged('s:r3669961,c:1120959341', plain)).reception).toMatchObject({
      at: 1_120_959_341_000,
      station: 'r3669961',
    });
    expect(one(tagged('g:1-2-1234,n:17,c:1120959341123', plain)).reception.at).toBe(1_120_959_341_123);
    expect(one(`UdPbC\0${tagged('s:AB,c:1120959341', plain)}`).reception.station).toBe('AB');
  });

  test('a tag block with a wrong checksum says nothing, the sentence counts', () => {
    const decoder = createAisDecoder();
    expect(decoder.line(`\\s:AB,c:1120959341*00\\${plain}`)?.reception).toMatchObject({ at: null, station: null });
    expect(decoder.counts().refused.badTagBlock).toBe(1);
    expect(decoder.line(`\\s:AB,c:1120959341\\${plain}`)?.reception.at).toBe(1_120_959_341_000);
  });

  test('times appended by receivers and written in front', () => {
    expect(one(`${plain},r003669945,1120959341`).reception).toMatchObject({
      at: 1_120_959_341_000,
      station: 'r003669945',
    });
    expect(one(`${plain},d-109,S2105,t050056.00,T56.13,r003669946,1325394060,1325394001`).reception.at).toBe(
      1_325_394_001_000,
    );
    expect(one(`2015-03-11T00:00:01Z ${plain}`).reception.at).toBe(Date.UTC(2015, 2, 11, 0, 0, 1));
    expect(one(`1120959341,${plain}`).reception.at).toBe(1_120_959_341_000);
  });

  test.each(['20150311000001', '2015/03/11 00:00:01', '11.03.2015 00:00:01', '2015-03-11T00:00:01'])(
    'a date and time in front is read however it is written: %s',
    (text) => {
      expect(one(`${text} ${plain}`).reception.at).toBe(Date.UTC(2015, 2, 11, 0, 0, 1));
    },
  );

  test('digits in front that are no time say nothing', () => {
    for (const text of ['20151332000001', '99999999999999', '31.02.2015 00:00:01']) {
      expect(one(`${text} ${plain}`).reception.at).toBeNull();
    }
  });

  test('other talkers, own ship, lower case checksum, blanks at the end', () => {
    const body = 'BSVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0';
    expect(one(`!${body}*${checksum(body).toLowerCase()} \r\n`).reception.talker).toBe('BS');
    expect(one(sentence('ABVDO,1,1,,,15M67FC000G?ufbE`FepT@3n00Sa,0')).reception).toMatchObject({
      own: true,
      channel: null,
    });
    expect(one(sentence('AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0').replace('!', '$'))).toMatchObject({ type: 1 });
  });

  test('a missing checksum is taken and counted, a wrong one refused', () => {
    const decoder = createAisDecoder();
    expect(decoder.line(plain.slice(0, -3))).toMatchObject({ mmsi: 366_053_209 });
    expect(decoder.line(plain.replace('*5C', '*5D'))).toBeUndefined();
    expect(decoder.counts()).toMatchObject({ withoutChecksum: 1, messages: 1, refused: { badChecksum: 1 } });
  });

  test.each([
    `# ${plain}`,
    `#${plain}`,
    `  # ${plain}`,
    `; ${plain}`,
    `// ${plain}`,
    `2015-03-11T00:00:01Z # ${plain}`,
    `# ${tagged('s:AB', plain)}`,
  ])('what stands behind a comment mark is no sentence: %s', (line) => {
    const decoder = createAisDecoder();
    expect(decoder.line(line)).toBeUndefined();
    expect(decoder.counts()).toMatchObject({ lines: 1, passedOver: 1, sentences: 0 });
  });

  test.each([`${plain} # ${other}`, `${plain} // ${other}`, `${plain}  # ${tagged('s:AB', other)} ${other}`])(
    'text behind a comment mark after a sentence is not decoded: %s',
    (line) => {
      const decoder = createAisDecoder();
      const found: AisMessage[] = [];
      decoder.feed(Buffer.from(`${line}\n`, 'latin1'), 0, (message) => found.push(message));
      expect(found.map(({ mmsi }) => mmsi)).toEqual([366_053_209]);
      expect(decoder.counts()).toMatchObject({ lines: 1, sentences: 1 });
    },
  );

  test('a comment mark within a tag block is a part of it', () => {
    expect(one(tagged('s:ROOF,t:antenna # 2', plain))).toMatchObject({ mmsi: 366_053_209 });
  });

  test.each([
    ['side by side', (a: string, b: string) => `${a}${b}`],
    ['with a blank between', (a: string, b: string) => `${a} ${b}`],
    ['with a time behind the first', (a: string, b: string) => `${a},r003669945,1120959341 ${b}`],
    ['with a tag block before each', (a: string, b: string) => tagged('c:1120959341', a) + tagged('s:AB', b)],
    ['without a checksum', (a: string, b: string) => `${a.slice(0, -3)} ${b}`],
  ])('all sentences of one line are read: %s', (_name, join) => {
    const decoder = createAisDecoder();
    const found: AisMessage[] = [];
    decoder.feed(Buffer.from(`${join(plain, other)}\n`, 'latin1'), 0, (message) => found.push(message));
    expect(found.map(({ mmsi }) => mmsi)).toEqual([366_053_209, 371_798_000]);
    expect(decoder.counts()).toMatchObject({ lines: 1, sentences: 2, messages: 2 });
  });

  test('times and stations of one line stay with their sentence', () => {
    const decoder = createAisDecoder();
    const found: AisMessage[] = [];
    const line = tagged('c:1120959341', plain) + tagged('s:AB', other);
    decoder.feed(Buffer.from(`${line}\n`, 'latin1'), 0, (message) => found.push(message));
    expect(found.map(({ reception }) => [reception.at, reception.station])).toEqual([
      [1_120_959_341_000, null],
      [null, 'AB'],
    ]);
  });

  test.each([`${plain.slice(0, 20)}`, plain.replace('*5C', '*5D'), plain.replace(',0*5C', ',9*5C')])(
    'a damaged sentence costs itself only: %s',
    (damaged) => {
      const decoder = createAisDecoder();
      expect(decoder.line(`${damaged}${other}`)).toMatchObject({ mmsi: 371_798_000 });
      expect(Object.values(decoder.counts().refused).reduce((sum, count) => sum + count)).toBe(1);
    },
  );

  test('everything else has its reason or is passed over', () => {
    const decoder = createAisDecoder();
    const refused = [
      'AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa',
      'AIVDM,1,2,,A,15M67FC000G?ufbE`FepT@3n00Sa,0',
      'AIVDM,,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,0',
      'AIVDM,1,1,,A,15M67FC000G?ufbE`FepT@3n00Sa,7',
      'AIVDM,1,1,,A,15M67FC000G?ufbE~FepT@3n00Sa,0',
    ];
    for (const body of refused) expect(decoder.line(sentence(body))).toBeUndefined();
    for (const line of ['', '   ', '# a comment', sentence('GPGGA,1,2,3').replace('!', '$'), 'random text'])
      expect(decoder.line(line)).toBeUndefined();
    expect(decoder.counts()).toMatchObject({
      lines: 10,
      passedOver: 5,
      refused: { badFields: 1, badParts: 2, badFill: 1, badCharacter: 1 },
    });
  });
});

describe('messages of several sentences', () => {
  const first = (id: number, channel = 'A'): string =>
    sentence(`AIVDM,2,1,${id},${channel},55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0`);
  const second = (id: number, channel = 'A'): string => sentence(`AIVDM,2,2,${id},${channel},88888888880,2`);

  test('come out of order and interleaved by id and channel', () => {
    const decoder = createAisDecoder();
    const lines = [second(1), first(2), first(1, 'B'), first(1), second(1, 'B'), second(2)];
    const found = lines.map((line) => decoder.line(line)?.kind);
    expect(found).toEqual([undefined, undefined, undefined, 'voyage', 'voyage', 'voyage']);
    expect(decoder.counts().refused.incomplete).toBe(0);
  });

  test('a later part without a channel belongs to the one that waits', () => {
    expect(one(first(3), second(3, ''))).toMatchObject({ name: 'EVER DIADEM' });
  });

  test('the time of either part counts', () => {
    expect(one(tagged('g:1-2-9,c:1120959341', first(4)), tagged('g:2-2-9', second(4))).reception.at).toBe(
      1_120_959_341_000,
    );
  });

  test('what comes too late belongs to nothing', () => {
    const decoder = createAisDecoder();
    decoder.line(first(5), 1_000);
    expect(decoder.line(second(5), 40_000)).toBeUndefined();
    expect(decoder.counts().refused.incomplete).toBe(1);
  });

  test('a repeated part is distinguished from the next message under the same id', () => {
    const decoder = createAisDecoder();
    decoder.line(first(6));
    decoder.line(first(6));
    expect(decoder.counts().repeatedParts).toBe(1);
    decoder.line(first(6).replace('55?MbV', '55?MbW').replace(/\*.*/, ''));
    expect(decoder.counts().refused.incomplete).toBe(1);
    expect(decoder.line(second(6))).toMatchObject({ kind: 'voyage' });
  });

  test('parts waiting are bounded, the oldest gives way', () => {
    const decoder = createAisDecoder({ maxPending: 3 });
    for (const id of [1, 2, 3, 4]) decoder.line(first(id));
    expect(decoder.line(second(1))).toBeUndefined();
    expect(decoder.line(second(4))).toMatchObject({ kind: 'voyage' });
    expect(decoder.counts().refused.incomplete).toBe(2);
  });

  test('fill bits inside a message do not shift what follows', () => {
    const cut = '55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8';
    // The last character of the first part carries no bits but its first three, which the second part repeats.
    const bits = (letter: string): string => {
      const code = letter.charCodeAt(0);
      return (code < 88 ? code - 48 : code - 56).toString(2).padStart(6, '0');
    };
    const all = [...cut, ...'88888888880'].map(bits).join('');
    const armour = (ones: string): string =>
      (ones.match(/.{1,6}/g) ?? [])
        .map((six) => Number.parseInt(six.padEnd(6, '0'), 2))
        .map((value) => String.fromCharCode(value < 40 ? value + 48 : value + 56))
        .join('');
    const left = armour(all.slice(0, 363));
    const right = armour(all.slice(363, 424));
    expect(one(sentence(`AIVDM,2,1,7,A,${left},3`), sentence(`AIVDM,2,2,7,A,${right},5`))).toMatchObject({
      name: 'EVER DIADEM',
      destination: 'NEW YORK',
      dte: false,
    });
  });
});

describe('streams', () => {
  const lines = [
    '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
    '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C',
    '!AIVDM,2,2,1,A,88888888880,2*25',
  ];

  test.each(['\n', '\r\n', '\r', '\n\r\n'])('cut anywhere, line end %j', (end) => {
    const bytes = Buffer.from(lines.join(end), 'latin1');
    for (let size = 1; size < bytes.length + 2; size += 7) {
      const decoder = createAisDecoder();
      const kinds: string[] = [];
      const emit = (found: AisMessage): void => void kinds.push(found.kind);
      for (let at = 0; at < bytes.length; at += size) decoder.feed(bytes.subarray(at, at + size), 0, emit);
      decoder.end(0, emit);
      expect(kinds).toEqual(['positionA', 'voyage']);
    }
  });

  test('an endless line is refused once and the next one taken', () => {
    const decoder = createAisDecoder();
    const kinds: string[] = [];
    const emit = (found: AisMessage): void => void kinds.push(found.kind);
    for (let n = 0; n < 100; n += 1) decoder.feed(Buffer.alloc(1000, 65), 0, emit);
    decoder.feed(Buffer.from(`\n${lines[1]}\n`), 0, emit);
    expect(kinds).toEqual(['positionA']);
    expect(decoder.counts().refused.lineTooLong).toBe(1);
  });

  test('ends with what waits given up', () => {
    const decoder = createAisDecoder();
    decoder.feed(Buffer.from(`${lines[0]}\n`), 0, () => {});
    decoder.end(0, () => {});
    expect(decoder.counts().refused.incomplete).toBe(1);
  });
});
