/** The landmark a menu opens in, so that screen readers find it where its button is. */
export const landmarkOf = (node: HTMLElement): HTMLElement =>
  node.closest<HTMLElement>('header, nav, main') ?? document.body;
