// unscoped: Jobs, robots and versions are found by `ctx.db` or by the key of the robot before; what belongs to them is addressed by id.
import type { EntityHooks } from '#server/entity/index.ts';

const openJobs = { zh: '未结束的作业', en: 'jobs that have not ended' };

const unended =
  (column: 'robot_id' | 'process_id' | 'environment_id' | 'package_version_id'): NonNullable<EntityHooks['usersOf']> =>
  async (ctx, row) => {
    const jobs = await ctx.unscoped.system
      .selectFrom('job')
      .select(['id'])
      .where(column, '=', Number(row['id']))
      .where('status', 'in', ['Pending', 'Running', 'Stopping'])
      .orderBy('id')
      .execute();
    return jobs.length === 0 ? [] : [{ entity: 'job', label: openJobs, count: jobs.length, names: [] }];
  };

/** What declarations of robots, environments and processes cannot say about what uses them. */
export const jobHooks: Readonly<Record<string, EntityHooks>> = {
  robot: { usersOf: unended('robot_id') },
  process: { usersOf: unended('process_id') },
  // Also a version that no process runs (any more): a trial of it, or a job from before another one was released.
  packageVersion: { usersOf: unended('package_version_id') },
  package: {
    usersOf: async (ctx, row) => {
      const versions = await ctx.unscoped.system
        .selectFrom('package_version')
        .select('id')
        .where('package_id', '=', Number(row['id']))
        .execute();
      const users = await Promise.all(versions.map(({ id }) => unended('package_version_id')(ctx, { id })));
      return users.flat();
    },
  },
  environment: {
    usersOf: async (ctx, row) => {
      const fallback = await ctx.unscoped.system
        .selectFrom('environment')
        .select('id')
        .where('id', '=', Number(row['id']))
        .where('default_flag', '=', true)
        .executeTakeFirst();
      const jobs = await unended('environment_id')(ctx, row);
      if (fallback === undefined) return jobs;
      const label = { zh: '默认环境', en: 'the default environment' };
      return [{ entity: 'environment', label, count: 1, names: [] }, ...jobs];
    },
  },
};
