/** How text of an interchange is read: by the syntax identifier of its UNB. */
export type Charset = {
  syntaxId: string;
  /** Reads bytes; `isBroken` when they are not of the declared character set. */
  decode: (bytes: Buffer) => { text: string; isBroken: boolean };
};

const parts: Readonly<Record<string, string>> = {
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  UNOG: 'iso-8859-3',
  UNOH: 'iso-8859-4',
  UNOI: 'iso-8859-6',
  UNOJ: 'iso-8859-8',
  KECA: 'euc-kr',
};
const known = new Set(['UNOA', 'UNOB', 'UNOC', 'UNOK', 'UNOW', 'UNOY', ...Object.keys(parts)]);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function asUtf8(bytes: Buffer): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const strictChinese = new TextDecoder('gb18030', { fatal: true });
const CHINESE = /^[\p{ASCII}\p{Script=Han}\u3000-\u303f\uff00-\uffef]*$/u;

/** Chinese text in the national character set, which no syntax identifier names; Latin-1 never has so many letters beyond ASCII in a row. */
function asChinese(bytes: Buffer): string | undefined {
  if (!/[\x80-\xff]{4}/.test(bytes.toString('latin1'))) return undefined;
  try {
    const text = strictChinese.decode(bytes);
    return CHINESE.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** What is not as declared is read as Chinese where that fits, else as Latin-1. */
const guessed = (bytes: Buffer): string => asChinese(bytes) ?? bytes.toString('latin1');

/** What is beyond ASCII is read as UTF-8 where that fits: senders often declare too little. */
function decodeLoosely(bytes: Buffer): { text: string; isBroken: boolean } {
  return { text: asUtf8(bytes) ?? guessed(bytes), isBroken: true };
}

function decodeUtf8(bytes: Buffer): { text: string; isBroken: boolean } {
  const text = asUtf8(bytes);
  return text === undefined ? { text: guessed(bytes), isBroken: true } : { text, isBroken: false };
}

function decodeLatin1(bytes: Buffer): { text: string; isBroken: boolean } {
  // Latin-1 text is practically never valid UTF-8 or Chinese: what is was declared wrongly.
  const text = asUtf8(bytes) ?? asChinese(bytes);
  return text === undefined ? { text: bytes.toString('latin1'), isBroken: false } : { text, isBroken: true };
}

/** Whether the syntax identifier names a character set that can be read here. */
export const isKnownCharset = (syntaxId: string): boolean => known.has(syntaxId);

/** How bytes beyond ASCII are read under a syntax identifier; an unknown one is read as well as may be. */
export function charsetOf(syntaxId: string): Charset {
  const label = parts[syntaxId];
  if (label !== undefined) {
    const decoder = new TextDecoder(label);
    return { syntaxId, decode: (bytes) => ({ text: decoder.decode(bytes), isBroken: false }) };
  }
  if (syntaxId === 'UNOK') {
    // Latin-5 is Latin-1 but for six Turkish letters, which the browsers' table of it has too.
    const decoder = new TextDecoder('iso-8859-9');
    return { syntaxId, decode: (bytes) => ({ text: decoder.decode(bytes), isBroken: false }) };
  }
  if (syntaxId === 'UNOC') return { syntaxId, decode: decodeLatin1 };
  if (syntaxId === 'UNOW' || syntaxId === 'UNOY') return { syntaxId, decode: decodeUtf8 };
  return { syntaxId, decode: decodeLoosely };
}
