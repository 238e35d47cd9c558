import { Drawer } from 'antd';
import { type ReactNode, useRef, type RefObject, useEffect, useEffectEvent } from 'react';
import { useFocusBackWhenGone } from '../dialog/use-give-focus-back.ts';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';
import { type DrawerAction, DrawerActions, DrawerSteps, type DrawerWalk } from './DrawerParts.tsx';
import { letterOf } from '../table/letters.ts';
import './detail.css';

/** What a letter does while a drawer is open. */
type DrawerKeys = Readonly<Record<string, (() => void) | undefined>>;

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="listbox"]';

/** Whether the drawer around this element is what the person looks at: nothing has opened above it. */
function isOnTop(inside: HTMLElement): boolean {
  const own = inside.closest('[role="dialog"]');
  const shown = [...document.querySelectorAll('[role="dialog"]')].filter((layer) => layer.checkVisibility?.() ?? true);
  return own !== null && shown.at(-1) === own;
}

/** Single letters work while the drawer is on top and nothing is being typed. */
function useDrawerKeys(box: RefObject<HTMLElement | null>, open: boolean, keys: DrawerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = keys[event.key];
    if (run === undefined || box.current === null || !isOnTop(box.current)) return;
    if (event.target instanceof Element && event.target.closest(EDITABLE)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A mark beside the title, such as a state. */
  mark?: ReactNode;
  /** Width as a CSS length. */
  size?: string;
  /** What leads elsewhere, at the end of the title. */
  extra?: ReactNode;
  /** What can be done, in a row that stays in view, and by its letters. */
  actions?: readonly DrawerAction[] | undefined;
  /** The rows before and after, by buttons and by J and K. */
  walk?: DrawerWalk | undefined;
  footer?: ReactNode;
  children: ReactNode;
};

/** A drawer with everything about one row, to read and to act on. */
export function DetailDrawer(props: Props) {
  const { open, onClose, title, mark, size = 'min(820px, 92vw)', extra, actions = [], walk, footer, children } = props;
  const drawn = useOpenOnceDrawn(open);
  useFocusBackWhenGone(open);
  const box = useRef<HTMLDivElement>(null);
  useDrawerKeys(box, open, {
    ...(walk && { j: walk.next, k: walk.previous }),
    ...Object.fromEntries(actions.map((action) => [letterOf(action) ?? '', action.run])),
  });
  return (
    <Drawer
      open={drawn}
      onClose={onClose}
      title={
        mark === undefined ? (
          title
        ) : (
          <span className="pt-drawer-title">
            {title}
            {mark}
          </span>
        )
      }
      size={size}
      extra={
        walk === undefined ? (
          extra
        ) : (
          <span className="pt-drawer-extra">
            {extra}
            <DrawerSteps walk={walk} />
          </span>
        )
      }
      footer={footer ?? (actions.length > 0 ? <DrawerActions actions={actions} /> : undefined)}
    >
      <div ref={box}>{children}</div>
    </Drawer>
  );
}
