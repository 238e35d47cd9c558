import type { EntityHooks } from '#server/entity/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';

/** What the declaration of order lines cannot say. */
export const orderHooks: Readonly<Record<string, EntityHooks>> = {
  orderLine: {
    writtenBy: async (ctx, ids) => {
      const rows = await ctx.db.selectFrom('order_line').select(['id', 'fed_at']).where('id', 'in', ids).execute();
      const source = serverText('source.orderSystem', {}, ctx.lang);
      return new Map(rows.flatMap(({ id, fed_at: time }) => (time === null ? [] : [[id, { source, time }] as const])));
    },
  },
};
