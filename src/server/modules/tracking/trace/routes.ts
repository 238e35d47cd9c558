import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { ShipmentParts } from '#server/modules/tracking/shipment/index.ts';
import { createTokenSigner } from '#server/platform/auth/signed-token.ts';
import type { Lang } from '#server/platform/context.ts';
import { tooMany } from '#server/platform/errors/app-error.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { listCutoffs, saveCutoff } from './cutoffs.ts';
import { readShared } from './read-shared.ts';
import { readSource } from './read-source.ts';
import { createShare, listShares, openShare, revokeShare } from './share-links.ts';

/** Strangers look at a page that renews itself now and then, not more often. */
const sharedPerMinute = 60;

/** The trace page besides the trace: what sources said, cut-offs, and links for people without an account. */
export const traceRoutes =
  ({
    reference,
    pipeline,
    presentExceptions: presenter,
    findPosition: positionOf = () => Promise.resolve(undefined),
  }: ShipmentParts & { pipeline: PipelineDeps }): Routes =>
  (app, deps) => {
    const share = { signer: createTokenSigner(deps.settings.secret, 'trace-share'), clock: deps.realClock };
    const count = app.createRateLimit({
      max: sharedPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => `shared ${request.ip}`,
    });
    route(app, 'traceSource', ({ ctx, input }) =>
      readSource({ ctx, ...input.query, obmBkId: input.query.obmBkId, reference: reference() }),
    );
    route(app, 'traceCutoffs', ({ ctx, input }) => listCutoffs(ctx, input.query.obmBkId, reference()));
    route(app, 'traceCutoffSave', async ({ ctx, input }) =>
      answer(
        await saveCutoff({ ctx, pipeline }, input.body),
        input.body.time === null ? 'cutoff.removed' : 'cutoff.saved',
      ),
    );
    route(app, 'traceShareQuery', ({ ctx, input }) => listShares(ctx, input.query.obmBkId, share));
    route(app, 'traceShareInsert', async ({ ctx, input }) =>
      answer(await createShare(ctx, input.body, share), 'share.created'),
    );
    route(app, 'traceShareRevoke', async ({ ctx, input }) =>
      answer(await revokeShare(ctx, input.body.shareId, share), 'share.revoked'),
    );
    route(app, 'sharedTrace', async ({ ctx, input, request }) => {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooMany('error.tooMany', Math.max(1, counted.ttlInSeconds));
      return readShared({
        ctx,
        share: await openShare(ctx, input.body.token, share),
        reference: reference(),
        present: presenter(ctx.lang),
        positionOf,
      });
    });
  };
