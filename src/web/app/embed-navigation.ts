import { askParentToNavigate } from '#web/base/embed.ts';
import { parseHref } from '#web/base/href.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { currentPages } from './pages.ts';
import { tabState } from '#web/base/tabs.ts';

type History = { push: (href: string) => void; replace: (href: string) => void };

/**
 * Inside a frame: a change of the page's own query stays in the frame, any other page is requested from the
 * window around it. Without such a window the frame itself moves.
 */
export function installEmbedNavigation(history: History, prefix: string): void {
  setNavigator((href, { replace }) => {
    const { path, search } = parseHref(href);
    const key = currentPages().get(path)?.keyOf(search);
    const stays = key !== undefined && key === tabState().active;
    if (!stays && askParentToNavigate(href)) return;
    if (replace) history.replace(prefix + href);
    else history.push(prefix + href);
  });
}
