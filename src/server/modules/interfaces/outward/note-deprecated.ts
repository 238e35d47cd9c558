import type { FastifyReply, FastifyRequest } from 'fastify';
import { type InterfaceChange, interfaceChanges } from '#shared/reference/interface-changes.ts';
import { isRecord } from '#shared/values/objects.ts';

const deprecated = interfaceChanges.filter(({ kind }) => kind === 'deprecated');

/** The call as the list of changes names it: `:id` of a route stands for the one name in braces at that place. */
function isCall(change: InterfaceChange, method: string, path: string): boolean {
  if (change.call === '*') return true;
  const [ofMethod, ofPath = ''] = change.call.split(' ');
  return ofMethod === method && ofPath.replace(/\{\w+\}/g, ':id') === path;
}

function usesField({ field }: InterfaceChange, request: FastifyRequest): boolean {
  if (field === undefined) return true;
  const at = request.url.indexOf('?');
  const search = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
  return search.has(field) || (isRecord(request.body) && field in request.body);
}

/**
 * Says of an answer to a call, or to a parameter, that is deprecated since when it is (`Deprecation`, RFC 9745) and from when it may be
 * gone (`Sunset`, RFC 8594). Of several, the earliest counts. `base`: what the addresses begin with.
 */
export function noteDeprecated(request: FastifyRequest, reply: FastifyReply, base: string): void {
  const path = (request.routeOptions.url ?? '').slice(base.length).replace(/\/$/, '');
  const met = deprecated.filter((change) => isCall(change, request.method, path) && usesField(change, request));
  if (met.length === 0) return;
  const since = Math.min(...met.map(({ date }) => Date.parse(date)));
  void reply.header('deprecation', `@${since / 1000}`);
  const ends = met.flatMap(({ sunset }) => (sunset === undefined ? [] : Date.parse(sunset)));
  if (ends.length > 0) void reply.header('sunset', new Date(Math.min(...ends)).toUTCString());
  void reply.header('link', `<${base}/changes>; rel="deprecation"; type="application/json"`);
}
