import type { ParsedBody } from '#contract/index.ts';
import { environment } from '#entities/environment.ts';
import { robot } from '#entities/robot.ts';
import { checkMayWrite, type EntityServices, updateRow } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';

type Found = { id: number; robot_name: string; environment_id: string | null; record_version: number };

/** The environments a robot is in afterwards. */
function placesOf(row: Found, environmentId: number, stays: boolean): string[] {
  const others = (row.environment_id ?? '').split(',').filter((id) => id !== '' && id !== String(environmentId));
  return stays ? [...others, String(environmentId)] : others;
}

/** Puts robots into an environment and takes others out of it; a robot is always in one. */
export function assignRobots(
  ctx: Ctx,
  services: EntityServices,
  input: ParsedBody<'environmentRobots'>,
): Promise<null> {
  checkMayWrite(ctx, environment);
  const { environmentId } = input;
  const added = new Set(input.add);
  const ids = [...new Set([...input.add, ...input.remove])];
  return ctx.unscoped.transaction(async () => {
    const place = await ctx.db
      .selectFrom('environment')
      .select('id')
      .where('id', '=', environmentId)
      .executeTakeFirst();
    if (place === undefined) throw notFound();
    if (ids.length === 0) return null;
    const rows: Found[] = await ctx.db
      .selectFrom('robot')
      .select(['id', 'robot_name', 'environment_id', 'record_version'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length < ids.length) throw notFound();
    const homeless = rows.filter((row) => placesOf(row, environmentId, added.has(row.id)).length === 0);
    if (homeless.length > 0)
      throw refused('environment.onlyPlace', { robots: homeless.map((row) => row.robot_name).join(', ') });
    for (const row of rows) {
      const places = placesOf(row, environmentId, added.has(row.id)).join(',');
      const change = { robotId: row.id, environmentId: places, recordVersion: row.record_version };
      await updateRow({ ctx, entity: robot, services, input: change });
    }
    return null;
  });
}
