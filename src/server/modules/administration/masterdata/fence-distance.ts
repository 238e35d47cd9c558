// unscoped: Master data and its users are the platform’s: these tables have no tenant, and a code may not be removed while any tenant uses
// it.
import { portFence } from '#entities/port-fence.ts';
import { problemsError, type EntityHooks } from '#server/entity/index.ts';
import { farFromPortNm, milesFromPort, type FenceEntry } from '#shared/geo/port-fence.ts';

/** A fence far from its port is a slip more often than not: somebody has to say that it is meant so. */
export const portFenceHooks: EntityHooks = {
  beforeWrite: async (ctx, { after }) => {
    if (after['far_from_port'] === true) return;
    const port = await ctx.unscoped.system
      .selectFrom('md_port')
      .select(['code', 'lon', 'lat'])
      .where('id', '=', Number(after['port_id']))
      .executeTakeFirst();
    const entry = {
      longitude: after['lon'],
      latitude: after['lat'],
      radiusNm: after['radius_nm'],
      outline: after['outline'],
    };
    const miles = milesFromPort(entry as FenceEntry, port);
    if (port === undefined || miles === undefined || miles <= farFromPortNm) return;
    const label = portFence.fields.farFromPort.label;
    throw problemsError(ctx, [
      {
        field: 'farFromPort',
        text: {
          zh: `围栏距 ${port.code} ${miles} 海里；确认无误请勾选“${label.zh}”`,
          en: `The fence lies ${miles} nm from ${port.code}; if that is meant, say so by "${label.en}"`,
        },
      },
    ]);
  },
};
