import type { Messages } from '../messages.ts';
import type { functionInterface as zh } from '../zh/function-interface.ts';

/** Trying function interfaces. */
export const functionInterface: Messages<typeof zh> = {
  tryIt: 'Try it',
  call: 'Call',
  keep: 'Save as returned data',
  kept: 'Kept',
  input: 'Input (JSON)',
  inputHint: 'GET and DELETE send the input as query, other methods as body. Placeholders are names in double braces.',
  placeholders: 'Values of the placeholders',
  answer: 'Answer',
  notCalled: 'Not called yet',
  notText: 'The answer is not text and cannot be shown',
  truncated: 'Too long: only the first 64 KB are shown',
  done: 'Done',
  noAnswer: 'No answer',
  took: '{{ms}} ms',
  bytes: '{{count}} {{count, plural(one: byte; other: bytes)}}',
  callFailed: 'The call failed',
  inside: 'Built in',
  bases: 'Configured base addresses',
  noBases: 'None; an administrator must set FUNCTION_BASE_URLS',
  baseMissing: 'No base address named {{name}} is configured: the call will be refused',
  handlers: 'Built-in handlers',
};
