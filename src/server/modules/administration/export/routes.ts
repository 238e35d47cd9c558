import { route, type Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import * as verbs from './export-verbs.ts';

/** The calls that have lists written to files. */
export const exportRoutes =
  ({ exportLists: lists, queue }: { exportLists: verbs.ExportLists; queue: Queue }): Routes =>
  (app) => {
    route(app, 'exportOrder', ({ ctx, input }) => verbs.orderExport({ ctx, lists, queue, input: input.body }));
    route(app, 'exportGet', ({ ctx, input }) => verbs.getExport({ ctx, lists, queue, input: input.query }));
    route(app, 'exportList', ({ ctx }) => verbs.listExports({ ctx, lists, queue, input: null }));
    route(app, 'exportCancel', ({ ctx, input }) => verbs.cancelExport({ ctx, lists, queue, input: input.body }));
    route(app, 'exportDownload', ({ ctx, input }) => verbs.downloadExport({ ctx, lists, queue, input: input.query }));
  };
