/** Kinds of events that webhooks are notified of. */
export const webhookKinds = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'] as const;

/** A kind of event that webhooks are notified of. */
export type WebhookKind = (typeof webhookKinds)[number];

/** What a delivery holds: new events, or a test. */
export const deliveryKinds = ['events', 'test'] as const;

/** What came of a delivery. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'replaced'] as const;
