/** Whether an address is on the site of the application itself. */
export const isOwnSite = (address: string): boolean =>
  new URL(address, globalThis.location.origin).origin === globalThis.location.origin;

/** Whether anything answers at an address; what another site answers cannot be read. True once nobody waits for it any more. */
export async function isReachable(address: string, signal: AbortSignal): Promise<boolean> {
  if (isOwnSite(address)) return true;
  try {
    await fetch(address, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return true;
  } catch {
    return signal.aborted;
  }
}
