/** A point with a name on the screen, in pixels. */
export type LabelSpot = { x: number; y: number; width: number; height: number };

/** Where the name of a point stands; nowhere when there is no room. */
export type LabelSide = 'right' | 'left' | 'above' | 'below' | 'none';

type Box = { left: number; top: number; right: number; bottom: number };

const sides = ['right', 'left', 'below', 'above'] as const;
/** Pixels from the middle of a point to its name, and half of a point. */
const gapPx = 9;
const dotPx = 6;

function boxAt({ x, y, width, height }: LabelSpot, side: (typeof sides)[number]): Box {
  if (side === 'right' || side === 'left') {
    const left = side === 'right' ? x + gapPx : x - gapPx - width;
    return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
  }
  const top = side === 'below' ? y + gapPx : y - gapPx - height;
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + height };
}

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The part of a map where names can be read, in pixels: all of it but the buttons in its upper left corner. */
export type LabelRoom = { width: number; height: number };

const buttons: Box = { left: 0, top: 0, right: 52, bottom: 80 };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How much of a name can be read, in square pixels. */
const readable = (box: Box, { width, height }: LabelRoom): number =>
  overlap(box, { left: 0, top: 0, right: width, bottom: height }) - overlap(box, buttons);

/**
 * Finds a side for every name where it covers no point and no other name, and where most of it can be read; those that come first
 * choose first.
 */
export function placeLabels(spots: readonly LabelSpot[], room?: LabelRoom): LabelSide[] {
  const dots = spots.map(({ x, y }): Box => ({ left: x - dotPx, right: x + dotPx, top: y - dotPx, bottom: y + dotPx }));
  const taken: Box[] = [];
  return spots.map((spot, own) => {
    const free = sides.filter((one) => {
      const box = boxAt(spot, one);
      return (
        !dots.some((dot, index) => index !== own && touches(dot, box)) && !taken.some((name) => touches(name, box))
      );
    });
    const side =
      room === undefined
        ? free[0]
        : free.toSorted((a, b) => readable(boxAt(spot, b), room) - readable(boxAt(spot, a), room))[0];
    if (side === undefined) return 'none';
    taken.push(boxAt(spot, side));
    return side;
  });
}

/** Which names stand in the middle of their places without covering one before them. */
export function fittingNames(spots: readonly LabelSpot[]): boolean[] {
  const taken: Box[] = [];
  return spots.map(({ x, y, width, height }) => {
    const box = { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
    if (taken.some((name) => touches(name, box))) return false;
    taken.push(box);
    return true;
  });
}
