// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { FastifyRequest } from 'fastify';
import { listRoute } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { answer, bearerOf, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { admitRobot, createRobotKey, listRobotKeys, revokeRobotKey } from './keys.ts';
import { answersSource, getAnswer } from './list-answers.ts';
import { listParsers } from './list-parsers.ts';
import { listRequests } from './list-requests.ts';
import { queryDifferences, queryRuns } from './list-runs.ts';
import { receiveAnswer } from './receive-answer.ts';
import { lookAtPage, previewReader } from './preview-reader.ts';
import { releaseParser, tryParser } from './release-parser.ts';
import { getReader, removeReader, saveReader } from './save-reader.ts';
import { confirmSite, withdrawSite } from './confirm-site.ts';
import { listSites } from './list-sites.ts';
import type { RpaDeps } from './types.ts';
import { countRefused } from '#server/modules/intake/refusal/index.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { asRecord } from '#shared/values/objects.ts';

/** The source whose page a body claims to be, if it says so legibly. */
async function claimedSource(ctx: Ctx, body: unknown): Promise<number | null> {
  const code = asRecord(body)['carrierCode'];
  if (typeof code !== 'string' || code.length > 10) return null;
  const [row] = await ctx.unscoped.query<{ id: number }>(
    `select id from source where protocol = 'rpa' and carrier_code = $1 order by id limit 1`,
    [code.trim().toUpperCase()],
  );
  return row?.id ?? null;
}

/** Counts an answer of a robot that could not even be read as one, beside what other sources had refused. */
async function countUnread({
  ctx,
  request,
  error,
}: {
  ctx: Ctx;
  request: FastifyRequest;
  error: unknown;
}): Promise<void> {
  // What was looked at and not kept has counted itself.
  if (error instanceof AppError && error.code.startsWith('refusal.')) return;
  await countRefused(ctx, error, async () => ({ via: 'rpa', sourceId: await claimedSource(ctx, request.body) }));
}

/** Largest body of an answer in bytes, the page inside escaped as JSON. */
const MAX_BODY_BYTES = 3_000_000;

/** The key a robot shows: header `Api-Key`, or a bearer token. */
function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['api-key'];
  return typeof header === 'string' ? header : bearerOf(request.headers);
}

/** The key is looked at before the body is read. */
const proveRobot = async ({ ctx, request }: { ctx: Ctx; request: FastifyRequest }) => {
  const { id, tenantId } = await admitRobot(ctx, keyOf(request));
  return { group: `robots of ${tenantId}`, member: String(id) };
};

/** What robots bring, the parsers that read it, and the keys of robots. */
export const rpaRoutes =
  ({ reference, queue }: { reference: () => ReferenceSnapshot; queue: Queue }): Routes =>
  (app) => {
    const depsOf = (ctx: Ctx): RpaDeps => ({
      database: ctx.unscoped,
      clock: ctx.clock,
      log: ctx.log,
      reference: () => reference(),
      queue,
    });
    route(
      app,
      'rpaAnswer',
      ({ ctx, input, request }) => receiveAnswer(depsOf(ctx), { ctx, input: input.body, apiKey: keyOf(request) }),
      { bodyLimit: MAX_BODY_BYTES, onRefused: countUnread, prove: proveRobot },
    );
    route(
      app,
      'rpaRequests',
      ({ ctx, input, request }) => listRequests({ ctx, input: input.body, apiKey: keyOf(request) }),
      { prove: proveRobot },
    );
    route(app, 'rpaParsers', ({ ctx, input }) => listParsers(ctx, input.query, reference()));
    route(app, 'rpaSites', ({ ctx }) => listSites(ctx, reference()));
    route(app, 'rpaSiteConfirm', async ({ ctx, input }) =>
      answer(await confirmSite(ctx, input.body, reference()), 'robotSite.confirmed'),
    );
    route(app, 'rpaSiteWithdraw', async ({ ctx, input }) =>
      answer(await withdrawSite(ctx, depsOf(ctx), input.body.carrierCode), 'robotSite.withdrawn'),
    );
    route(app, 'rpaTry', async ({ ctx, input }) =>
      answer(await tryParser(depsOf(ctx), { ctx, input: input.body }), 'robot.tried'),
    );
    route(app, 'rpaRelease', async ({ ctx, input }) => {
      const run = await releaseParser(depsOf(ctx), { ctx, input: input.body });
      return run.version > run.beforeVersion
        ? answer(run, 'robot.released', { version: run.version })
        : answer(run, 'robot.rolledBack', { version: run.version });
    });
    const bodyLimit = MAX_BODY_BYTES;
    route(app, 'rpaReaderLook', ({ ctx, input }) => lookAtPage(ctx, input.body, reference()), { bodyLimit });
    route(app, 'rpaReaderPreview', ({ ctx, input }) => previewReader(ctx, input.body, reference()), {
      bodyLimit,
    });
    route(app, 'rpaReaderGet', ({ ctx, input }) => getReader(ctx, input.query));
    route(app, 'rpaReaderSave', async ({ ctx, input }) => {
      const saved = await saveReader(ctx, input.body, reference());
      return answer(saved, 'reader.saved', { version: saved.version });
    });
    route(app, 'rpaReaderRemove', async ({ ctx, input }) =>
      answer(await removeReader(ctx, input.body), 'reader.removed'),
    );
    route(app, 'rpaRuns', ({ ctx, input }) => queryRuns(ctx, input.query));
    route(app, 'rpaDifferences', ({ ctx, input }) => queryDifferences(ctx, input.body));
    listRoute(app, answersSource(reference));
    route(app, 'rpaAnswerGet', ({ ctx, input }) => getAnswer(ctx, input.query, reference()));
    route(app, 'rpaKeyQuery', ({ ctx }) => listRobotKeys(ctx));
    route(app, 'rpaKeyInsert', async ({ ctx, input }) =>
      answer(await createRobotKey(ctx, input.body), 'apiKey.created'),
    );
    route(app, 'rpaKeyRevoke', async ({ ctx, input }) =>
      answer(await revokeRobotKey(ctx, input.body.keyId), 'apiKey.revoked'),
    );
  };
