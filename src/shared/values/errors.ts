import { asRecord } from './objects.ts';

/** The code of what was thrown, of the system, the database or a library: whatever is under `code`. */
export const codeOf = (error: unknown): unknown => asRecord(error)['code'];

/** What was thrown as an error: anything else becomes the message of one. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
