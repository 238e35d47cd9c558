import type { CredentialValues } from './types.ts';

/** The text with the values of its fields; undefined when one of them is empty. */
export function fill(text: string, values: CredentialValues): string | undefined {
  let isComplete = true;
  const filled = text.replace(/\{([a-zA-Z]{1,40})\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    if (value === '') isComplete = false;
    return value;
  });
  return isComplete ? filled : undefined;
}

/** All texts that are complete. */
export function fillAll(texts: Readonly<Record<string, string>>, values: CredentialValues): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(texts)) {
    const value = fill(text, values);
    if (value !== undefined) filled[name] = value;
  }
  return filled;
}
