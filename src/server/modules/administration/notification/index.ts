import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { feedbackHooks } from './feedback-hooks.ts';
import { outboxSource } from './outbox.ts';
import { notificationRoutes } from './routes.ts';
import { notificationTasks } from './tasks.ts';
export { insertInboxMessage } from './insert-inbox-message.ts';
export type { NotificationCause } from './causes.ts';
export { type DeliverySettings } from './channels/index.ts';
export { deliverySettings, nothingConfigured } from './delivery-settings.ts';
export { countDeliveries } from './count-deliveries.ts';
export { notify } from './notify.ts';
export { NoAnswer, postOutbound } from './outbound-post.ts';
export { shipmentFacts, shipmentWords } from './shipment-words.ts';

/** Messages to people: rules, sending, the outbox and the inbox. */
export const notification = defineModule({
  name: 'notification',
  routes: notificationRoutes,
  background: notificationTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [outboxSource(reference)],
  hooks: { feedback: feedbackHooks },
});
