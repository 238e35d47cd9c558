import { cleanText } from '../untrusted.ts';

/** Longest value taken from a component, in characters. */
const VALUE_CHARS = 512;

/** One segment as it stands in a file: `elements[0]` is the first data element, its components in order. */
export type Segment = {
  tag: string;
  elements: readonly (readonly string[])[];
  /** Further repetitions of elements, where the syntax allows them. */
  repeats: readonly { element: number; components: readonly string[] }[];
  /** Number within the file, from 1. */
  number: number;
  /** Line the segment begins on, from 1. */
  line: number;
  /** Bytes of the file: from the tag up to and including the terminator. */
  start: number;
  end: number;
};

/** A component as clean text; null when it is absent or empty. */
export function valueOf(segment: Segment, element: number, component = 0): string | null {
  const value = segment.elements[element]?.[component];
  if (value === undefined || value === '') return null;
  return cleanText(value.slice(0, VALUE_CHARS)) || null;
}

/** A component as an upper-case code. */
export const codeOf = (segment: Segment, element: number, component = 0): string | null =>
  valueOf(segment, element, component)?.toUpperCase() ?? null;

/** A component as a whole number of at most nine digits; null when it is none. */
export function wholeOf(segment: Segment, element: number, component = 0): number | null {
  const value = valueOf(segment, element, component);
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** All repetitions of an element, the first one included. */
export const repetitionsOf = (segment: Segment, element: number): (readonly string[])[] => [
  segment.elements[element] ?? [],
  ...segment.repeats.filter((one) => one.element === element).map((one) => one.components),
];
