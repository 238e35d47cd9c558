/** Bounds of whole numbers, both included; absent = none. */
export type NumberRange = { from: number | undefined; to: number | undefined };

const bound = '(\\d{1,9})';
const exact = new RegExp(`^${bound}$`);
const between = new RegExp(`^${bound}\\s*(?:-|~|\\.\\.|至|到)\\s*${bound}$`);
const compared = new RegExp(`^(>=|<=|>|<|≥|≤)\\s*${bound}$`);

/** Reads `50`, `>=60`, `<5` or `10-20`; undefined when it is nothing of these. */
export function readNumberRange(text: string): NumberRange | undefined {
  const trimmed = text.trim();
  const one = exact.exec(trimmed);
  if (one !== null) return { from: Number(one[1]), to: Number(one[1]) };
  const two = between.exec(trimmed);
  if (two !== null) return { from: Number(two[1]), to: Number(two[2]) };
  const [, sign, value] = compared.exec(trimmed) ?? [];
  if (sign === undefined) return undefined;
  const number = Number(value);
  if (sign === '>=' || sign === '≥') return { from: number, to: undefined };
  if (sign === '<=' || sign === '≤') return { from: undefined, to: number };
  return sign === '>' ? { from: number + 1, to: undefined } : { from: undefined, to: number - 1 };
}
