import { asRecord } from '#shared/values/objects.ts';
import type { DeliverySettings } from './channels/index.ts';

const discoveryTimeoutMs = 3_000;

/** Asks the simulated world where its mail server listens; null when it does not say. */
async function askForMailServer(receiversUrl: string): Promise<string | null> {
  const response = await fetch(receiversUrl, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
  const { smtp } = asRecord(await response.json());
  return typeof smtp === 'string' ? smtp : null;
}

/** What the settings of the product say about sending. */
export type NotifySettings = Pick<DeliverySettings, 'smtpFrom' | 'smsGatewayUrl' | 'allowedUrls' | 'timeoutMs'> & {
  smtpUrl: string | null;
};

/** Below these the simulated world answers those who ask by profiles. */
const sourceFolders = ['carriers', 'ft', 'terminal49', 'shipsgo', 'trackingeyes'] as const;

/**
 * How notifications leave the product. With a simulated world its receivers may be called, and mails go to its mail
 * server unless another one is configured. `publicUrl` may be set later, when the port is known.
 */
export function deliverySettings(
  notify: NotifySettings,
  { worldUrl, publicUrl }: { worldUrl: string | null; publicUrl: string },
): DeliverySettings & { publicUrl: string } {
  const receiversUrl = worldUrl === null ? null : `${worldUrl}/receivers`;
  const ofWorld = receiversUrl === null ? null : () => askForMailServer(receiversUrl);
  return {
    ...notify,
    smtpUrl: notify.smtpUrl ?? ofWorld,
    // Its carriers, its aggregator and its platforms are sources with profiles, which must not lead into the own network otherwise.
    allowedUrls:
      receiversUrl === null
        ? notify.allowedUrls
        : [...notify.allowedUrls, receiversUrl, ...sourceFolders.map((folder) => `${worldUrl}/${folder}`)],
    publicUrl,
    receiversUrl,
  };
}

/** Whether mails can go out: an SMTP server is configured, or the simulated world has one. */
export const canSendMail = (delivery: DeliverySettings | undefined): boolean => (delivery?.smtpUrl ?? null) !== null;

/** For a product that cannot send anything out: tests and tools. */
export const nothingConfigured: DeliverySettings = deliverySettings(
  { smtpUrl: null, smtpFrom: 'Portolan <portolan@localhost>', smsGatewayUrl: null, allowedUrls: [], timeoutMs: 10_000 },
  { worldUrl: null, publicUrl: '' },
);
