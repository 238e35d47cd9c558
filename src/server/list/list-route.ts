import type { CallName } from '#contract/paths.ts';
import type { Ctx } from '#server/platform/context.ts';
import { type App, route } from '#server/platform/http/index.ts';
import { queryList } from './query-list.ts';
import type { ListInput, ListSource } from './source.ts';

type Requested = { ctx: Ctx; input: { body: unknown } };

/** Answers the call of a declared list. */
export function listRoute(app: App, source: ListSource): void {
  const handle = ({ ctx, input }: Requested) => queryList(source, ctx, input.body as ListInput);
  route(app, source.list.call as CallName, handle as never);
}
