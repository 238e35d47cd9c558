import { text } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { goTo } from '#web/base/navigate.ts';
import { dropAll, dropOthers, dropTab, tabState } from '#web/base/tabs.ts';

const askToDiscard = (title: string): Promise<boolean> =>
  confirm({
    title,
    content: text('common.unsavedContent'),
    okText: text('common.discard'),
    cancelText: text('common.keepEditing'),
    danger: true,
  });

/** Closes a tab, asking first when it holds unsaved input; closing the one on screen shows its neighbour. */
export async function closeOne(key: string, title: string): Promise<void> {
  const { dirty, active } = tabState();
  if (dirty.has(key) && !(await askToDiscard(text('shell.closeTabTitle', { title })))) return;
  const next = dropTab(key);
  if (key === active) goTo(next?.href ?? '/index', { replace: true });
}

async function mayClose(keys: readonly string[]): Promise<boolean> {
  const count = keys.filter((key) => tabState().dirty.has(key)).length;
  return count === 0 || askToDiscard(text('shell.closeManyTitle', { count }));
}

/** Closes every tab but one and shows that one. */
export async function closeOthers(key: string): Promise<void> {
  const { tabs, active } = tabState();
  if (!(await mayClose(tabs.filter((tab) => tab.key !== key).map((tab) => tab.key)))) return;
  const kept = tabs.find((tab) => tab.key === key);
  dropOthers(key);
  if (active !== key && kept !== undefined) goTo(kept.href, { replace: true });
}

/** Closes every tab; the shell shows the page a session starts with. */
export async function closeAll(): Promise<void> {
  if (!(await mayClose(tabState().tabs.map((tab) => tab.key)))) return;
  dropAll();
  goTo('/index', { replace: true });
}
