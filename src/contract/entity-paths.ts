import { type EntityName, entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { Access, CallPath } from './paths.ts';

/** What can be done with every configuration entity; its call is `<entity>.<action>`. */
const entityActions = [
  'query',
  'getAll',
  'pick',
  'get',
  'dataQuery',
  'dataExtQuery',
  'insert',
  'update',
  'delete',
  'deletes',
  'history',
  'restore',
] as const;
export type EntityAction = (typeof entityActions)[number];

/** Names of the calls of one entity. */
export type EntityCall<N extends EntityName = EntityName> = `${N}.${EntityAction}`;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Paths of one entity, by action. */
function pathsOfEntity(entity: Entity): Record<EntityAction, CallPath> {
  const { name } = entity;
  const access: Access = entity.menu === 'admin' ? 'admin' : [entity.menu];
  const reading: Access = entity.pickable === true ? 'session' : access;
  const one: Access = access === 'admin' ? access : [entity.menu, ...(entity.shownOn ?? [])];
  const product = `/api/product/${name}`;
  return {
    query: { method: 'POST', path: `${product}/${entity.queryAction ?? 'query'}`, access, also: 'GET' },
    getAll: { method: 'POST', path: `${product}/getAll`, access: reading, also: 'GET' },
    pick: { method: 'POST', path: `${product}/pick`, access: reading, also: 'GET' },
    get: { method: 'GET', path: `/api/data/${name}/get${capital(name)}`, access: one },
    dataQuery: { method: 'GET', path: `/api/data/${name}/query`, access },
    dataExtQuery: { method: 'GET', path: `/api/data/${name}Ext/query`, access },
    insert: { method: 'POST', path: `${product}/insert`, access },
    update: { method: 'POST', path: `${product}/update`, access },
    delete: { method: 'POST', path: `${product}/delete`, access },
    deletes: { method: 'POST', path: `/api/data/${name}/deletes`, access },
    history: { method: 'GET', path: `${product}/history`, access },
    restore: { method: 'POST', path: `${product}/restore`, access },
  };
}

/** Paths of every configuration entity; no zod here, but all declarations: not for what a browser loads first. */
export const entityPaths = Object.fromEntries(
  Object.values(entities as Record<string, Entity>).flatMap((entity) =>
    Object.entries(pathsOfEntity(entity)).map(([action, path]) => [`${entity.name}.${action}`, path]),
  ),
) as { [C in EntityCall]: CallPath };
