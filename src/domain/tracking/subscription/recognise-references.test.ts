import { describe, expect, test } from 'vitest';
import { timed } from '#testing/fuzz.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { carrierNamed, type CarrierIdentity, recogniseReferences, MAX_REFERENCES } from './recognise-references.ts';

const known = (
  code: string,
  scac: string | null,
  containerPrefixes: string[],
  names: string[],
  isVerified = true,
): CarrierIdentity => ({
  code,
  scac,
  isScacVerified: isVerified,
  containerPrefixes,
  arePrefixesVerified: isVerified,
  names,
});
const carriers: CarrierIdentity[] = [
  known('MSK', 'MAEU', ['MSKU', 'MRKU', 'SHRU'], ['Maersk', '马士基']),
  known('COSCO', 'COSU', ['CBHU', 'SHRU'], ['COSCO SHIPPING', '中远海运']),
];
const container = buildContainerNumber('MSKU', 123456);
const shared = buildContainerNumber('SHRU', 7);
const wrong = `${container.slice(0, 10)}${(Number(container[10]) + 1) % 10}`;
const read = (text: string) => recogniseReferences(text, carriers);
const short = (text: string) =>
  read(text).map(({ kind, number, carrierCode, certainty }) => `${kind} ${number} ${carrierCode} ${certainty}`);

