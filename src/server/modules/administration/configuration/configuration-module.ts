import type { CallData } from '#contract/index.ts';
import { entities } from '#entities/index.ts';
import { sourceProfiles } from '#server/connectors/index.ts';
import {
  asChoices,
  choiceFields,
  entityModule,
  joinHooks,
  queryRows,
  type EntityServices,
} from '#server/entity/index.ts';
import { jobHooks } from '#server/modules/execution/job/index.ts';
import { masterDataHooks, type ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { type FunctionBases, functionHandlers } from '#server/modules/execution/function-call/index.ts';
import { ediPartnerHooks } from '#server/modules/intake/edi/index.ts';
import { eventHooks } from '#server/modules/exceptions/event-item/index.ts';
import { freightHooks } from '#server/modules/commerce/freight/index.ts';
import { feedbackHooks } from '#server/modules/administration/notification/index.ts';
import { orderHooks } from '#server/modules/commerce/order/index.ts';
import { orchestrationHooks } from '#server/modules/execution/orchestration/index.ts';
import { scheduleHooks } from '#server/modules/execution/schedule/index.ts';
import { sourceHooks } from '#server/modules/intake/source/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { route, type App, type HttpModule } from '#server/platform/http/index.ts';
import { dictionaryHooks } from './dictionary-users.ts';

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

const lowerCase = (names: Iterable<string>): ReadonlySet<string> =>
  new Set(Array.from(names, (name) => name.toLowerCase()));

/** What entities need of the product: keys, the dictionary, and the hooks of the few that have some. */
export const entityServices = ({
  reference,
  keys,
  functionBases = new Map(),
}: {
  reference: ReferenceStore;
  keys: SecretKeys;
  functionBases?: FunctionBases;
}): EntityServices => ({
  entities,
  keys,
  choicesOf: (dict) => {
    const values = reference.current().dictionary.filter((entry) => entry.codeType === dict);
    return new Set(values.map((entry) => entry.codeValue));
  },
  knownTexts: (picks) => {
    if (picks === 'functionBase') return lowerCase(functionBases.keys());
    if (picks === 'sourceProfile') return lowerCase(sourceProfiles.map(({ name }) => name));
    return picks === 'functionHandler' ? lowerCase(Object.keys(functionHandlers)) : undefined;
  },
  touch: reference.touch,
  hooks: joinHooks(
    dictionaryHooks,
    masterDataHooks,
    orchestrationHooks,
    freightHooks,
    orderHooks,
    eventHooks,
    jobHooks,
    scheduleHooks,
    { feedback: feedbackHooks, ediPartner: ediPartnerHooks, source: sourceHooks },
  ),
});

/** The calls of every declared entity, and the few lists that have names of their own. */
export function configurationModule(services: EntityServices): HttpModule {
  const module = entityModule(services);
  return {
    name: 'configuration',
    routes: (app, deps) => {
      module.routes(app, deps);
      addNamedLists(app, services);
    },
  };
}
