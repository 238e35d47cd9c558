import {
  carrierText,
  dictName,
  type ReferenceSnapshot,
  type Words,
  yesNo,
  zoneOfCaller,
} from './modules/masterdata/index.ts';
import { airTraceSource } from './modules/air/index.ts';
import { expressSource, roadSource, trainSource } from './modules/land/index.ts';
import { ediMessagesSource } from './modules/edi/index.ts';
import { bookingRecordsSource } from './modules/booking/index.ts';
import { shipmentEventsSource } from './modules/event/index.ts';
import { agentPricesSource, spotOffersSource } from './modules/freight/index.ts';
import { ordersSource } from './modules/order/index.ts';
import { jobSource } from './modules/job/index.ts';
import { flightSubscriptionsSource } from './modules/flight/index.ts';
import { sailingSubscriptionsSource } from './modules/sailing/index.ts';
import { outboxSource } from './modules/notification/index.ts';
import { occurrencesSource } from './modules/schedule/index.ts';
import { answersSource } from './modules/rpa/index.ts';
import { gpsVehiclesSource } from './modules/vehicle/index.ts';
import { domesticTraceSource, traceIndexSource } from './modules/trace-index/index.ts';
import { boardRoute, listExport, listRoute, type ListSource, type ListWords } from './list/index.ts';
import type { Ctx } from './platform/context.ts';
import type { HttpModule } from './platform/http/index.ts';
import type { ListExport } from './platform/sheet/index.ts';

type Reference = () => ReferenceSnapshot;

/** Where the rows of every declared list come from, one line each. */
const listSources = (reference: Reference): readonly ListSource[] => [
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

function nameOf({ reference, lang }: Words, of: Parameters<ListWords['nameOf']>[0], code: string): string {
  switch (of) {
    case 'carrier':
      return carrierText({ reference, lang }, code);
    case 'status': {
      const status = reference.statuses.get(code);
      return (lang === 'zh' ? status?.nameCn : status?.nameEn) ?? code;
    }
    case 'tenant': {
      const tenant = [...reference.tenants.values()].find((one) => one.code === code);
      return (lang === 'en' ? tenant?.nameEn : null) ?? tenant?.name ?? code;
    }
  }
}

function wordsFor(ctx: Ctx, reference: ReferenceSnapshot): ListWords {
  const { lang } = ctx;
  const words = { lang, reference };
  return {
    lang,
    zone: zoneOfCaller(ctx, reference),
    dictName: (dict, value) => dictName(words, dict, value),
    nameOf: (of, code) => nameOf(words, of, code),
    yesNo: (value) => yesNo(value, lang),
  };
}

/** Declared lists as files, by name. */
export const listExports = (reference: Reference): Readonly<Record<string, ListExport>> =>
  Object.fromEntries(
    listSources(reference)
      .filter(({ list }) => list.exported === true)
      .map((source) => [source.list.name, listExport(source, (ctx) => wordsFor(ctx, reference()))]),
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
