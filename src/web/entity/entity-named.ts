import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';

const byName: Readonly<Record<string, Entity>> = entities;

/** The declaration of an entity by its name; undefined where there is none. */
export const entityNamed = (name: string): Entity | undefined => byName[name];
