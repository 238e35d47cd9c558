import type { ReactNode } from 'react';

/**
 * What a row shows in a column, drawn once for each row: scrolling draws the rows in sight anew at every step, and React
 * passes over what is the same as before. To be made anew with everything the drawing depends on besides the row.
 */
export function drawnOnce<Row extends object>(draw: (row: Row) => ReactNode): (row: Row) => ReactNode {
  const drawn = new WeakMap<Row, ReactNode>();
  return (row) => {
    if (!drawn.has(row)) drawn.set(row, draw(row));
    return drawn.get(row);
  };
}
