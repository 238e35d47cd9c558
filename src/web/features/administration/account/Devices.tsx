import { Button } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { call, callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { registerWorker } from '#web/base/worker.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { clientName } from '#web/kit/value/client-name.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** By what the server shows of an address this browser knows its own device. */
const markOf = async (endpoint: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

/** The worker that shows what is pushed; undefined where the browser, or the way to the product, allows none. */
async function pushWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) return undefined;
  return await registerWorker();
}

/** What this browser is: whether it can show messages, and its mark where it does. */
type Own = { worker: ServiceWorkerRegistration | undefined; mark: string | undefined };

async function findOwn(): Promise<Own> {
  const worker = await pushWorker();
  const subscription = await worker?.pushManager.getSubscription();
  return { worker, mark: subscription ? await markOf(subscription.endpoint) : undefined };
}

/** Asks the user for permission and registers this device with the server. */
async function switchOn(worker: ServiceWorkerRegistration): Promise<string> {
  const { publicKey } = await call('pushKey');
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  const { msg } = await callFull('pushDeviceAdd', {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    deviceName: (clientName(navigator.userAgent) || navigator.userAgent).slice(0, 100),
  });
  return msg;
}

/** Devices of the person that show messages of the inbox while no page is open; this one can be added. */
export function Devices(): ReactElement {
  const t = useT();
  const query = useCall('pushDevices', undefined, { staleTime: 0 });
  const [own, setOwn] = useState<Own>();
  const [busy, setBusy] = useState(false);
  useEffect(() => void findOwn().then(setOwn), []);
  const act = async (run: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      toast.success(await run());
    } catch (error) {
      if (globalThis.Notification?.permission === 'denied') toast.warn(t('account.devicesDenied'));
      else toast.failure(error, t('account.failed'));
    } finally {
      setOwn(await findOwn());
      await query.refetch();
      setBusy(false);
    }
  };
  const worker = own?.worker;
  const remove = (deviceId: string, mark: string): Promise<void> =>
    act(async () => {
      const { msg } = await callFull('pushDeviceRemove', { deviceId });
      if (mark === own?.mark) await (await own.worker?.pushManager.getSubscription())?.unsubscribe();
      return msg;
    });
  return (
    <Loaded query={query}>
      {(devices) => (
        <>
          <p className="pt-muted">{t('account.devicesHint')}</p>
          <ul className="pt-account-rows">
            {devices.map(({ deviceId, deviceName, createTime, lastRungTime, mark }) => (
              <li key={deviceId}>
                <span>
                  <b>{deviceName}</b> {mark === own?.mark && <StatusTag tone="ok">{t('account.thisDevice')}</StatusTag>}
                </span>
                <span className="pt-muted">
                  {t('account.deviceSince')} <TimeText instant={createTime} short />
                  {lastRungTime !== null && (
                    <>
                      {' · '}
                      {t('account.deviceRung')} <TimeText instant={lastRungTime} short />
                    </>
                  )}
                </span>
                <Button
                  disabled={busy}
                  aria-label={t('account.deviceRemoveNamed', { name: deviceName })}
                  onClick={() => void remove(deviceId, mark)}
                >
                  {t('account.deviceRemove')}
                </Button>
              </li>
            ))}
          </ul>
          {own !== undefined && worker === undefined && <p>{t('account.devicesImpossible')}</p>}
          {worker !== undefined && !devices.some(({ mark }) => mark === own?.mark) && (
            <Button type="primary" loading={busy} onClick={() => void act(() => switchOn(worker))}>
              {t('account.deviceAdd')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
