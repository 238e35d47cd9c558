import { entities } from '#entities/index.ts';
import { sourceProfiles } from './connectors/index.ts';
import { type EntityServices, importRoutes, importTasks, joinHooks } from './entity/index.ts';
import { boardRoute, listExport, listRoute } from './list/index.ts';
import { defineModule, httpModule, type Module } from './module/index.ts';
import { audit } from './modules/administration/audit/index.ts';
import { configuration } from './modules/administration/configuration/index.ts';
import { type ExportLists, exporting } from './modules/administration/export/index.ts';
import { housekeepingTasks } from './modules/administration/housekeeping/index.ts';
import { listWords, masterdata } from './modules/administration/masterdata/index.ts';
import { notification } from './modules/administration/notification/index.ts';
import { preference } from './modules/administration/preference/index.ts';
import { userAdministration } from './modules/administration/user/index.ts';
import { booking } from './modules/commerce/booking/index.ts';
import { freight } from './modules/commerce/freight/index.ts';
import { order } from './modules/commerce/order/index.ts';
import { whatIf } from './modules/commerce/what-if/index.ts';
import { eventItem } from './modules/exceptions/event-item/index.ts';
import { shipmentEvent } from './modules/exceptions/event/index.ts';
import { exception } from './modules/exceptions/exception/index.ts';
import { handling } from './modules/exceptions/handling/index.ts';
import { incident } from './modules/exceptions/incident/index.ts';
import { overview } from './modules/exceptions/overview/index.ts';
import { report } from './modules/exceptions/report/index.ts';
import { ruleBacktest } from './modules/exceptions/rule-backtest/index.ts';
import { functionCall, functionHandlers } from './modules/execution/function-call/index.ts';
import { job, robot } from './modules/execution/job/index.ts';
import { orchestration } from './modules/execution/orchestration/index.ts';
import { schedule } from './modules/execution/schedule/index.ts';
import { cargoImp } from './modules/intake/cargo-imp/index.ts';
import { collection } from './modules/intake/collection/index.ts';
import { edi } from './modules/intake/edi/index.ts';
import { mailImport } from './modules/intake/mail-import/index.ts';
import { precedence } from './modules/intake/precedence/index.ts';
import { push } from './modules/intake/push/index.ts';
import { refusal } from './modules/intake/refusal/index.ts';
import { replay } from './modules/intake/replay/index.ts';
import { rpa } from './modules/intake/rpa/index.ts';
import { sourceScore } from './modules/intake/source-score/index.ts';
import { source } from './modules/intake/source/index.ts';
import { unknownPort } from './modules/intake/unknown-port/index.ts';
import { analytics } from './modules/interfaces/analytics/index.ts';
import { assistant } from './modules/interfaces/assistant/index.ts';
import { calendarFeed } from './modules/interfaces/calendar-feed/index.ts';
import { connectedProgram } from './modules/interfaces/connected-program/index.ts';
import { outward } from './modules/interfaces/outward/index.ts';
import { flight } from './modules/network/flight/index.ts';
import { position } from './modules/network/position/index.ts';
import { risk } from './modules/network/risk/index.ts';
import { sailing } from './modules/network/sailing/index.ts';
import { vehicle } from './modules/network/vehicle/index.ts';
import { vessel } from './modules/network/vessel/index.ts';
import { air } from './modules/tracking/air/index.ts';
import { archive } from './modules/tracking/archive/index.ts';
import { businessData } from './modules/tracking/business-data/index.ts';
import { handOver } from './modules/tracking/hand-over/index.ts';
import { land } from './modules/tracking/land/index.ts';
import { override } from './modules/tracking/override/index.ts';
import { shipment } from './modules/tracking/shipment/index.ts';
import { subscription } from './modules/tracking/subscription/index.ts';
import { testShipment } from './modules/tracking/test-shipment/index.ts';
import { traceIndex } from './modules/tracking/trace-index/index.ts';
import { trace } from './modules/tracking/trace/index.ts';
import { reference as referenceData } from './modules/world/seed/index.ts';
import { world } from './modules/world/world/index.ts';
import { type Given, type Parts, sharedParts } from './parts.ts';
import type { Database } from './platform/db/database.ts';
import type { HttpModule } from './platform/http/index.ts';
import type { TaskHandler, TaskWork } from './platform/queue/index.ts';
import { runTasks } from './platform/run/index.ts';

