import type { CallPath } from '../paths.ts';

const console = ['/integrations'] as const;

/** Calls of the console of integrators: keys, webhooks and test shipments. */
export const integrationPaths = {
  apiKeyQuery: { method: 'GET', path: '/api/data-center/apiKey/query', access: console },
  apiKeyInsert: { method: 'POST', path: '/api/data-center/apiKey/insert', access: console },
  apiKeyRevoke: { method: 'POST', path: '/api/data-center/apiKey/revoke', access: console },
  webhookQuery: { method: 'GET', path: '/api/data-center/webhook/query', access: console },
  webhookInsert: { method: 'POST', path: '/api/data-center/webhook/insert', access: console },
  webhookUpdate: { method: 'POST', path: '/api/data-center/webhook/update', access: console },
  webhookPause: { method: 'POST', path: '/api/data-center/webhook/pause', access: console },
  webhookRotate: { method: 'POST', path: '/api/data-center/webhook/rotate', access: console },
  webhookEnd: { method: 'POST', path: '/api/data-center/webhook/end', access: console },
  webhookTest: { method: 'POST', path: '/api/data-center/webhook/test', access: console },
  webhookDeliveries: { method: 'GET', path: '/api/data-center/webhook/deliveries', access: console },
  webhookDelivery: { method: 'GET', path: '/api/data-center/webhook/delivery', access: console },
  webhookResend: { method: 'POST', path: '/api/data-center/webhook/resend', access: console },
  testShipmentQuery: { method: 'GET', path: '/api/data-center/testShipment/query', access: console },
  testShipmentStart: { method: 'POST', path: '/api/data-center/testShipment/start', access: console },
  testShipmentClear: { method: 'POST', path: '/api/data-center/testShipment/clear', access: console },
} as const satisfies Record<string, CallPath>;
