import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Registers routes whose bodies are files: they are not read into memory, but come by `chunksOf`. */
export function withRawBodies(app: FastifyInstance, register: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    register(scope);
  });
}

/** The bytes of a request as they come in. */
export async function* chunksOf({ body }: FastifyRequest): AsyncGenerator<Uint8Array> {
  if (body !== null && typeof body === 'object' && Symbol.asyncIterator in body)
    yield* body as AsyncIterable<Uint8Array>;
}

/** All bytes of a body; undefined as soon as there are more than `limit`. */
export async function bytesOf(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
