import { airTraceIndexList } from './air-trace-index.ts';
import { domesticTraceIndexList } from './domestic-trace-index.ts';
import { expressIndexList } from './express-index.ts';
import { trainIndexList } from './train-index.ts';
import { vehicleIndexList } from './vehicle-index.ts';
import { ediMessagesList } from './edi-messages.ts';
import { agentPricesList } from './agent-prices.ts';
import { auditList } from './audit.ts';
import { exceptionsList } from './exceptions.ts';
import { gpsVehiclesList } from './gps-vehicles.ts';
import { incidentsList } from './incidents.ts';
import { jobsList } from './jobs.ts';
import { outboxList } from './outbox.ts';
import { ordersList } from './orders.ts';
import { occurrencesList } from './occurrences.ts';
import { receivedMailsList } from './received-mails.ts';
import { refusalsList } from './refusals.ts';
import { robotAnswersList } from './robot-answers.ts';
import { bookingRecordsList } from './booking-records.ts';
import { flightSubscriptionsList, sailingSubscriptionsList } from './schedule-subscriptions.ts';
import { shipmentEventsList } from './shipment-events.ts';
import { spotOffersList } from './spot-offers.ts';
import { subscriptionsList } from './subscriptions.ts';
import { traceIndexList } from './trace-index.ts';
import { unknownPortsList } from './unknown-ports.ts';

/** Every declared list, by its name. */
export const lists = {
  airTraceIndex: airTraceIndexList,
  domesticTraceIndex: domesticTraceIndexList,
  expressIndex: expressIndexList,
  trainIndex: trainIndexList,
  vehicleIndex: vehicleIndexList,
  ediMessages: ediMessagesList,
  agentPrices: agentPricesList,
  audit: auditList,
  bookingRecords: bookingRecordsList,
  shipmentEvents: shipmentEventsList,
  spotOffers: spotOffersList,
  exceptions: exceptionsList,
  incidents: incidentsList,
  flightSubscriptions: flightSubscriptionsList,
  sailingSubscriptions: sailingSubscriptionsList,
  gpsVehicles: gpsVehiclesList,
  jobs: jobsList,
  occurrences: occurrencesList,
  orders: ordersList,
  outbox: outboxList,
  receivedMails: receivedMailsList,
  refusals: refusalsList,
  robotAnswers: robotAnswersList,
  subscriptions: subscriptionsList,
  traceIndex: traceIndexList,
  unknownPorts: unknownPortsList,
} as const;
