import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';

const byName: Readonly<Record<string, Entity>> = entities;

/** The declaration of the entity with this name, if there is one. */
export const entityNamed = (name: string): Entity | undefined => byName[name];
