import type { CallData, CallInput } from '#contract/index.ts';
import type { OwnCall } from '#contract/paths.ts';
import { ownPaths } from '#generated/web/base/own-paths.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { CallError, encodeQuery } from './client.ts';

/** Sends one file as it is by a call that takes its bytes; a CallError says why it was not taken. */
export async function sendFile<N extends OwnCall>(
  name: N,
  query: CallInput<N> & object,
  file: File,
): Promise<CallData<N>> {
  const response = await fetch(`${ownPaths[name].path}?${encodeQuery(query)}`, {
    method: 'POST',
    headers: { source: 'Manual', 'x-lang': currentLang(), 'content-type': 'application/octet-stream' },
    credentials: 'same-origin',
    body: file,
  });
  const body: { status: number; msg: string; data: CallData<N> } | undefined = await response
    .json()
    .catch(() => undefined);
  if (body?.status === 1) return body.data;
  const { status: httpStatus } = response;
  // Who stands before the server refuses in words of its own.
  const msg = body?.msg || text('common.serverFailed', { httpStatus });
  throw new CallError({ status: body?.status ?? 0, msg, httpStatus });
}
