import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteBudget } from '#shared/memory/byte-budget.ts';
import { AppError } from '../errors/app-error.ts';

/** Bodies whose senders are known only once they are read: of all senders, and of one. */
const all = new ByteBudget('unproven_bodies', 60_000_000);
const maxOfSender = 10_000_000;
const readMs = 30_000;
/** When to send again, for who was refused. */
const retryS = 5;

const held = new Map<string, number>();

/**
 * Makes room for a body that has to be read before it can be checked who sent it, for as long as the request lasts. Anyone who claims to be
 * `sender` can keep that sender from being heard, but nobody else.
 */
export function holdBody(request: FastifyRequest, reply: FastifyReply, sender: string): void {
  const { bodyLimit } = request.routeOptions;
  const declared = Number(request.headers['content-length'] ?? bodyLimit);
  // What is longer is refused before it is read.
  const bytes = Math.min(bodyLimit, Number.isFinite(declared) ? declared : bodyLimit);
  const ofSender = held.get(sender) ?? 0;
  if (ofSender + bytes > maxOfSender || !all.take(bytes))
    throw new AppError('error.tooBusy', { seconds: retryS }, 'unavailable', { retryAfterS: retryS });
  held.set(sender, ofSender + bytes);
  const { raw } = request;
  const deadline = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, readMs);
  deadline.unref();
  let isOver = false;
  const release = (): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(deadline);
    all.give(bytes);
    const left = (held.get(sender) ?? 0) - bytes;
    if (left > 0) held.set(sender, left);
    else held.delete(sender);
  };
  reply.raw.once('finish', release);
  reply.raw.once('close', release);
}
