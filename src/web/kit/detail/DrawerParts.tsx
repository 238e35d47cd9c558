import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { letterOf } from '#web/kit/table/letters.ts';
import { formatCount } from '#web/kit/value/format-value.ts';

/** One thing that can be done with what a drawer shows. */
export type DrawerAction = {
  key: string;
  label: string;
  /** A digit that does it, in place of the letter of its key. */
  digit?: string;
  primary?: boolean;
  /** It has no button. */
  keyOnly?: true;
  run: () => void;
};

/** The actions of a row of a list, as its drawer offers them; `primary` is the key of the usual one. */
export const actionsOf = <Row,>(actions: readonly RowAction<Row>[], row: Row, primary: string): DrawerAction[] =>
  actions.map(({ key, label, digit, keyOnly, run }) => ({
    key,
    label,
    primary: key === primary,
    ...(digit !== undefined && { digit }),
    ...(keyOnly && { keyOnly }),
    run: () => run(row),
  }));

/** The neighbours of what a drawer shows, in the list it came from. */
export type DrawerWalk = {
  /** Its place in the whole list from 1; undefined when it has left the list. */
  place: number | undefined;
  total: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
};

/** Everything that can be done, with the letter that does it. */
export function DrawerActions({ actions }: { actions: readonly DrawerAction[] }) {
  return (
    <div className="pt-drawer-acts">
      {actions
        .filter(({ keyOnly }) => keyOnly !== true)
        .map((action) => ({ ...action, letter: letterOf(action) }))
        .map(({ key, label, letter, primary, run }) => (
          <Button key={key} type={primary === true ? 'primary' : 'default'} onClick={run}>
            {label}
            {letter !== undefined && <kbd aria-hidden="true">{letter.toUpperCase()}</kbd>}
          </Button>
        ))}
    </div>
  );
}

/** Steps to the row before and the row after. */
export function DrawerSteps({ walk }: { walk: DrawerWalk }) {
  const t = useT();
  const step = (name: 'previous' | 'next', letter: string, icon: ReactNode) => (
    <Button
      size="small"
      icon={icon}
      disabled={walk[name] === undefined}
      aria-label={t(`table.walk.${name}`)}
      title={`${t(`table.walk.${name}`)} (${letter})`}
      onClick={walk[name]}
    />
  );
  return (
    <span className="pt-drawer-steps">
      {walk.place !== undefined && (
        <span className="pt-muted">
          {t('table.walk.place', { place: formatCount(walk.place), total: formatCount(walk.total) })}
        </span>
      )}
      {step('previous', 'K', <UpOutlined />)}
      {step('next', 'J', <DownOutlined />)}
    </span>
  );
}
