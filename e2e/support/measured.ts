import type { Page } from '@playwright/test';

/** What on the visible tab is cut or half hidden: heads of columns, labels of filters, figures. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const pane = [...document.querySelectorAll<HTMLElement>('.pt-pane')].find((item) => item.offsetParent !== null);
    const all = (from: Element, selector: string): HTMLElement[] =>
      [...from.querySelectorAll<HTMLElement>(selector)].filter((item) => item.getClientRects().length > 0);
    const name = (item: HTMLElement): string => (item.textContent ?? '').trim();
    for (const item of all(pane ?? document.body, '.pt-th-title, .pt-field-label'))
      if (item.scrollWidth > item.clientWidth) found.push(`cut: ${name(item)}`);
    for (const item of all(pane ?? document.body, '[data-figure]'))
      if (item.offsetHeight > 1.9 * Number.parseFloat(getComputedStyle(item).lineHeight))
        found.push(`on two lines: ${name(item)}`);
    for (const table of all(pane ?? document.body, '.pt-table')) {
      const heads = all(table, '.ant-table-thead th');
      const pinned = heads.filter((head) => getComputedStyle(head).position === 'sticky');
      const box = table.getBoundingClientRect();
      const middle = box.left + box.width / 2;
      const edges = pinned.map((head) => head.getBoundingClientRect());
      const end = Math.min(box.right, ...edges.filter(({ left }) => left > middle).map(({ left }) => left));
      const title = (head: HTMLElement): DOMRect => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return range.getBoundingClientRect();
      };
      for (const head of heads) {
        if (pinned.includes(head) || name(head) === '') continue;
        const { left, right } = head.getBoundingClientRect();
        if (left < end - 1 && right > end + 1) found.push(`partly covered: ${name(head)}`);
        if (title(head).right > right + 1) found.push(`head wider than its column: ${name(head)}`);
      }
      const body = all(table, '.ant-table-body, .pt-window, .ant-table-content').find(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      );
      const last = heads.filter((head) => !pinned.includes(head)).at(-1);
      if (body === undefined || last === undefined) continue;
      const over = last.getBoundingClientRect().right - (body.scrollWidth - body.clientWidth - body.scrollLeft);
      if (over > end + 1) found.push(`cannot be scrolled to: ${name(last)}`);
    }
    return [...new Set(found)];
  });
