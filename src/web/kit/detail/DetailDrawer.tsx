import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useOpenOnceDrawn } from '../dialog/use-open-once-drawn.ts';
import './detail.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A mark beside the title, such as a state. */
  mark?: ReactNode;
  /** Width as a CSS length. */
  size?: string;
  /** What can be done, beside the title. */
  extra?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
};

/** A drawer with everything about one row, to read. */
export function DetailDrawer({
  open,
  onClose,
  title,
  mark,
  size = 'min(820px, 92vw)',
  extra,
  footer,
  children,
}: Props) {
  const drawn = useOpenOnceDrawn(open);
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
      extra={extra}
      footer={footer}
    >
      {children}
    </Drawer>
  );
}
