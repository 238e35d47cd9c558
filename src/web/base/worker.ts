import { isEmbedded } from '#web/base/embed.ts';
import { currentLang } from '#web/i18n/index.ts';

/**
 * The worker of the installed product: it keeps hashed files and shows what is pushed. Undefined where the browser has
 * none, in frames and while developing.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!import.meta.env.PROD || isEmbedded() || !('serviceWorker' in navigator)) return undefined;
  // The installed product has the name of the language it is installed in.
  if (currentLang() === 'en')
    document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.setAttribute('href', '/app-en.json');
  try {
    return await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  } catch (error) {
    console.warn('the product works without its worker', error);
    return undefined;
  }
}

/**
 * This browser shows no messages any more, as after signing out. The push service then reports that it is gone, and the server
 * forgets the device.
 */
export async function stopRinging(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('this browser may go on showing messages', error);
  }
}
