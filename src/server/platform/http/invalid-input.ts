import type { z } from 'zod';

/** Input that does not have the shape of its call; answered field by field. */
export class InvalidInput extends Error {
  readonly error: z.ZodError;
  readonly input: unknown;
  readonly schema: z.ZodType;

  constructor(error: z.ZodError, input: unknown, schema: z.ZodType) {
    super('invalid input');
    this.name = 'InvalidInput';
    this.error = error;
    this.input = input;
    this.schema = schema;
  }
}
