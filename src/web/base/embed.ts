/** Routes below this prefix show a page without the shell, for frames of other installations. */
export const embedPrefix = '/embed';

let token: string | null = null;
let embedded = false;

/** Reads the token of the fragment once, before anything renders, and takes it out of the address. */
export function initEmbed(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  embedded = location.pathname === embedPrefix || location.pathname.startsWith(`${embedPrefix}/`);
  if (!embedded) return;
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given === null || given === '') return;
  token = given;
  history.replaceState(null, '', location.pathname + location.search);
}

/** Is this window a page without the shell? */
export const isEmbedded = (): boolean => embedded;

/** The token a frame was given; null means that the session cookie counts. */
export const embedToken = (): string | null => token;

/** Says something to the window around the frame; false when there is none. */
export function notifyParent(
  message: { action: 'navigate'; path: string } | { action: 'ready' } | { action: 'expired' },
): boolean {
  if (globalThis.parent === globalThis.window) return false;
  // Which site shows us is the server's business (frame-ancestors); a message holds no secret.
  globalThis.parent.postMessage(message, '*');
  return true;
}

/** Asks the window around the frame to open a page; false when there is none. */
export const askParentToNavigate = (path: string): boolean => notifyParent({ action: 'navigate', path });
