import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import { AppError } from '../errors/app-error.ts';
import type { App } from './app-types.ts';

/** Methods by path of every call, to tell a wrong method from a wrong path. */
const methodsOf = new Map<string, string[]>();
for (const { path, method, also } of Object.values<CallPath>(paths)) {
  methodsOf.set(path, [...(methodsOf.get(path) ?? []), method, ...(also === undefined ? [] : [also])]);
}

/** What no route answers: a wrong method names the right ones, anything else is an unknown call. */
export function unknownCall(method: string, url: string): AppError {
  const path = (url.split('?', 1)[0] ?? '').slice(0, 200);
  const allowed = methodsOf.get(path);
  return allowed === undefined
    ? new AppError('error.unknownCall', { method, path }, 'unknown_call')
    : new AppError('error.methodNotAllowed', { method, allowed: allowed.join(', ') }, 'wrong_method');
}

/** Answers unknown paths and methods with the envelope. */
export function answerUnknown(app: App): void {
  app.setNotFoundHandler((request) => {
    throw unknownCall(request.method, request.url);
  });
}
