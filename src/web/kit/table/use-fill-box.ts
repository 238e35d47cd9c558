import { type RefObject, useLayoutEffect, useState } from 'react';
import { once } from '#shared/memory/once-per.ts';

/** Height left for the rows and width of the whole box, in pixels; the width is 0 until it was measured. */
export type FilledBox = { height: number; width: number };

/** The room of a table inside a box whose size the page gives it. */
export function useFillBox(box: RefObject<HTMLElement | null>, minHeight = 120): FilledBox {
  const [filled, setFilled] = useState<FilledBox>({ height: minHeight, width: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      // A hidden tab measures nothing: keep what was.
      if (element.clientHeight === 0) return;
      const head = element.querySelector<HTMLElement>('.ant-table-thead');
      const height = Math.max(minHeight, element.clientHeight - (head?.offsetHeight ?? 39) - 2);
      const width = element.clientWidth;
      setFilled((before) => (before.height === height && before.width === width ? before : { height, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, minHeight]);
  return filled;
}

/** How much room an upright scrollbar takes in this browser, in pixels; 0 where it lies above the content. */
export const scrollbarWidth: () => number = once(() => {
  const probe = document.createElement('div');
  probe.style.cssText = 'position:absolute;visibility:hidden;width:100px;height:100px;overflow:scroll';
  document.body.append(probe);
  const width = probe.offsetWidth - probe.clientWidth;
  probe.remove();
  return width;
});
