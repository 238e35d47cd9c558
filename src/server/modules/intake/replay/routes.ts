import type { ReplayRun } from '#contract/intake/replay.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { App, Routes } from '#server/platform/http/index.ts';
import { activatePullRecords, cancelPullRecords, ownOrRefuse, queryPullRecords } from './pull-records.ts';
import { replayMany } from './replay-many.ts';
import { askOne, latestFtRecord, refuseOne, reinsertOne } from './replay-one.ts';
import type { ReplayDeps } from './replay-one.ts';
import { listReplayRuns } from './runs.ts';

type Deps = ReplayDeps & { reference: () => ReferenceSnapshot };
type Named = { obmTkSubscribeId?: number | undefined } | undefined;

const idOf = (input: { body?: Named; query?: Named }): number | undefined =>
  input.body?.obmTkSubscribeId ?? input.query?.obmTkSubscribeId;

const asked = (run: ReplayRun) =>
  answer(run, run.joined === 1 ? 'replay.running' : 'replay.asked', { sourceType: run.sourceType ?? '' });

function addPullRecords(app: App, { reference, queue }: Deps): void {
  route(app, 'activatePullRecords', async ({ ctx, input }) => {
    const rows = await activatePullRecords({ ctx, ids: input.body, reference: reference(), queue });
    return answer(rows, rows.length > 0 ? 'pullRecord.activated' : 'pullRecord.alreadyPending', { count: rows.length });
  });
  route(app, 'cancelPullRecords', async ({ ctx, input }) => {
    const rows = await cancelPullRecords({ ctx, ids: input.body, reference: reference() });
    return answer(rows, rows.length > 0 ? 'pullRecord.cancelled' : 'pullRecord.notPending', { count: rows.length });
  });
  route(app, 'queryPullRecords', ({ ctx, input }) =>
    queryPullRecords({ ctx, ids: input.body, reference: reference() }),
  );
}

/** Pull records, and what makes data come again: fusing, asking, reading stored answers again. */
export const replayRoutes =
  (deps: Deps): Routes =>
  (app) => {
    addPullRecords(app, deps);
    route(app, 'refuse', async ({ ctx, input }) => {
      const run = await refuseOne({ ctx, id: idOf(input), deps });
      return answer(run, run.dropped > 0 ? 'replay.fusedDropped' : 'replay.fused', { count: run.dropped });
    });
    for (const [name, sourceType] of [
      ['requestFt', 'FT'],
      ['requestRpa', 'RPA'],
    ] as const) {
      route(app, name, async ({ ctx, input }) => asked(await askOne({ ctx, id: idOf(input), deps, sourceType })));
    }
    for (const [name, sourceType] of [
      ['reinsertFt', 'FT'],
      ['reinsertRpa', 'RPA'],
    ] as const) {
      route(app, name, async ({ ctx, input }) =>
        answer(await reinsertOne({ ctx, id: idOf(input), deps, sourceType }), 'replay.reinserted', { sourceType }),
      );
    }
    route(app, 'latestFtRecord', ({ ctx, input }) => latestFtRecord({ ctx, id: input.query.obmTkSubscribeId }));
    route(app, 'replayStored', async ({ ctx, input }) => {
      const { queue, reference } = deps;
      const runs = await replayMany({ ctx, input: input.body, reference: reference(), queue });
      return answer(runs, runs.every((run) => run.joined === 1) ? 'replay.running' : 'replay.started', {
        count: runs.reduce((sum, run) => sum + run.total, 0),
      });
    });
    route(app, 'replayRuns', async ({ ctx, input }) => {
      const id = input.query.obmTkSubscribeId;
      if (id !== undefined) await ownOrRefuse(ctx, [id]);
      return listReplayRuns(ctx, id);
    });
  };
