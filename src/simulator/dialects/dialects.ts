import type { Dialect } from './types.ts';

const references = ['transportDocumentReference', 'carrierBookingReference', 'equipmentReference'] as const;
const filters = ['eventType', 'eventCreatedDateTime', 'transportEventTypeCode', 'equipmentEventTypeCode'] as const;
const key = (field: string): string => `{code}-{owner}-${field}`;

const maerskLike: Dialect = {
  path: 'events',
  proof: { headers: { 'consumer-key': key('consumerKey') } },
  token: {
    path: 'oauth/v2/access_token',
    proof: {
      headers: { 'consumer-key': key('consumerKey') },
      form: {
        grant_type: 'client_credentials',
        client_id: key('consumerKey'),
        client_secret: key('clientSecret'),
      },
    },
    expiresInS: 600,
    livesS: 600,
  },
  parameters: [...references, ...filters, 'limit', 'sort', 'cursor'],
  paging: { limit: 100, next: 'cursor' },
  limits: { perHour: 72_000 },
  body: 'events',
  byEventTime: true,
  stranger: 404,
  ways: { shortBills: true, repeatsEvery: 9 },
};

const mscLike: Dialect = {
  path: 'events',
  proof: {},
  token: {
    path: 'oauth2/v2.0/token',
    proof: {
      form: {
        grant_type: 'client_credentials',
        client_id: key('clientId'),
        scope: key('scope'),
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      },
      statementOf: key('clientId'),
    },
    expiresInS: 300,
    livesS: 300,
  },
  parameters: [...references, ...filters, 'limit', 'cursor'],
  paging: { limit: 100, next: 'address' },
  body: 'array',
  stranger: 404,
  ways: {
    names: { UNLocationCode: 'unLocationCode', eventID: 'eventId', ISOEquipmentCode: 'isoEquipmentCode' },
    nulls: {
      event: ['eventLocation', 'references', 'seals', 'delayReasonCode', 'changeRemark', 'isTransshipmentMove'],
      call: ['carrierServiceCode', 'facilityCode', 'facilityCodeListProvider', 'otherFacility', 'vessel', 'location'],
      vessel: ['vesselFlag', 'vesselCallSignNumber'],
    },
    idsByTime: true,
    localZ: true,
    exchangedType: true,
  },
};

const cmaLike: Dialect = {
  path: 'events',
  proof: { headers: { keyid: key('apiKey') } },
  parameters: [...references, ...filters, 'limit', 'cursor'],
  paging: { limit: 50, next: 'link' },
  body: 'array',
  stranger: 404,
  ways: { shortBills: true, hashedBookings: true, containersInReferences: true, ownPart: true },
};

const hapagLike: Dialect = {
  path: 'events',
  proof: {
    headers: {
      'x-ibm-client-id': key('clientId'),
      'x-ibm-client-secret': key('clientSecret'),
      'api-version': '1',
    },
  },
  parameters: [...references, ...filters, 'limit', 'cursor'],
  paging: { limit: 100, next: 'cursor' },
  limits: { perMinute: 1_200 },
  body: 'array',
  stranger: 404,
  ways: {
    names: { transportCallID: 'transportCallId' },
    nulls: { call: ['facilityCode', 'carrierServiceCode'], vessel: ['vesselIMONumber'] },
    unstated: ['eventID', 'vesselIMONumber'],
    paddedVoyages: true,
    repeatsEvery: 7,
    estimatesVanish: true,
  },
};

const oneLike: Dialect = {
  path: 'events',
  proof: { headers: { apikey: key('apiKey') } },
  token: {
    path: 'oauth/accesstoken',
    proof: {
      headers: { apikey: key('apiKey') },
      form: { grant_type: 'client_credentials' },
      basic: [key('clientId'), key('clientSecret')],
    },
    // It ends sooner than it says.
    expiresInS: 3_600,
    livesS: 60,
  },
  parameters: [...references, ...filters, 'limit', 'cursor'],
  paging: { limit: 100, next: 'cursor' },
  body: 'array',
  stranger: 404,
  ways: { shortBills: true, repeatsEvery: 11 },
};

const evergreenLike: Dialect = {
  path: 'events',
  proof: { headers: { 'api-version': '2.2' } },
  token: {
    path: 'oauth2/v1.0/token',
    proof: {
      query: { grant_type: 'client_credentials', scope: 'TNT' },
      basic: [key('clientId'), key('clientSecret')],
    },
    expiresInS: 120,
    livesS: 120,
  },
  parameters: [...references, ...filters, 'limit', 'cursor'],
  paging: { limit: 100, next: 'cursor' },
  body: 'array',
  stranger: 404,
  ways: {},
};

const hmmLike: Dialect = {
  path: 'cargo-tracking-dcsa',
  proof: { headers: { 'x-gateway-apikey': key('apiKey') } },
  parameters: ['carrierBookingReference', 'equipmentReference'],
  required: ['carrierBookingReference', 'equipmentReference'],
  limits: { perHour: 72_000 },
  body: 'lists',
  stranger: 200,
  ways: {
    words: {
      VESSEL: 'Vessel',
      TRUCK: 'Truck',
      LADEN: 'Laden',
      EMPTY: 'Empty',
      TRANSPORT: 'Transport',
      EQUIPMENT: 'Equipment',
      SHIPMENT: 'Shipment',
    },
    placesAsText: true,
    estimatesVanish: true,
  },
};

const zimLike: Dialect = {
  path: '',
  proof: { headers: { 'ocp-apim-subscription-key': key('subscriptionKey') } },
  parameters: references,
  body: 'array',
  stranger: 404,
  ways: { noCall: true },
};

/**
 * The carriers of the world that are asked as real ones are, by code. The others speak Track & Trace as the standard has it,
 * and so do these under /v2 for anyone who came before their own interfaces.
 */
export const dialects: Readonly<Record<string, Dialect>> = {
  AZUR: mscLike,
  KITE: maerskLike,
  LODE: hapagLike,
  PELA: cmaLike,
  QUAY: oneLike,
  SABL: hmmLike,
  VEGA: evergreenLike,
  SANJ: zimLike,
};
