import { type Entities, type EntityName, entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import type { Access, CallPath } from './call-path.ts';

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
  'writers',
  'restore',
] as const;
export type EntityAction = (typeof entityActions)[number];

/** Entities whose rows are parts of another row; they can also be saved together. */
export type PartName = {
  [N in EntityName]: Entities[N] extends { partOf: string } ? N : never;
}[EntityName];

/** The call that saves parts together. */
export type PartCall = `${PartName}.saveOrUpdate`;

/** Names of the calls of one entity. */
export type EntityCall<N extends EntityName = EntityName> = `${N}.${EntityAction}`;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Paths of one entity, by action. */
function pathsOfEntity(entity: Entity): Record<EntityAction, CallPath> & { saveOrUpdate?: CallPath } {
  const { name } = entity;
  const access: Access = entity.menu === 'admin' ? 'admin' : [entity.menu];
  const listing: Access = entity.readers ?? access;
  const reading: Access = entity.pickable === true ? 'session' : listing;
  const one: Access = access === 'admin' ? access : (entity.readers ?? [entity.menu, ...(entity.shownOn ?? [])]);
  const product = `/api/product/${entity.path ?? name}`;
  return {
    query: { method: 'POST', path: `${product}/${entity.queryAction ?? 'query'}`, access: listing, also: 'GET' },
    getAll: { method: 'POST', path: `${product}/getAll`, access: reading, also: 'GET' },
    pick: { method: 'POST', path: `${product}/pick`, access: reading, also: 'GET' },
    get: { method: 'GET', path: `/api/data/${name}/get${capital(name)}`, access: one },
    dataQuery: { method: 'GET', path: `/api/data/${name}/query`, access: listing },
    dataExtQuery: { method: 'GET', path: `/api/data/${name}Ext/query`, access: listing },
    insert: { method: 'POST', path: `${product}/insert`, access },
    update: { method: 'POST', path: `${product}/update`, access },
    delete: { method: 'POST', path: `${product}/delete`, access },
    deletes: { method: 'POST', path: `/api/data/${name}/deletes`, access },
    history: { method: 'GET', path: `${product}/history`, access: listing },
    writers: { method: 'POST', path: `${product}/writers`, access: listing },
    restore: { method: 'POST', path: `${product}/restore`, access },
    ...(entity.partOf === undefined
      ? {}
      : { saveOrUpdate: { method: 'POST', path: `${product}/saveOrUpdate`, access } as const }),
  };
}

/** Paths of every configuration entity; no zod here, but all declarations: not for what a browser loads first. */
export const entityPaths = Object.fromEntries(
  Object.values<Entity>(entities).flatMap((entity) =>
    Object.entries(pathsOfEntity(entity)).map(([action, path]) => [`${entity.name}.${action}`, path]),
  ),
) as { [C in EntityCall | PartCall]: CallPath };
