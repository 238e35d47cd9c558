import type { HookTable } from '#server/entity/index.ts';

/** An address that reports go to is switched off, not deleted. */
export const reportHooks: HookTable = {
  reportAddress: {
    usersOf: async (ctx, row) => {
      const reports = await ctx.db
        .selectFrom('report_recipient as p')
        .innerJoin('report as r', 'r.id', 'p.report_id')
        .select('r.report_name')
        .where('p.address_id', '=', Number(row['id']))
        .orderBy('r.report_name')
        .execute();
      if (reports.length === 0) return [];
      const names = reports.map((one) => one.report_name);
      return [{ entity: 'report', label: { zh: '定期报表', en: 'Scheduled reports' }, count: names.length, names }];
    },
  },
};
