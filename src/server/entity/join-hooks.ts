import type { EntityHooks } from './services.ts';

/** Hooks by the name of the entity. */
export type HookTable = Readonly<Record<string, EntityHooks>>;

/** The hooks of several modules as one table. Modules may have hooks of one entity, but not the same one twice. */
export function joinHooks(...tables: readonly HookTable[]): HookTable {
  const joined: Record<string, EntityHooks> = {};
  for (const table of tables)
    for (const [entity, hooks] of Object.entries(table)) {
      const known = joined[entity] ?? {};
      const twice = Object.keys(hooks).find((name) => name in known);
      if (twice !== undefined) throw new Error(`two modules have the hook ${twice} of ${entity}`);
      joined[entity] = { ...known, ...hooks };
    }
  return joined;
}
