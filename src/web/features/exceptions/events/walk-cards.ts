import type { KeyboardEvent } from 'react';

const cards = '.pt-events-card-head';

/** Keys of the board while a card has the focus: J and K go to the next and the previous card, C opens its acts. */
export function walkCards(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  const card = target instanceof HTMLElement ? target.closest('.pt-events-item') : null;
  if (card === null) return;
  if (event.key === 'c') {
    card.querySelector<HTMLElement>('[data-acts]')?.click();
    return;
  }
  const by = { j: 1, k: -1 }[event.key];
  if (by === undefined) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(cards)];
  const head = card.querySelector<HTMLElement>(cards);
  const next = head === null ? undefined : all[all.indexOf(head) + by];
  next?.focus();
  next?.scrollIntoView?.({ block: 'nearest' });
}
