import type { Box, LabelRoom } from './map-labels.ts';

/** Pixels between what a map is about and its edges or what lies over it. */
const marginPx = 28;
/** Names stand to the right of their points. */
const nameShare = 0.14;
const maxNamePx = 96;
/** So much of a map, by width and by height, stays for what it is about. */
const leastShare = 0.4;

type Padding = { top: number; right: number; bottom: number; left: number };

/** How far content stays from the edges of a map so that nothing which lies over the map covers it; in pixels. */
export function fitPadding({ width, height, covered }: LabelRoom): Padding {
  const padding = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const box of covered) {
    // Each thing over the map costs the strip along one edge that takes least of it.
    const strips = [
      { edge: 'left', px: box.right, share: box.right / width },
      { edge: 'right', px: width - box.left, share: (width - box.left) / width },
      { edge: 'top', px: box.bottom, share: box.bottom / height },
      { edge: 'bottom', px: height - box.top, share: (height - box.top) / height },
    ] as const;
    const { edge, px } = strips.reduce((best, next) => (next.share < best.share ? next : best));
    padding[edge] = Math.max(padding[edge], px);
  }
  const sides = limit(
    padding.left + marginPx,
    Math.max(padding.right + marginPx, Math.min(maxNamePx, nameShare * width)),
    width,
  );
  const ends = limit(padding.top + marginPx, padding.bottom + marginPx, height);
  return { left: sides[0], right: sides[1], top: ends[0], bottom: ends[1] };
}

/** Two opposite paddings made smaller so that enough stays between them. */
function limit(first: number, second: number, whole: number): [number, number] {
  const scale = Math.min(1, ((1 - leastShare) * whole) / (first + second));
  return [Math.floor(first * scale), Math.floor(second * scale)];
}

/** What of a map can be seen: its size, and what its buttons, its legend and things that pages lay over it cover. */
export function roomOf(container: HTMLElement): LabelRoom {
  const whole = container.getBoundingClientRect();
  const map = container.closest('.pt-map');
  const over = [
    ...container.querySelectorAll('.maplibregl-ctrl'),
    ...[...(map?.children ?? [])].filter((child) => child !== container),
    ...(map?.parentElement?.querySelectorAll('[data-over-map]') ?? []),
  ];
  const covered = over.flatMap((element): Box[] => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) return [];
    const box = {
      left: Math.max(0, left - whole.left),
      top: Math.max(0, top - whole.top),
      right: Math.min(whole.width, right - whole.left),
      bottom: Math.min(whole.height, bottom - whole.top),
    };
    return box.left < box.right && box.top < box.bottom ? [box] : [];
  });
  return { width: whole.width, height: whole.height, covered };
}
