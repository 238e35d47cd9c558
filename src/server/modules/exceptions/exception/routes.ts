import { listRoute, streamList } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route, streamAnswer } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { both, listIn } from '#shared/i18n/text.ts';
import { assignExceptions } from './assign-exceptions.ts';
import { exceptionsSource } from './exceptions-source.ts';
import { listRefusals, listSources } from './list-sources.ts';
import { undoHandling } from './undo-handling.ts';
import { updateException, updateExceptionStatus } from './update-handling.ts';

/** The exception list and its handling. */
export const exceptionRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    const source = exceptionsSource(reference);
    listRoute(app, source);
    route(app, 'exportExceptions', async ({ ctx, input }) =>
      streamAnswer({
        body: await streamList(source, ctx, input.body, {
          words: listWords(ctx, reference()),
          columns: input.body.columns,
        }),
        contentType: 'text/csv; charset=utf-8',
        fileName: both('异常列表.csv', 'exceptions.csv')[ctx.lang],
      }),
    );
    route(app, 'assignExceptions', async ({ ctx, input }) => {
      const { leftTenants, ...done } = await assignExceptions({ ctx, input: input.body });
      const params = { ...done, tenants: listIn(leftTenants, ctx.lang) };
      const code = done.left === 0 ? 'exception.assigned' : 'exception.partlyAssigned';
      return answer(serverText(code, params, ctx.lang), code, params);
    });
    route(app, 'updateExceptionStatus', async ({ ctx, input }) => {
      const result = await updateExceptionStatus({ ctx, input: input.body });
      const failed = result.results.length - result.changed;
      return answer(result, failed > 0 ? 'exception.partlyUpdated' : 'exception.updated', {
        count: result.changed,
        failed,
      });
    });
    route(app, 'updateException', async ({ ctx, input }) =>
      answer(await updateException({ ctx, input: input.body }), 'success.updated'),
    );
    route(app, 'undoHandling', async ({ ctx, input }) =>
      answer(await undoHandling({ ctx, input: input.body }), 'exception.undone'),
    );
    route(app, 'sources', ({ ctx }) => listSources({ ctx }));
    route(app, 'refusals', ({ ctx, input }) => listRefusals({ ctx, input: input.query }));
  };
