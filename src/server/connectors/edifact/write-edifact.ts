import { trimEndOf } from '#shared/text/normalize.ts';

/** Components of one element, and elements of one segment, to be written; null is left empty. */
export type Components = readonly (string | null)[];

const SPECIAL = /[?'+:*]/g;
/** What a text must not hold: control characters, and halves of characters. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g;

/** Text as it may stand in a component: separators released, control characters out, no blanks at the ends. */
const escapeText = (text: string): string => text.toWellFormed().replace(CONTROL, ' ').trim().replace(SPECIAL, '?$&');

/** One segment with its terminator; empty components and elements at the end are left out. */
export function writeSegment(tag: string, ...elements: readonly (string | null | Components)[]): string {
  const texts = elements.map((element) => {
    const components = typeof element === 'string' || element === null ? [element] : element;
    const whole = components.map((component) => escapeText(component ?? '')).join(':');
    const kept = trimEndOf(whole, ':');
    // A colon behind the release character belongs to the text.
    return kept.length < whole.length && kept.endsWith('?') ? `${kept}:` : kept;
  });
  while (texts.length > 0 && texts.at(-1) === '') texts.pop();
  return `${[tag, ...texts].join('+')}'`;
}

/** The smallest character set that holds all of a text. */
export function syntaxFor(text: string): 'UNOA' | 'UNOC' | 'UNOY' {
  // UNOA: capital letters, digits, blank and some marks.
  if (/^[A-Z0-9 .,\-()/=!"%&*;<>?'+:\n]*$/.test(text)) return 'UNOA';
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u007f\u00a0-\u00ff]*$/.test(text) ? 'UNOC' : 'UNOY';
}

/** The bytes of a text under its syntax identifier. */
export const encodeText = (text: string, syntaxId: string): Buffer =>
  Buffer.from(text, syntaxId === 'UNOC' ? 'latin1' : 'utf8');
