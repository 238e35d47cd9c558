import type { FastifyRequest } from 'fastify';

/** A header that is expected once; the first, if it came several times. */
export function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const header = headers[name];
  return Array.isArray(header) ? header[0] : header;
}
