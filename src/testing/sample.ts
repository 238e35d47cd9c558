import { paths } from '#contract/all-paths.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { sampledDatabase, testDatabaseKind } from './run-kind.ts';

/** As few cases as show every trait that any of them has, in their order. */
export function coverTraits<Case>(cases: readonly Case[], traitsOf: (one: Case) => Iterable<string>): Case[] {
  const traits = new Map(cases.map((one) => [one, new Set(traitsOf(one))]));
  const missing = new Set([...traits.values()].flatMap((own) => [...own]));
  const chosen = new Set<Case>();
  while (missing.size > 0) {
    const gain = (one: Case): number => [...(traits.get(one) ?? [])].filter((trait) => missing.has(trait)).length;
    const best = cases.reduce((first, one) => (gain(one) > gain(first) ? one : first));
    chosen.add(best);
    for (const trait of traits.get(best) ?? []) missing.delete(trait);
  }
  return cases.filter((one) => chosen.has(one));
}

/**
 * Cases made from declarations or from the contract, as far as this database tries them: all of them, or, where only a sample runs,
 * as few as show every trait.
 */
export const casesHere = <Case>(cases: readonly Case[], traitsOf: (one: Case) => Iterable<string>): readonly Case[] =>
  sampledDatabase === testDatabaseKind() ? coverTraits(cases, traitsOf) : cases;

/** What is particular about a field: its kind with everything that its declaration says. */
export const fieldTraits = (field: Field): string[] => [
  field.kind,
  ...Object.entries(field)
    .filter(([, value]) => value !== false && value !== undefined)
    .map(([key, value]) => (key === 'search' ? `${field.kind}.${String(value)}` : `${field.kind}.${key}`)),
];

/** What is particular about an entity and its fields. */
export const entityTraits = (entity: Entity): string[] => [
  ...Object.keys(entity),
  ...Object.values(entity.fields).flatMap(fieldTraits),
];

/** What is particular about a call: its module or its action on entities, its methods, who may make it. */
export function callTraits(name: CallName): string[] {
  const { method, path, access, also } = paths[name] as CallPath;
  const [module = '', action] = name.includes('.') ? ['entity', name.split('.')[1]] : path.split('/').slice(2, 4);
  return [
    `${module}/${action}`,
    `${method} ${also ?? ''}`,
    typeof access === 'string' ? access : `menus ${access.length > 1 ? 'several' : 'one'}`,
  ];
}
