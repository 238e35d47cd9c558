import { asRecord } from './objects.ts';

/** The `code` of what was thrown, whether the system, the database or a library set it. */
export const codeOf = (error: unknown): unknown => asRecord(error)['code'];

/** What was thrown, as an Error; anything else becomes the message of one. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
