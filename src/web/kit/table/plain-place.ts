const CONTROLS = 'a, button, input, label, select, textarea, [role="button"], [role="checkbox"], [role="switch"]';

/** Is this a place of a row without anything of its own to click? Two clicks on a button are two clicks on the button. */
export const isPlain = (target: EventTarget): boolean =>
  !(target instanceof Element) || target.closest(CONTROLS) === null;
