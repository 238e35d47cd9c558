/** Kinds of events that webhooks are told of. */
export const webhookKinds = ['SHIPMENT', 'TRANSPORT', 'EQUIPMENT'] as const;

/** A kind of event that webhooks are told of. */
export type WebhookKind = (typeof webhookKinds)[number];