/** Files of rows for configuration entities. */
const importing = defineModule({ name: 'import', routes: importRoutes, background: importTasks });

/** The product: all of its modules, one line each. */
const modules: readonly Module<Parts>[] = [
  referenceData,
  masterdata,
  configuration,
  importing,
  exporting,
  userAdministration,
  audit,
  preference,
  notification,
  job,
  robot,
  orchestration,
  schedule,
  functionCall,
  source,
  collection,
  push,
  edi,
  cargoImp,
  mailImport,
  rpa,
  replay,
  refusal,
  unknownPort,
  precedence,
  sourceScore,
  subscription,
  testShipment,
  shipment,
  archive,
  trace,
  traceIndex,
  override,
  businessData,
  air,
  land,
  handOver,
  exception,
  incident,
  handling,
  eventItem,
  shipmentEvent,
  ruleBacktest,
  overview,
  report,
  position,
  sailing,
  flight,
  vessel,
  vehicle,
  risk,
  order,
  booking,
  freight,
  whatIf,
  calendarFeed,
  connectedProgram,
  outward,
  analytics,
  assistant,
  world,
];

const lowerCase = (names: Iterable<string>): ReadonlySet<string> =>
  new Set(Array.from(names, (name) => name.toLowerCase()));

/** What entities need of the product: keys, the dictionary, and the hooks of modules. */
export const entityServices = ({
  reference,
  keys,
  functionBases = new Map(),
}: Pick<Given, 'reference' | 'keys' | 'functionBases'>): EntityServices => ({
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
  hooks: joinHooks(...modules.map(({ hooks = {} }) => hooks)),
});

/** Everything that modules may need; lists that can be exported are those of all modules. */
export function partsOf(given: Given): Parts {
  const exportLists: Record<string, ExportLists[string]> = {};
  const parts: Parts = { ...sharedParts(given), services: entityServices(given), exportLists };
  for (const { exports, lists } of modules) {
    for (const listed of lists?.(parts) ?? [])
      if (listed.list.exported === true)
        exportLists[listed.list.name] = listExport(listed, (ctx) => listWords(ctx, parts.reference()));
    Object.assign(exportLists, exports?.(parts));
  }
  return parts;
}

/** Every list of the product that can be exported, by name: entities by theirs. */
export const exportLists = (given: Given): ExportLists => partsOf(given).exportLists;

/** The calls of lists that follow from their declarations; other lists are answered by their modules. */
const listCalls = (parts: Parts): HttpModule => ({
  name: 'list',
  routes: (app) => {
    for (const listed of modules.flatMap(({ lists }) => lists?.(parts) ?? [])) {
      if (listed.list.path !== undefined) listRoute(app, listed);
      if (listed.list.board !== undefined) boardRoute(app, listed);
    }
  },
});

/** All calls of the product. */
export function productModules(given: Given): HttpModule[] {
  const parts = partsOf(given);
  return [
    ...modules.filter(({ routes }) => routes !== undefined).map((module) => httpModule(module, parts)),
    listCalls(parts),
  ];
}

/** All background work of the product. */
export function backgroundTasks(given: Given): TaskWork[] {
  const parts = partsOf(given);
  const works = modules.flatMap(({ background }) => background?.(parts) ?? []);
  const runs = works.flatMap((work) => work.runs ?? []);
  const all = [...works, runTasks({ ...parts, runs, refresh: () => given.reference.refresh() })];
  const chores = all.flatMap((work) => work.chores ?? []);
  return [...all, housekeepingTasks(parts, chores)].flatMap(({ tasks }) => tasks);
}

/** Background work by the kinds of its tasks, as a worker wants it. */
export const handlersOf = (works: readonly TaskWork[]): Record<string, TaskHandler> =>
  Object.fromEntries(works.map(({ kind, handler }) => [kind, handler]));

/** All background work of the product by kind. */
export const taskHandlers = (given: Given): Record<string, TaskHandler> => handlersOf(backgroundTasks(given));

/** Rows that every installation has. */
export async function seedProduct(database: Database): Promise<void> {
  for (const { seed } of modules) await seed?.(database);
}

/** Moves what is measured by the machine's clock, after that clock was set. */
export async function moveClocks(database: Database, byMs: number): Promise<void> {
  for (const { moveClock } of modules) await moveClock?.(database, byMs);
}
