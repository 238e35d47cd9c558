'use strict';

// A trigger by REST hooks: Zapier subscribes when a Zap is switched on, and unsubscribes when it is switched off.

const base = '/api/data-center/tnt/v2';

const addKey = (request, z, bundle) => {
  if (bundle.authData.apiKey) request.headers['Api-Key'] = bundle.authData.apiKey;
  return request;
};

/** Zapier identifies items by `id`. */
const withId = (event) => ({ id: event.eventID, ...event });

/** eventType as the API takes it; all types when none is chosen. */
const filtersOf = ({ inputData }) =>
  Array.isArray(inputData.eventType) && inputData.eventType.length > 0 ? { eventType: inputData.eventType } : {};

const subscribe = async (z, bundle) => {
  const response = await z.request({
    method: 'POST',
    url: `${bundle.authData.baseUrl}${base}/hooks`,
    body: { callbackUrl: bundle.targetUrl, ...filtersOf(bundle) },
  });
  return response.data;
};

const unsubscribe = async (z, bundle) => {
  const { subscriptionID } = bundle.subscribeData;
  const response = await z.request({
    method: 'DELETE',
    url: `${bundle.authData.baseUrl}${base}/hooks/${encodeURIComponent(subscriptionID)}`,
  });
  return { status: response.status };
};

/** A notification is a list of events; each starts the Zap once. */
const perform = async (z, bundle) => bundle.cleanedRequest.map(withId);

/** The latest events, or samples while there are none; Zapier asks when a Zap is set up. */
const performList = async (z, bundle) => {
  const { eventType = [] } = filtersOf(bundle);
  const types = eventType.length === 0 ? {} : { eventType: eventType.join(',') };
  const latest = await z.request({
    url: `${bundle.authData.baseUrl}${base}/events`,
    params: { ...types, sort: 'eventCreatedDateTime:DESC', limit: 50 },
  });
  if (latest.data.length > 0) return latest.data.map(withId);
  const samples = await z.request({ url: `${bundle.authData.baseUrl}${base}/hooks/samples`, params: types });
  return samples.data.map(withId);
};

module.exports = {
  version: require('./package.json').version,
  platformVersion: require('./package.json').dependencies['zapier-platform-core'],
  authentication: {
    type: 'custom',
    fields: [
      {
        key: 'baseUrl',
        label: 'Address of Portolan',
        helpText: 'Such as https://portolan.example.com',
        required: true,
      },
      {
        key: 'apiKey',
        label: 'API key',
        helpText: 'A key with the scope for events, from the page "API keys"',
        type: 'password',
        required: true,
      },
    ],
    test: { url: `{{bundle.authData.baseUrl}}${base}/events`, params: { limit: '1' } },
    connectionLabel: '{{bundle.authData.baseUrl}}',
  },
  beforeRequest: [addKey],
  triggers: {
    shipment_event: {
      key: 'shipment_event',
      noun: 'Shipment event',
      display: {
        label: 'New Shipment Event',
        description: 'Triggers when something happens to a shipment or an estimate changes.',
      },
      operation: {
        type: 'hook',
        inputFields: [
          {
            key: 'eventType',
            label: 'Types of events',
            list: true,
            choices: { SHIPMENT: 'Documents', TRANSPORT: 'Arrivals and departures', EQUIPMENT: 'Containers' },
          },
        ],
        performSubscribe: subscribe,
        performUnsubscribe: unsubscribe,
        perform,
        performList,
        sample: {
          id: '5a1f0c52-6d0e-4b5f-9a57-2f3c8a1b0003',
          eventID: '5a1f0c52-6d0e-4b5f-9a57-2f3c8a1b0003',
          eventCreatedDateTime: '2026-01-12T06:00:00.000Z',
          eventType: 'TRANSPORT',
          eventDateTime: '2026-02-14T06:00:00+01:00',
          eventClassifierCode: 'EST',
          transportEventTypeCode: 'ARRI',
        },
      },
    },
  },
};
