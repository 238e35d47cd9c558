import type { CallData } from '#contract/index.ts';
import { entities } from '#entities/index.ts';
import { asChoices, choiceFields, entityRoutes, queryRows, type EntityServices } from '#server/entity/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { route, type App, type Routes } from '#server/platform/http/index.ts';

const everything = { currentPage: 1, pageSize: 9999 };

function addNamedLists(app: App, services: EntityServices): void {
  const dictValues = async (ctx: Ctx, filter: Record<string, unknown>) =>
    (await queryRows({ ctx, entity: entities.dict, services, input: { ...everything, ...filter } }))
      .records as CallData<'dictAll'>;
  route(app, 'dictAll', ({ ctx }) => dictValues(ctx, {}));
  route(app, 'dictByCodeType', ({ ctx, input }) => {
    const id = (input.body ?? input.query)?.mdCodeTypeId;
    if (id == null) throw refused('error.emptyInput');
    return dictValues(ctx, { mdCodeTypeId: [String(id)] });
  });
  const packageVersions = async (ctx: Ctx) =>
    (await queryRows({ ctx, entity: entities.packageVersion, services, input: everything }))
      .records as CallData<'packageVersionsAll'>;
  route(app, 'packageVersionsAll', ({ ctx }) => packageVersions(ctx));
  route(app, 'packagesWithVersions', ({ ctx }) => packageVersions(ctx));
  route(app, 'customFunctions', async ({ ctx }) => {
    const input = { ...everything, functionType: ['CUSTOM'], functionStatus: ['AVAILABLE'] };
    const { records } = await queryRows({ ctx, entity: entities.function, services, input });
    return asChoices(records, choiceFields(ctx, entities.function, services)) as CallData<'customFunctions'>;
  });
}

/** The calls of every declared entity, and the few lists that have names of their own. */
export const configurationRoutes = ({ services }: { services: EntityServices }): Routes => {
  const addEntityCalls = entityRoutes(services);
  return (app, deps) => {
    addEntityCalls(app, deps);
    addNamedLists(app, services);
  };
};
