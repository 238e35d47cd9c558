import type { Logger } from 'pino';
import type { EntityServices } from '#server/entity/index.ts';
import type { NameLookup } from '#server/connectors/mail/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { DeliverySettings } from '#server/modules/administration/notification/index.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';

/** What taking mails works with. */
export type MailDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  queue: Queue;
  services: EntityServices;
  reference: () => ReferenceSnapshot;
  schedulePulls: SchedulePulls;
  /** How answers leave the product; without it nobody is answered. */
  delivery?: DeliverySettings;
  /** Domain of the addresses; null or left out: no mails are taken. */
  mailDomain?: string | null;
  /** Asks the name service about senders; that of the machine unless a test has another one. */
  nameLookup?: NameLookup;
};
