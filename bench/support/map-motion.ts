import type { Page } from 'playwright-core';

/** Moves a map on screen for a while, once a frame, as the hand would; gives how many frames there were a second. */
const moveMap = ({ selector, kind, ms }: { selector: string; kind: 'pan' | 'zoom'; ms: number }) =>
  new Promise<number>((resolve) => {
    const canvas = document.querySelector(selector) as HTMLElement;
    const box = canvas.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const send = (target: EventTarget, type: string, at: number): boolean =>
      target.dispatchEvent(
        new MouseEvent(type, {
          clientX: at,
          clientY: y,
          button: 0,
          buttons: type === 'mouseup' ? 0 : 1,
          bubbles: true,
        }),
      );
    let frames = 0;
    let startedAt = 0;
    if (kind === 'pan') send(canvas, 'mousedown', x);
    const step = (at: number): void => {
      startedAt ||= at;
      const passed = at - startedAt;
      if (passed >= ms) {
        if (kind === 'pan') send(globalThis.document, 'mouseup', x);
        return resolve((frames * 1000) / passed);
      }
      frames += 1;
      // There and back again, twice.
      const swing = Math.sin((passed / ms) * 4 * Math.PI);
      if (kind === 'pan') send(globalThis.document, 'mousemove', x + (swing * box.width) / 3);
      else
        canvas.dispatchEvent(
          new WheelEvent('wheel', {
            deltaY: -Math.cos((passed / ms) * 4 * Math.PI) * 30,
            clientX: x,
            clientY: y,
            bubbles: true,
            cancelable: true,
          }),
        );
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });

/** Frames a second of a map that is moved; the first movement warms up what is compiled on the way. */
export async function framesOf(page: Page, kind: 'pan' | 'zoom', ms: number): Promise<number> {
  const selector = '.maplibregl-canvas';
  await page.evaluate(moveMap, { selector, kind, ms: 1_500 });
  return page.evaluate(moveMap, { selector, kind, ms });
}
