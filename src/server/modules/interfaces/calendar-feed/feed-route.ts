import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { hashToken } from '#server/platform/crypto/index.ts';
import { tooMany } from '#server/platform/errors/app-error.ts';
import { type App, type AppDeps, callContext } from '#server/platform/http/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type Feed, findFeed, noteRead, stampOf } from './feed-queries.ts';
import { maySee, readFeed, spanOf } from './read-feed.ts';
import { writeCalendar } from './write-calendar.ts';

/** Where calendar programs read; the token follows, and `.ics`. */
export const feedBase = '/api/data-center/calendar';

const fileForm = /^([A-Za-z0-9_-]{43})\.ics$/;

/** Programs read once an hour; several may read the same calendar. */
const readsPerMinute = 20;

type FeedDeps = { reference: () => ReferenceSnapshot; publicUrl: () => string };

/** The same answer whether a token never was, was ended, or its person lost the right: nothing is learned by trying. */
const nothing = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');

/** A weak tag of everything a calendar shows: the stored rows, what is chosen, and the hour, in which estimates pass. */
async function tagOf(feed: Feed, stamp: string, now: number): Promise<string> {
  const { id, kinds, shipments, daysAhead, daysBehind, name } = feed;
  const text = JSON.stringify([id, kinds, shipments, daysAhead, daysBehind, name, stamp, Math.floor(now / HOUR_MS)]);
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** The calendar of the address. Its owner, with the rights of this moment, becomes the caller; undefined when either is missing. */
async function admitFeed({ database, sessions }: AppDeps, request: FastifyRequest): Promise<Feed | undefined> {
  const [, token] = fileForm.exec(String(asRecord(request.params)['file'])) ?? [];
  if (token === undefined) return undefined;
  const tokenHash = hashToken(token);
  const feed = await findFeed(database, tokenHash);
  if (feed === undefined) return undefined;
  const { userId, tenantId, lang } = feed;
  const principal = await sessions.findForKey({ userId, tenantId, keyHash: tokenHash, readOnly: true });
  if (principal === undefined) return undefined;
  request.caller = { principal, origin: 'Remote', client: feed.name, lang };
  return feed;
}

/** Adds the address at which calendar programs read a calendar by its secret token, without a session. */
export function addFeedRoute(app: App, deps: AppDeps, { reference, publicUrl }: FeedDeps): void {
  const isLimited = deps.settings.rateLimitPerMinute > 0;
  const count = app.createRateLimit({
    max: readsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `calendar ${request.caller?.principal?.tokenHash.toString('base64')}`,
  });
  const answerOf = async (feed: Feed, request: FastifyRequest, reply: FastifyReply) => {
    const ctx = callContext(deps, request, request.caller ?? { principal: undefined, origin: 'Remote' });
    const sees = maySee(ctx.actor);
    if (!sees.shipments && !sees.bookings) return nothing(reply);
    const now = ctx.clock.now();
    const machineNow = deps.realClock.now();
    await noteRead(deps.database, feed, machineNow);
    const span = spanOf(feed, Math.floor(now / HOUR_MS) * HOUR_MS);
    const stamp = await stampOf(ctx, { shipments: feed.shipments, withBookings: sees.bookings, span });
    const tag = await tagOf(feed, `${JSON.stringify(sees)} ${stamp}`, now);
    void reply.header('etag', tag).header('cache-control', 'private, max-age=0, must-revalidate');
    if (request.headers['if-none-match']?.split(',').some((given) => given.trim() === tag) === true)
      return reply.code(304).send();
    const calendar = await readFeed(ctx, feed, { reference: reference(), publicUrl: publicUrl(), machineNow });
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="portolan.ics"')
      .send(writeCalendar(calendar, feed.lang));
  };
  app.get(`${feedBase}/:file`, { config: { secretPath: true } }, async (request, reply) => {
    request.caller = { principal: undefined, origin: 'Remote' };
    // By address, before anything is looked up.
    await app.countRequest(request);
    const feed = await admitFeed(deps, request);
    if (feed === undefined) return nothing(reply);
    if (isLimited) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooMany('error.tooMany', Math.max(1, counted.ttlInSeconds));
    }
    const turn = await app.acquireSlot(request, reply);
    return turn.during(() => answerOf(feed, request, reply));
  });
}
