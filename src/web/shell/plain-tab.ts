/**
 * Tab leaves an open list of choices and chooses nothing, as everywhere else in browsers: antd would take the choice that is marked.
 * Gives a function that ends it.
 */
export function startPlainTab(page: Document = document): () => void {
  const keep = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (key === 'Tab' && target instanceof Element && target.matches('[role=combobox][aria-expanded=true]'))
      event.stopPropagation();
  };
  page.addEventListener('keydown', keep, true);
  return () => page.removeEventListener('keydown', keep, true);
}
