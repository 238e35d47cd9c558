import { cleanText } from '#shared/text/clean-text.ts';

const maxQuoted = 400;

/** Words of others on one line between the marks of quotation, which occur in no quoted text. */
export const quote = (text: string): string =>
  `«${cleanText(text, maxQuoted).replace(/\s+/g, ' ').replace(/«/g, '‹').replace(/»/g, '›').trim()}»`;

/** The value as JSON has it, every text within it cleaned. */
export const cleanValue = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, item: unknown) => (typeof item === 'string' ? cleanText(item) : item));
