import type { ComponentType } from 'react';
import { loadShellTexts } from '#web/i18n/index.ts';
import { isEmbedded } from '#web/base/embed.ts';
import { decide } from './guard.ts';
import { connectPath, parseHref, sharedPath, type Href } from '#web/base/href.ts';
import { currentPages, currentVisitor } from './pages.ts';

/** The frame around the pages, with its texts. */
export async function loadShell(): Promise<{ default: ComponentType<{ href: string }> }> {
  const [module] = await Promise.all([import('#web/shell/Shell.tsx'), loadShellTexts()]);
  return { default: module.Shell };
}

/** The page that a visit most likely ends at, as far as this window knows before it has asked. */
function likelyPage(href: string): Href | undefined {
  const visitor = currentVisitor();
  let to = parseHref(href);
  for (let step = 0; step < 2; step += 1) {
    const decision = decide(to, currentPages(), { ...visitor, admin: true });
    if (decision.kind === 'allow') return to;
    to = parseHref(decision.href);
  }
  return undefined;
}

/**
 * Begins to fetch shell, page and the page's first answers at once, while the session is still being requested:
 * one after the other they would wait for each other. What fails here is requested again, and reported, where it is needed.
 */
export function startEarly(href: string): void {
  if (isEmbedded() || !currentVisitor().signedIn || ['/login', sharedPath, connectPath].includes(parseHref(href).path))
    return;
  const forget = (): void => undefined;
  loadShell().catch(forget);
  const to = likelyPage(href);
  const page = to && currentPages().get(to.path);
  page
    ?.load()
    .then((module) => module.prepare?.(to?.search ?? {}))
    .catch(forget);
}
