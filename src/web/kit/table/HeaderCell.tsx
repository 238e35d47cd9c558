import { type PointerEvent as ReactPointerEvent, type ReactNode, useRef } from 'react';
import { clampWidth } from './column-width.ts';

type Props = {
  title: string;
  sortName?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
  /** Place among the sort keys; shown when there are several. */
  order?: number | undefined;
  sortHint: string;
  extra?: ReactNode;
  onSort?: () => void;
  width: number;
  onResize: (width: number) => void;
};

function ResizeHandle({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; line: HTMLElement } | undefined>(undefined);

  const begin = (event: ReactPointerEvent<HTMLSpanElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.closest('.pt-table')?.getBoundingClientRect();
    // Only a line moves while dragging: drawing a thousand cells again at every pixel would stutter.
    const line = document.createElement('div');
    line.className = 'pt-resize-line';
    Object.assign(line.style, {
      left: `${event.clientX}px`,
      top: `${box?.top ?? 0}px`,
      height: `${box?.height ?? 0}px`,
    });
    document.body.append(line);
    start.current = { x: event.clientX, line };
  };
  const move = (event: ReactPointerEvent): void => {
    if (start.current) start.current.line.style.left = `${event.clientX}px`;
  };
  const end = (event: ReactPointerEvent, keep: boolean): void => {
    if (start.current === undefined) return;
    const moved = event.clientX - start.current.x;
    start.current.line.remove();
    start.current = undefined;
    if (keep && moved !== 0) onResize(clampWidth(width + moved));
  };

  return (
    <span
      className="pt-resize"
      aria-hidden="true"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

/** Head of one column: sort button with direction and key number, and a handle to drag its width. */
export function HeaderCell({ title, sortName, direction, order, sortHint, extra, onSort, width, onResize }: Props) {
  return (
    <div className="pt-th">
      {sortName === undefined ? (
        <span className="pt-th-title" title={title}>
          {title}
        </span>
      ) : (
        <button type="button" className="pt-th-sort" onClick={onSort} title={sortHint} data-direction={direction}>
          <span className="pt-th-title">{title}</span>
          <span className="pt-sort-mark" aria-hidden="true">
            {direction === undefined ? '↕' : direction === 'asc' ? '↑' : '↓'}
          </span>
          {order !== undefined && <span className="pt-sort-order">{order}</span>}
        </button>
      )}
      {extra}
      <ResizeHandle width={width} onResize={onResize} />
    </div>
  );
}
