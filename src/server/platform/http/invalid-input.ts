import type { z } from 'zod';

/** Input that does not have the shape of its call; answered field by field. */
export class InvalidInput extends Error {
  readonly error: z.ZodError;
  readonly input: unknown;

  constructor(error: z.ZodError, input: unknown) {
    super('invalid input');
    this.name = 'InvalidInput';
    this.error = error;
    this.input = input;
  }
}
