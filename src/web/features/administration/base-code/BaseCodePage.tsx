import { useMemo, useState } from 'react';
import { dict } from '#entities/dict.ts';
import { code } from '#entities/code.ts';
import { useT } from '#web/i18n/index.ts';
import { EntityList } from '#web/entity/EntityList.tsx';
import { useEntityListState } from '#web/entity/EntityListPage.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { firstState } from '#web/entity/list-state.ts';
import type { ListState } from '#web/kit/list/list-state.ts';
import { EmptyState } from '#web/kit/state/States.tsx';

function Values({ type }: { type: Row }) {
  const t = useT();
  const [state, setState] = useState<ListState>(firstState);
  const id = idOf(code, type);
  const fixed = useMemo(() => ({ mdCodeTypeId: id }), [id]);
  return (
    <EntityList
      entity={dict}
      state={state}
      onState={(change) => setState((latest) => ({ ...latest, ...change }))}
      fixed={fixed}
      plain
      toolbar={
        <b className="pt-panel-name">{t('entity.dictionary.valuesOf', { type: String(type['codeType'] ?? '') })}</b>
      }
    />
  );
}

/** The dictionary: code types on the left, the values of the chosen one on the right. */
export function BaseCodePage() {
  const t = useT();
  const [state, onState] = useEntityListState(code, '/base-code');
  const [chosen, setChosen] = useState<Row>();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const id = chosen === undefined ? undefined : idOf(code, chosen);

  const take = (next: readonly Row[]): void => {
    setRows(next);
    // The chosen type stays while it is on the page; else the first one is.
    setChosen(next.find((row) => idOf(code, row) === id) ?? next[0]);
  };
  const chooseByClick = (target: EventTarget): void => {
    if (!(target instanceof Element) || target.closest('button') !== null) return;
    const key = target.closest<HTMLElement>('.ant-table-row')?.dataset['rowKey'];
    const row = rows.find((item) => idOf(code, item) === key);
    if (row !== undefined) setChosen(row);
  };

  return (
    <div className="pt-split">
      {/* A click chooses; Enter and the row menu do the same by keyboard. */}
      <div onClick={(event) => chooseByClick(event.target)}>
        <EntityList
          entity={code}
          route="/base-code"
          state={state}
          onState={onState}
          chosen={id}
          onChoose={setChosen}
          onRows={take}
        />
      </div>
      <div>
        {chosen === undefined ? (
          <EmptyState title={t('entity.dictionary.choose')} />
        ) : (
          <Values key={id} type={chosen} />
        )}
      </div>
    </div>
  );
}
