import { type RefObject, useLayoutEffect, useState } from 'react';

/** Height in pixels left for the rows of a table inside a box whose height the page gives it. */
export function useFillHeight(box: RefObject<HTMLElement | null>, minHeight = 120): number {
  const [height, setHeight] = useState(minHeight);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const head = element.querySelector<HTMLElement>('.ant-table-thead');
      const left = element.clientHeight - (head?.offsetHeight ?? 39) - 2;
      // A hidden tab measures nothing: keep what was.
      if (element.clientHeight > 0) setHeight(Math.max(minHeight, left));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, minHeight]);
  return height;
}
