/** How the application moves; the router registers itself here so that no feature needs it. */
export type Navigator = (href: string, options: { replace: boolean }) => void;

let navigator: Navigator = (href) => globalThis.location.assign(href);

/** Registers the router. */
export function setNavigator(next: Navigator): void {
  navigator = next;
}

/** Opens an own path, in its tab. */
export function goTo(href: string, options: { replace?: boolean } = {}): void {
  navigator(href, { replace: options.replace ?? false });
}
