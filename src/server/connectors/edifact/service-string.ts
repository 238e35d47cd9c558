/** The bytes that give an interchange its structure; null where there is no such character. */
export type ServiceString = {
  component: number;
  element: number;
  release: number | null;
  repetition: number | null;
  terminator: number;
};

const code = (char: string): number => char.charCodeAt(0);
const SPACE = 0x20;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;

/** What holds when an interchange begins without UNA. */
export const defaultService: ServiceString = {
  component: code(':'),
  element: code('+'),
  release: code('?'),
  repetition: null,
  terminator: code("'"),
};

/** Separators of the level B character set, which are control characters. */
const controlService: ServiceString = {
  component: 0x1f,
  element: 0x1d,
  release: null,
  repetition: null,
  terminator: 0x1c,
};

const isAlphanumeric = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte >= 0x80;

/** Reads the six characters after `UNA`; undefined when they cannot be separators. */
export function readService(bytes: Uint8Array, at: number): ServiceString | undefined {
  const [component, element, release, repetition] = [bytes[at], bytes[at + 1], bytes[at + 3], bytes[at + 4]];
  let terminator = bytes[at + 5];
  if (component === undefined || element === undefined || terminator === undefined) return undefined;
  if (terminator === CR) terminator = LF;
  const used = [component, element, terminator];
  if (new Set(used).size < used.length || used.some(isAlphanumeric)) return undefined;
  const optional = (byte: number | undefined): number | null =>
    byte === undefined || byte === SPACE || isAlphanumeric(byte) || used.includes(byte) ? null : byte;
  return { component, element, release: optional(release), repetition: optional(repetition), terminator };
}

/** The terminator as the next service segment shows it: what stands before it, or a line end when nothing does. */
function guessTerminator(bytes: Uint8Array, from: number, to: number, element: number): number {
  for (let at = from + 4; at < to - 3; at += 1) {
    const isNext = bytes[at] === code('U') && bytes[at + 1] === code('N') && bytes[at + 3] === element;
    if (!isNext || (bytes[at + 2] !== code('H') && bytes[at + 2] !== code('G'))) continue;
    let before = at - 1;
    let sawLineEnd = false;
    for (; before > from; before -= 1) {
      if (bytes[before] === LF || bytes[before] === CR) sawLineEnd = true;
      else if (bytes[before] !== SPACE && bytes[before] !== TAB) break;
    }
    const byte = bytes[before];
    if (byte !== undefined && !isAlphanumeric(byte) && byte !== element) return byte;
    if (sawLineEnd) return LF;
  }
  return defaultService.terminator;
}

/**
 * Separators of an interchange (or of a message alone) that begins at `at` with `UNB` or `UNH` and without UNA: the usual
 * ones unless what stands there says otherwise.
 */
export function guessService(bytes: Uint8Array, at: number, to: number): ServiceString {
  const element = bytes[at + 3] ?? defaultService.element;
  if (element === controlService.element) return controlService;
  if (isAlphanumeric(element)) return defaultService;
  const after = bytes[at + 8];
  const isHeader = bytes[at + 2] === code('B');
  const component =
    isHeader && after !== undefined && !isAlphanumeric(after) && after !== element ? after : defaultService.component;
  const repeated = repetitionOf(bytes, at, isHeader);
  return {
    component,
    element,
    release: defaultService.release,
    repetition: repeated,
    terminator: isHeader ? guessTerminator(bytes, at, to, element) : terminatorOfMessage(bytes, at, to),
  };
}

/** From syntax version 4 on an asterisk repeats an element: `UNB+UNOC:4+`. */
function repetitionOf(bytes: Uint8Array, at: number, isHeader: boolean): number | null {
  return isHeader && bytes[at + 9] === code('4') ? code('*') : null;
}

/** A message alone whose lines end without the usual terminator ends its segments by line. */
function terminatorOfMessage(bytes: Uint8Array, at: number, to: number): number {
  for (let index = at; index < to; index += 1) {
    if (bytes[index] === defaultService.terminator) return defaultService.terminator;
    if (bytes[index] === LF) {
      const before = bytes[index - 1] === CR ? bytes[index - 2] : bytes[index - 1];
      const isTag =
        [1, 2, 3].every((step) => isAlphanumeric(bytes[index + step] ?? 0)) && bytes[index + 4] === code('+');
      if (before !== undefined && isAlphanumeric(before) && isTag) return LF;
    }
  }
  return defaultService.terminator;
}

/** The service string as it is written after `UNA`. */
export function serviceText(service: ServiceString): string {
  const char = (byte: number | null): string => (byte === null ? ' ' : String.fromCharCode(byte));
  return `${char(service.component)}${char(service.element)}.${char(service.release)}${char(service.repetition)}${char(service.terminator)}`;
}
