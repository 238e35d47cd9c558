import { z } from 'zod';
import { defineCalls, wireFlag, wireId } from '../call.ts';

const text = z.string().nullable();

/** Why a call brought no answer. */
export const functionFailures = ['timeout', 'unreachable', 'tooLarge', 'redirect', 'handler'] as const;

const functionAnswer = z.object({
  /** The other side answered with a status below 300, or the built-in handler gave a value. */
  ok: z.boolean(),
  /** What was called: method and address without anything secret, or the name of the built-in handler. */
  target: z.string(),
  /** HTTP status; null when there was no answer or the function runs inside the product. */
  httpStatus: z.number().int().nullable(),
  durationMs: z.number(),
  contentType: text,
  /** The answer as text, cut off after 64 KB; null when it is no text or there was none. */
  answer: text,
  answerBytes: z.number().int(),
  truncated: z.boolean(),
  failure: z.enum(functionFailures).nullable(),
  /** The failure in words. */
  failureText: text,
  /** What was sent. */
  sent: text,
  /** The answer is kept as returnData; then the row has this version. */
  storedVersion: z.number().int().nullable(),
});
export type FunctionAnswer = z.output<typeof functionAnswer>;

export const functionCalls = defineCalls({
  functionTargets: {
    method: 'GET',
    path: '/api/product/function/targets',
    access: ['/function-interface'],
    summary: {
      zh: '可调用的基础地址与内置处理程序',
      en: 'Configured base addresses and built-in handlers that functions can name',
    },
    data: z.object({
      bases: z.array(z.object({ name: z.string(), address: z.string() })),
      handlers: z.array(
        z.object({ name: z.string(), label: z.string(), description: z.string(), example: z.string() }),
      ),
    }),
  },
  tryFunction: {
    method: 'POST',
    path: '/api/product/function/tryIt',
    access: ['/function-interface'],
    summary: { zh: '试用函数接口', en: 'Calls a function interface and shows what it answers' },
    body: z.object({
      wlFunctionInterfaceId: wireId.nullish(),
      functionCode: z.string().max(50).nullish(),
      /** JSON; the stored one when absent. */
      inParam: z.string().max(16_000).nullish(),
      /** Values of the placeholders in the path and in inParam. */
      values: z.record(z.string().max(60), z.string().max(2000)).nullish(),
      /** Keep the answer as returnData. */
      store: wireFlag.nullish(),
    }),
    data: functionAnswer,
  },
});
