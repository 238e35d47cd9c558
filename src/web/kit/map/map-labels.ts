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

/** Finds a side for every name where it covers no point and no other name; those that come first choose first. */
export function placeLabels(spots: readonly LabelSpot[]): LabelSide[] {
  const dots = spots.map(({ x, y }): Box => ({ left: x - dotPx, right: x + dotPx, top: y - dotPx, bottom: y + dotPx }));
  const taken: Box[] = [];
  return spots.map((spot, own) => {
    const side = sides.find((one) => {
      const box = boxAt(spot, one);
      return (
        !dots.some((dot, index) => index !== own && touches(dot, box)) && !taken.some((name) => touches(name, box))
      );
    });
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
