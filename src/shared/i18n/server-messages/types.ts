import type { Text } from '../text.ts';

/** Part of the catalogue, keyed by code. */
export type MessageTable = Readonly<Record<string, Text>>;