describe('references in a text', () => {
  test('a container and a bill are reported by their prefix', () => {
    expect(short(`${container}, MAEU123456789`)).toEqual([
      `container ${container} MSK certain`,
      'bill MAEU123456789 MSK certain',
    ]);
  });

  test('each stands at its place in the text as it was given', () => {
    const text = `您好，请跟踪：ＭＡＥＵ１２３４５６７８９（马士基）🚢 ${container.slice(0, 4)} ${container.slice(4, 10)}-${container.slice(10)} 谢谢`;
    expect(read(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'ＭＡＥＵ１２３４５６７８９',
      `${container.slice(0, 4)} ${container.slice(4, 10)}-${container.slice(10)}`,
    ]);
    expect(read(text).map(({ number }) => number)).toEqual(['MAEU123456789', container]);
  });

  test('a prefix that two carriers have tells neither, a name on the same line is likely', () => {
    expect(short(`${shared}\nMaersk`)).toEqual([`container ${shared} null unknown`]);
    expect(short(`中远海运 提单号：6123456789`)).toEqual(['bill 6123456789 COSCO likely']);
    expect(short('Maerskline HLCUSHA2601234')).toEqual(['bill HLCUSHA2601234 null unknown']);
  });

  test('a cell names its carrier among other words; a code only as the first word, in capitals', () => {
    const more = [...carriers, known('ONE', 'ONEY', ['ONEU'], ['Ocean Network Express'])];
    const of = (text: string) => carrierNamed(text, more);
    expect(['Maersk A/S', 'MSK Denmark', 'ONE (Singapore)', 'OCEAN NETWORK EXPRESS Pte'].map(of)).toEqual([
      'MSK',
      'MSK',
      'ONE',
      'ONE',
    ]);
    expect(['Global One Logistics', 'One Stop Shipping', 'not MSK', 'ONESTOP'].map(of)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  test('only verified codes are certain; our own codes of carriers say nothing, and a container of a lessor is known as such', () => {
    const more = [
      ...carriers,
      known('TRH', 'TSCA', ['TKRU'], ['TransContainer'], false),
      known('INT', 'IMTU', ['IAAU'], ['Interasia'], false),
      known('KMD', 'KMTU', ['KMTU'], ['KMTC Line'], false),
      known('LATE', 'MAEU', ['MSKU'], ['Late'], false),
    ];
    const of = (text: string) => {
      const { kind, carrierCode, certainty } = recogniseReferences(text, more)[0] ?? {};
      return [kind, carrierCode, certainty];
    };
    const leased = buildContainerNumber('TRHU', 123456);
    expect(of(leased)).toEqual(['container', null, 'lessor']);
    expect(of(`${leased} Maersk`)).toEqual(['container', 'MSK', 'likely']);
    expect(of('INT1234567')).toEqual(['bill', null, 'unknown']);
    expect(of('IMTU1234567890')).toEqual(['bill', 'INT', 'likely']);
    expect(of(buildContainerNumber('TKRU', 5))).toEqual(['container', 'TRH', 'likely']);
    expect(of('KMTCSHA1234567')).toEqual(['bill', 'KMD', 'likely']);
    // What is not verified takes nothing from what is.
    expect(of(container)).toEqual(['container', 'MSK', 'certain']);
  });

  test('full-width digits and any mixture of blanks, dashes and strokes are one reference', () => {
    const [owner, serial, digit] = [container.slice(0, 4), container.slice(4, 10), container.slice(10)];
    const wide = [...`${owner}${serial}${digit}`]
      .map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
      .join('');
    for (const written of [
      wide,
      `${owner} - ${serial} – ${digit}`,
      `${owner}—${serial.slice(0, 3)}.${serial.slice(3)}/${digit}`,
      `${owner}\u2011${serial}\u2212${digit}`,
      `${owner}＿${serial}－${digit}`,
      `${owner.toLowerCase()}\u3000${serial.slice(0, 3)} ${serial.slice(3)} ${digit}`,
    ])
      expect(short(`跟踪${written}；谢谢`), written).toEqual([`container ${container} MSK certain`]);
    expect(short('MAEU 123456789; maeu–123456780、ＭＡＥＵ－123456781')).toEqual([
      'bill MAEU123456789 MSK certain',
      'bill MAEU123456780 MSK certain',
      'bill MAEU123456781 MSK certain',
    ]);
    // Letters that no carrier begins its numbers with make no bill of digits.
    expect(short('CASH 123456789')).toEqual([]);
  });

  test('a wrong check digit is named also where the number is written apart', () => {
    expect(read(`${wrong.slice(0, 4)} – ${wrong.slice(4, 10)} – ${wrong.slice(10)}`)).toMatchObject([
      { number: wrong, problem: 'checkDigit' },
    ]);
  });

  test('digits alone are a bill only where a word says so', () => {
    expect(short('2026-01-15 13812345678 B/L: 234567891, IMO 9876543 IMO9321483 USD 1234567.00')).toEqual([
      'bill 234567891 null unknown',
    ]);
  });

  test('a repeated one names what it repeats, also written otherwise', () => {
    expect(read(`${container}\n${container.toLowerCase()}`)).toMatchObject([
      { problem: null, repeats: null },
      { problem: 'duplicate', repeats: 0 },
    ]);
  });

  test('a wrong check digit, a misshapen container and a number of another mode are named', () => {
    expect(read(`${wrong} MSKU12345 784-12345675`)).toMatchObject([
      { kind: 'container', problem: 'checkDigit' },
      { kind: 'container', problem: 'containerShape' },
      { kind: 'airWaybill', problem: 'otherMode', carrierCode: null },
    ]);
  });

  test('a table of a spreadsheet and an English mail', () => {
    const table = `提单号\t箱号\t船公司\nMAEU000000001\t${container}\t马士基\nCOSU000000002\t${shared}\tCOSCO SHIPPING`;
    expect(short(table)).toEqual([
      'bill MAEU000000001 MSK certain',
      `container ${container} MSK certain`,
      'bill COSU000000002 COSCO certain',
      `container ${shared} COSCO likely`,
    ]);
    expect(
      short('Hi team, pls check ETA for booking 256781234 on MSC GULSUN v.101W, thanks. Tel: 02158881234'),
    ).toEqual(['bill 256781234 null unknown']);
  });

  test('more than the most are named as too many', () => {
    const text = Array.from({ length: MAX_REFERENCES + 3 }, (_, index) => `MAEU${String(index).padStart(9, '0')}`).join(
      ' ',
    );
    const found = read(text);
    expect(found.filter(({ problem }) => problem === 'tooMany')).toHaveLength(3);
    expect(found).toHaveLength(MAX_REFERENCES + 3);
  });

  test('odd text is read in no time and never throws', () => {
    const texts = [
      'A1'.repeat(20_000),
      'MSKU'.repeat(10_000),
      `${'9'.repeat(20_000)} `,
      '𝟙😀'.repeat(5_000),
      'B/L'.repeat(10_000),
      // Numbers in one line: each of them looks for a carrier that the line names.
      'ABC12345 '.repeat(11_000),
      'MSCU1234567 '.repeat(8_000),
    ];
    const { ms, result } = timed(() => texts.flatMap(read));
    for (const { start, end } of result) expect(end).toBeGreaterThan(start);
    expect(ms).toBeLessThan(3_000);
  });
});
