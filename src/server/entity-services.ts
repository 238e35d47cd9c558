import { entities } from '#entities/index.ts';
import { sourceProfiles } from './connectors/index.ts';
import { type EntityServices, joinHooks } from './entity/index.ts';
import { dictionaryHooks } from './modules/administration/configuration/index.ts';
import { masterDataHooks, type ReferenceStore } from './modules/administration/masterdata/index.ts';
import { feedbackHooks } from './modules/administration/notification/index.ts';
import { freightHooks } from './modules/commerce/freight/index.ts';
import { orderHooks } from './modules/commerce/order/index.ts';
import { eventHooks } from './modules/exceptions/event-item/index.ts';
import { type FunctionBases, functionHandlers } from './modules/execution/function-call/index.ts';
import { jobHooks } from './modules/execution/job/index.ts';
import { orchestrationHooks } from './modules/execution/orchestration/index.ts';
import { scheduleHooks } from './modules/execution/schedule/index.ts';
import { ediPartnerHooks } from './modules/intake/edi/index.ts';
import { sourceHooks } from './modules/intake/source/index.ts';
import type { SecretKeys } from './platform/crypto/index.ts';

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
