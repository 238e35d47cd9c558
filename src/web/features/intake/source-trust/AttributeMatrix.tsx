import { Checkbox } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { standardOrder } from '#domain/intake/fusion/precedence-orders.ts';
import type { PrecedenceOrders } from '#domain/intake/fusion/precedence-orders.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useAttributeName, useSourceName } from './AttributeName.tsx';
import { matrixRow, matrixSources, type Placed, shownAttributes } from './draft.ts';

type Props = {
  orders: PrecedenceOrders;
  /** The orders that are saved. */
  saved: PrecedenceOrders;
  fromDefault: ReadonlySet<string>;
  unsaved: ReadonlySet<string>;
  chosen: string;
  onChoose: (attribute: string) => void;
};

/** The place of one source; where it is not that of all other fields, by how many places it is higher or lower. */
function Place({ source, cell }: { source: string; cell: Placed }) {
  const t = useT();
  const { place, shift, unsaved } = cell;
  const count = Math.abs(shift);
  const words = shift > 0 ? t('truth.matrix.higher', { count }) : shift < 0 ? t('truth.matrix.lower', { count }) : '';
  const notes = [words, unsaved ? t('truth.precedence.draft') : ''].filter((note) => note !== '').join(' · ');
  return (
    <td
      data-shift={shift > 0 ? 'up' : shift < 0 ? 'down' : undefined}
      data-unsaved={unsaved || undefined}
      title={`${source} ${place}${notes === '' ? '' : ` · ${notes}`}`}
    >
      {place}
      {shift !== 0 && (
        <small aria-hidden="true">
          {shift > 0 ? '▲' : '▼'}
          {count}
        </small>
      )}
      {notes !== '' && <span className="pt-sr-only"> {notes}</span>}
    </td>
  );
}

/** Arrow keys go from field to field. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const fields = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('tbody button')];
  const at = fields.findIndex((field) => field === document.activeElement);
  if (step === 0 || at < 0) return;
  event.preventDefault();
  fields[at + step]?.focus();
}

/** Fields by sources: each cell is the place of the source for the field, and deviating cells are marked. */
export function AttributeMatrix({ orders, saved, fromDefault, unsaved, chosen, onChoose }: Props) {
  const t = useT();
  const nameOf = useAttributeName();
  const sourceName = useSourceName();
  const [deviating, setDeviating] = useState(false);
  const rows = shownAttributes.map((attribute) => ({ attribute, cells: matrixRow(orders, attribute, saved) }));
  const shown = rows.filter(
    ({ attribute, cells }) =>
      !deviating ||
      attribute === standardOrder ||
      attribute === chosen ||
      cells.some(({ shift, unsaved: isUnsaved }) => shift !== 0 || isUnsaved),
  );
  return (
    <div className="pt-matrix-part">
      <div className="pt-matrix-head">
        <Checkbox checked={deviating} onChange={({ target }) => setDeviating(target.checked)}>
          {t('truth.matrix.deviating')}
        </Checkbox>
        <span className="pt-muted">{t('truth.matrix.legend')}</span>
      </div>
      <div className="pt-attributes" role="region" tabIndex={0} aria-label={t('truth.precedence.table')}>
        <table className="pt-mini pt-matrix" onKeyDown={walk}>
          <thead>
            <tr>
              <th scope="col">{t('truth.precedence.attribute')}</th>
              {matrixSources.map((type) => (
                <th key={type} scope="col">
                  <span>{sourceName(type)}</span>
                </th>
              ))}
              <th scope="col">{t('truth.precedence.marks')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ attribute, cells }) => (
              <tr key={attribute} data-chosen={attribute === chosen || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="pt-link"
                    aria-pressed={attribute === chosen}
                    onClick={() => onChoose(attribute)}
                  >
                    {nameOf(attribute)}
                  </button>
                </th>
                {cells.map((cell) => (
                  <Place key={cell.type} source={sourceName(cell.type)} cell={cell} />
                ))}
                <td>
                  {unsaved.has(attribute) && <StatusTag tone="warn">{t('truth.precedence.draft')}</StatusTag>}{' '}
                  {fromDefault.has(attribute) && <StatusTag tone="info">{t('truth.precedence.differs')}</StatusTag>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
