import { listWords, type ReferenceSnapshot } from './modules/administration/masterdata/index.ts';
import { exceptionsSource } from './modules/exceptions/exception/index.ts';
import { subscriptionsSource } from './modules/tracking/subscription/index.ts';
import { airTraceSource } from './modules/tracking/air/index.ts';
import { expressSource, roadSource, trainSource } from './modules/tracking/land/index.ts';
import { ediMessagesSource } from './modules/intake/edi/index.ts';
import { bookingRecordsSource } from './modules/commerce/booking/index.ts';
import { shipmentEventsSource } from './modules/exceptions/event/index.ts';
import { agentPricesSource, spotOffersSource } from './modules/commerce/freight/index.ts';
import { ordersSource } from './modules/commerce/order/index.ts';
import { jobSource } from './modules/execution/job/index.ts';
import { flightSubscriptionsSource } from './modules/network/flight/index.ts';
import { sailingSubscriptionsSource } from './modules/network/sailing/index.ts';
import { outboxSource } from './modules/administration/notification/index.ts';
import { occurrencesSource } from './modules/execution/schedule/index.ts';
import { answersSource } from './modules/intake/rpa/index.ts';
import { gpsVehiclesSource } from './modules/network/vehicle/index.ts';
import { domesticTraceSource, traceIndexSource } from './modules/tracking/trace-index/index.ts';
import { boardRoute, listExport, listRoute, type ListSource } from './list/index.ts';
import type { HttpModule } from './platform/http/index.ts';
import type { ListExport } from './platform/sheet/index.ts';

type Reference = () => ReferenceSnapshot;

/** Where the rows of every declared list come from, one line each. */
const listSources = (reference: Reference): readonly ListSource[] => [
  exceptionsSource(reference),
  subscriptionsSource(reference),
  ediMessagesSource,
  jobSource,
  outboxSource(reference),
  answersSource(reference),
  traceIndexSource(reference),
  domesticTraceSource(reference),
  airTraceSource(reference),
  trainSource(reference),
  roadSource(reference),
  expressSource(reference),
  occurrencesSource(reference),
  agentPricesSource(reference),
  bookingRecordsSource(reference),
  ordersSource(reference),
  shipmentEventsSource(reference),
  sailingSubscriptionsSource(reference),
  flightSubscriptionsSource(reference),
  spotOffersSource,
  gpsVehiclesSource,
];

/** Declared lists as files, by name. */
export const listExports = (reference: Reference): Readonly<Record<string, ListExport>> =>
  Object.fromEntries(
    listSources(reference)
      .filter(({ list }) => list.exported === true)
      .map((source) => [source.list.name, listExport(source, (ctx) => listWords(ctx, reference()))]),
  );

/** The calls of lists that follow from their declarations; other lists are answered by their modules. */
export const listModule = (reference: Reference): HttpModule => ({
  name: 'list',
  routes: (app) => {
    for (const source of listSources(reference)) {
      if (source.list.path !== undefined) listRoute(app, source);
      if (source.list.board !== undefined) boardRoute(app, source);
    }
  },
});
