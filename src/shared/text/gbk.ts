import { once } from '#shared/memory/once-per.ts';

const gbkDecoder = once(() => new TextDecoder('gbk'));

/** Two-byte codes by letter, read backwards from the platform's own decoder. */
const codes = once(() => {
  const table = new Map<string, number>();
  const decoder = gbkDecoder();
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low === 0x7f) continue;
      const letter = decoder.decode(Uint8Array.of(high, low));
      if (letter.length === 1 && letter !== '�' && !table.has(letter)) table.set(letter, high * 256 + low);
    }
  }
  return table;
});

/** A text as GBK bytes, the charset of Chinese vehicle devices; a letter that GBK lacks becomes a question mark. */
export function encodeGbk(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const letter of text) {
    const unit = letter.codePointAt(0) ?? 0x3f;
    const code = unit < 0x80 ? unit : (codes().get(letter) ?? 0x3f);
    if (code < 0x80) bytes.push(code);
    else bytes.push(code >> 8, code & 0xff);
  }
  return Uint8Array.from(bytes);
}

/** A text of GBK bytes without the zeros and spaces it was filled up with. */
export function decodeGbk(bytes: Uint8Array): string {
  return gbkDecoder().decode(bytes).replaceAll('\0', '').trim();
}
