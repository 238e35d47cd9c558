import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { closed } from '#contract/closed.ts';
import type { CallName } from '#contract/paths.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { isRecord } from '#shared/values/objects.ts';
import type { Ctx } from '../context.ts';
import { Answer } from './answer.ts';
import { shapeOfCall } from './call-shapes.ts';
import { InvalidInput } from './invalid-input.ts';
import { SavedAnswer } from './request-key.ts';

/** What a handler gets, by the form of its input. */
export type CallOf<Inputs> = {
  ctx: Ctx;
  input: Inputs;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The bytes of the body, for routes registered with `rawBody`. */
  rawBody: Buffer | null;
};

/** The same for a call whose name is known at run time only: its input is parsed by the contract. */
export type AnyHandlerCall = CallOf<{ query: unknown; body: unknown; params: unknown }>;

/** Does a call whose name is known at run time only. */
export type AnyHandler = (call: AnyHandlerCall) => unknown;

/** What a call takes that declares no input: nothing, so that a field that nobody would read is refused here too. */
const noFields = z.strictObject({});

/** Whether a value has named fields; the stream of an uploaded file has none. */
const hasFields = (value: unknown): boolean => isRecord(value) && !(value instanceof Readable);

/** One part of the input as the contract wants it; throws InvalidInput. */
export function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined && !hasFields(value)) return undefined;
  const wanted = schema ?? noFields;
  const result = wanted.safeParse(value);
  if (!result.success) throw new InvalidInput(result.error, value, wanted);
  return schema === undefined ? undefined : result.data;
}

/** The data of an answer and its text, in the caller's language. */
export const plainAnswer = (result: unknown, { lang }: Ctx): SavedAnswer =>
  result instanceof SavedAnswer
    ? result
    : result instanceof Answer
      ? new SavedAnswer({ msg: serverText(result.code, result.params, lang), data: result.data ?? null })
      : new SavedAnswer({ msg: '', data: result ?? null });

/** With `validateAnswers` a handler that breaks the contract, or gives more than it names, fails loudly instead of misleading a client. */
export function checkAnswer(name: CallName, data: unknown): void {
  const result = closed(shapeOfCall(name).data).safeParse(data);
  if (!result.success) {
    throw new Error(
      `the answer of ${name} does not match the contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    );
  }
}
