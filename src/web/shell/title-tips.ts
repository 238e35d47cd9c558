/** How long a pointer rests on something before its tip shows. */
export const TIP_DELAY_MS = 1000;
const GAP_PX = 8;

/** What stands on the element while the browser's own tip, which keeps another time, must not show. */
const HELD = 'data-title';

/** Keeps the words for screen readers while the attribute is away: they are a name where there is no other. */
function hold(element: HTMLElement, title: string): void {
  const named = element.hasAttribute('aria-label') || (element.textContent ?? '').trim() !== '';
  if (!named) element.setAttribute('aria-label', title);
  element.setAttribute(HELD, named ? 'text' : 'name');
  element.removeAttribute('title');
}

function release(element: HTMLElement, title: string): void {
  if (element.getAttribute(HELD) === 'name' && element.getAttribute('aria-label') === title)
    element.removeAttribute('aria-label');
  element.removeAttribute(HELD);
  // What the page set meanwhile is newer.
  if (!element.hasAttribute('title')) element.setAttribute('title', title);
}

/** Beside the element, within the window. */
function place(tip: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = tip;
  const x = Math.max(GAP_PX, Math.min(left + width / 2 - offsetWidth / 2, innerWidth - offsetWidth - GAP_PX));
  const above = bottom + GAP_PX + offsetHeight > innerHeight;
  tip.style.left = `${x}px`;
  tip.style.top = `${above ? Math.max(GAP_PX, top - offsetHeight - GAP_PX) : bottom + GAP_PX}px`;
}

/**
 * Shows the `title` of whatever the pointer rests on for a second, in the way of the product; Escape hides it. Nothing else
 * needs to know of it: without it browsers show titles themselves. Gives a function that ends it.
 */
export function startTitleTips(page: Document = document): () => void {
  let over: { element: HTMLElement; title: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tip: HTMLElement | undefined;

  const leave = (): void => {
    clearTimeout(timer);
    tip?.remove();
    tip = undefined;
    if (over !== undefined) release(over.element, over.title);
    over = undefined;
  };
  const show = (): void => {
    if (over === undefined || !over.element.isConnected) return leave();
    tip = page.createElement('div');
    tip.className = 'pt-tip';
    tip.setAttribute('aria-hidden', 'true');
    tip.textContent = over.title;
    page.body.append(tip);
    place(tip, over.element.getBoundingClientRect());
  };
  const enter = (event: Event): void => {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(`[title]:not([title='']),[${HELD}]`) ?? undefined;
    if (element === over?.element) return;
    leave();
    const title = element?.getAttribute('title') ?? '';
    if (element === undefined || title === '') return;
    over = { element, title };
    hold(element, title);
    timer = setTimeout(show, TIP_DELAY_MS);
  };
  const hide = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') leave();
  };

  page.addEventListener('pointerover', enter);
  page.addEventListener('pointerdown', leave, true);
  page.addEventListener('scroll', leave, true);
  page.addEventListener('keydown', hide, true);
  page.documentElement.addEventListener('pointerleave', leave);
  return () => {
    leave();
    page.removeEventListener('pointerover', enter);
    page.removeEventListener('pointerdown', leave, true);
    page.removeEventListener('scroll', leave, true);
    page.removeEventListener('keydown', hide, true);
    page.documentElement.removeEventListener('pointerleave', leave);
  };
}
