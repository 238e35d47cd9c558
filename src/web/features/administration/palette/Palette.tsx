import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import type { Entry } from './entries.ts';
import { useEntries } from './use-entries.ts';
import './palette.css';

type Props = { open: boolean; onClose: () => void };

/** The lines, with the name of its kind above the first of each. */
function Lines(props: { id: string; entries: readonly Entry[]; chosen: number; onRun: (entry: Entry) => void }) {
  const { id, entries, chosen, onRun } = props;
  const t = useT();
  const current = useRef<HTMLLIElement>(null);
  // Browsers may hand back a promise here, which is nothing to clean up.
  useEffect(() => void current.current?.scrollIntoView({ block: 'nearest' }), [chosen, entries.length]);
  return (
    <ul className="pt-palette-list" role="listbox" id={id} aria-label={t('palette.title')}>
      {entries.map((entry, index) => (
        <li
          key={`${entry.kind} ${entry.key}`}
          id={`${id}-${index}`}
          ref={index === chosen ? current : undefined}
          role="option"
          aria-selected={index === chosen}
          data-first={entries[index - 1]?.kind === entry.kind ? undefined : t(`palette.kind.${entry.kind}`)}
          onMouseDown={(event) => {
            event.preventDefault();
            onRun(entry);
          }}
        >
          <span>{entry.label}</span>
          {entry.hint !== undefined && <span className="pt-muted">{entry.hint}</span>}
        </li>
      ))}
    </ul>
  );
}

/** One field that leads to a page, a bill, a container, somebody's exceptions, or does something at once. */
export function Palette({ open, onClose }: Props): ReactElement {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  useOpening(open, () => {
    setTyped('');
    setChosen(0);
  });
  const { entries, busy } = useEntries(typed);
  const at = Math.min(chosen, entries.length - 1);
  const run = (entry: Entry | undefined): void => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setChosen((at + step + entries.length) % Math.max(1, entries.length));
    // A number that is still being looked for is what was meant, not the line that happens to be first.
    else if (event.key === 'Enter') run(busy && entries[at]?.kind !== 'shipment' ? undefined : entries[at]);
    else return;
    event.preventDefault();
  };
  return (
    <AppDialog
      open={open}
      onCancel={onClose}
      onOk={() => run(entries[at])}
      footer={null}
      title={t('palette.title')}
      width={620}
    >
      <div className="pt-palette">
        <input
          autoFocus
          className="pt-palette-field"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={entries.length === 0 ? undefined : `${id}-${at}`}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKey}
        />
        <Lines id={id} entries={entries} chosen={at} onRun={run} />
        {entries.length === 0 && (
          <p className="pt-muted pt-palette-none" role="status">
            {busy ? t('palette.looking') : t('palette.nothing')}
          </p>
        )}
      </div>
    </AppDialog>
  );
}
