/** A point with a name on the screen, in pixels. */
export type LabelSpot = { x: number; y: number; width: number; height: number };

/** Where the name of a point stands; nowhere when there is no room. */
export type LabelSide = 'right' | 'left' | 'above' | 'below' | 'none';

/** A part of the screen, in pixels from the upper left corner of a map. */
export type Box = { left: number; top: number; right: number; bottom: number };

const sides = ['right', 'left', 'below', 'above'] as const;
/** Pixels from the middle of a point to its name, and half of a point. */
const gapPx = 9;
const dotPx = 6;
const apartPx = 5;

function boxAt({ x, y, width, height }: LabelSpot, side: (typeof sides)[number]): Box {
  if (side === 'right' || side === 'left') {
    const left = side === 'right' ? x + gapPx : x - gapPx - width;
    return { left, right: left + width, top: y - height / 2, bottom: y + height / 2 };
  }
  const top = side === 'below' ? y + gapPx : y - gapPx - height;
  return { left: x - width / 2, right: x + width / 2, top, bottom: top + height };
}

const dotOf = ({ x, y }: LabelSpot): Box => ({ left: x - dotPx, right: x + dotPx, top: y - dotPx, bottom: y + dotPx });

/** What a name takes up that stands in the middle of its place. */
export const middleOf = ({ x, y, width, height }: LabelSpot): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

/** Names of the map keep a distance from each other: they are to be read one by one. */
const grown = ({ left, top, right, bottom }: Box): Box => ({
  left: left - apartPx,
  right: right + apartPx,
  top: top - apartPx,
  bottom: bottom + apartPx,
});

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The part of a map where names can be read, in pixels: all of it but what buttons, legends and the like cover. */
export type LabelRoom = { width: number; height: number; covered: readonly Box[] };

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** How much of a name lies inside of the map, in square pixels. */
const readable = (box: Box, { width, height }: LabelRoom): number =>
  overlap(box, { left: 0, top: 0, right: width, bottom: height });

/**
 * Finds a side for every name where it covers no point and no other name, is under nothing, and where most of it can be read; those
 * that come first choose first.
 */
export function placeLabels(spots: readonly LabelSpot[], room?: LabelRoom): LabelSide[] {
  const dots = spots.map((spot) => dotOf(spot));
  const taken: Box[] = [...(room?.covered ?? [])];
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

/** What points and their names take up. */
export const boxesOf = (spots: readonly LabelSpot[], placed: readonly LabelSide[]): Box[] =>
  spots.flatMap((spot, index) => {
    const side = placed[index] ?? 'none';
    return side === 'none' ? [dotOf(spot)] : [dotOf(spot), boxAt(spot, side)];
  });

/** The name of a place that the map itself knows: in the middle of a sea, beside the point of a city or port. */
export type NameSpot = LabelSpot & { isSea: boolean };
export type NameSide = LabelSide | 'middle';

const nameSides = (isSea: boolean): readonly Exclude<NameSide, 'none'>[] => (isSea ? ['middle'] : sides);
const nameBox = (spot: NameSpot, side: Exclude<NameSide, 'none'>): Box =>
  side === 'middle' ? middleOf(spot) : boxAt(spot, side);

/**
 * Finds places for names of the map, those that come first before the others: wholly inside of it, and away from all that is
 * taken. A name without room is left out, its point too.
 */
export function placeNames(
  spots: readonly NameSpot[],
  taken: readonly Box[],
  { width, height, covered }: LabelRoom,
): NameSide[] {
  const all = [...taken, ...covered];
  const isFree = (box: Box): boolean => !all.some((other) => touches(other, box));
  const isInside = ({ left, top, right, bottom }: Box): boolean =>
    left >= 0 && top >= 0 && right <= width && bottom <= height;
  return spots.map((spot) => {
    const dot = spot.isSea ? [] : [dotOf(spot)];
    if (!dot.every(isFree)) return 'none';
    const side = nameSides(spot.isSea).find((one) => {
      const box = grown(nameBox(spot, one));
      return isInside(box) && isFree(box);
    });
    if (side === undefined) return 'none';
    all.push(...dot, grown(nameBox(spot, side)));
    return side;
  });
}

/** Which names stand in the middle of their places without covering one before them. */
export function fittingNames(spots: readonly LabelSpot[]): boolean[] {
  const taken: Box[] = [];
  return spots.map((spot) => {
    const box = middleOf(spot);
    if (taken.some((name) => touches(name, box))) return false;
    taken.push(box);
    return true;
  });
}
