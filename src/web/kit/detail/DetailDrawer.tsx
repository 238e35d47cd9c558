import { Drawer } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useFocusBackWhenGone } from '../dialog/use-give-focus-back.ts';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';
import { type DrawerAction, DrawerActions, DrawerSteps, type DrawerWalk } from './DrawerParts.tsx';
import { letterOf } from '../table/letters.ts';
import { useDrawerKeys } from './use-drawer-keys.ts';
import './detail.css';

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
