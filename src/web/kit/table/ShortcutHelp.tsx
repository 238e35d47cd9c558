import { useT } from '#web/i18n/index.ts';
import { KeysHelp } from './KeysHelp.tsx';
import { letterOf } from './letters.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  actions: readonly { key: string; digit?: string; label: string }[];
  selectable: boolean;
};

/** The keys of a table, as `?` shows them. */
export function ShortcutHelp({ open, onClose, actions, selectable }: Props) {
  const t = useT();
  type Line = [keys: string[], text: string];
  const selecting: Line = [[t('table.keys.spaceKey')], t('table.keys.select')];
  const lines: Line[] = [
    [['↑', '↓', 'j', 'k'], t('table.keys.move')],
    [['←', '→'], t('table.keys.cell')],
    [['Enter'], t('table.keys.open')],
    ...(selectable ? [selecting] : []),
    [['Ctrl', 'C'], t('table.keys.copy')],
    ...actions.flatMap((action): Line[] => {
      const letter = letterOf(action);
      return letter === undefined ? [] : [[[letter], action.label]];
    }),
    [['?'], t('table.keys.help')],
  ];
  return <KeysHelp open={open} onClose={onClose} lines={lines} />;
}
