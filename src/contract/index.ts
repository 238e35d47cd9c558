import type { z } from 'zod';
import type { CallShape } from './call.ts';
import { closeInputs } from './closed.ts';
import { entityCalls } from './entity.ts';
import { boardCalls, listCalls } from './list-calls.ts';
import { ownCalls } from './own-calls.ts';
import type { CallName } from './paths.ts';

/** Shapes of every call; a missing one is a type error. Their inputs refuse fields that they do not name. */
export const calls = closeInputs({
  ...ownCalls,
  ...entityCalls,
  ...listCalls,
  ...boardCalls,
} satisfies Record<CallName, CallShape>);

export type Calls = typeof calls;

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Part<N extends CallName, P extends string> = Calls[N] extends Record<P, infer T> ? T : undefined;

/** What the browser sends: the body of a POST, the query of a GET. */
export type CallInput<N extends CallName> = In<Part<N, 'body'>> | In<Part<N, 'query'>>;
/** What `data` of the answer holds. */
export type CallData<N extends CallName> = Out<Part<N, 'data'>>;
/** What a verb gets after parsing. */
export type ParsedBody<N extends CallName> = Out<Part<N, 'body'>>;
export type ParsedQuery<N extends CallName> = Out<Part<N, 'query'>>;
export type ParsedParams<N extends CallName> = Out<Part<N, 'params'>>;
