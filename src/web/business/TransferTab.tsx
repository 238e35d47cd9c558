import { ArrowDownOutlined, ArrowUpOutlined, ClearOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { type DraftRow, emptyLeg, moveLeg, withCell } from './draft.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import { legAttributeOf, useEditor } from './editor-context.ts';
import { Field } from './Field.tsx';
import type { Kind } from './form-of-mode.ts';

const fields: readonly { name: string; kind: Kind; place?: 'polCode' | 'podCode' }[] = [
  { name: 'vesselEn', kind: 'vessel' },
  { name: 'voyage', kind: 'text' },
  { name: 'polCode', kind: 'port' },
  { name: 'podCode', kind: 'port' },
  { name: 'etdStr', kind: 'time', place: 'polCode' },
  { name: 'atdStr', kind: 'time', place: 'polCode' },
  { name: 'etaStr', kind: 'time', place: 'podCode' },
  { name: 'ataStr', kind: 'time', place: 'podCode' },
];

function Leg({ leg, index, count }: { leg: DraftRow; index: number; count: number }) {
  const t = useT();
  const { set, disabled, problems, mode } = useEditor();
  const { bySea } = editingOf(mode);
  const number = index + 1;
  const move = async (by: 1 | -1): Promise<void> => {
    const yes = await confirm({
      title: t('business.moveLeg', { leg: number, other: number + by }),
      content: t('business.moveLegText'),
    });
    if (yes) set((latest) => ({ ...latest, legs: moveLeg(latest.legs, index, by) }));
  };
  const clear = async (): Promise<void> => {
    const yes = await confirm({
      title: t('business.clearLeg', { leg: number }),
      content: t('business.clearLegText'),
      danger: true,
    });
    if (yes)
      set((latest) => ({ ...latest, legs: latest.legs.map((row) => (row.key === leg.key ? emptyLeg(row.key) : row)) }));
  };
  const own = problems.get(`${leg.key}.`);
  return (
    <section className="pt-business-group pt-business-leg" aria-label={t('business.leg', { leg: number })}>
      <h2>
        {t('business.leg', { leg: number })}
        {!disabled && (
          <span className="pt-business-acts">
            <Button
              size="small"
              icon={<ArrowUpOutlined />}
              disabled={index === 0}
              aria-label={t('business.legUp', { leg: number })}
              onClick={() => void move(-1)}
            />
            <Button
              size="small"
              icon={<ArrowDownOutlined />}
              disabled={index === count - 1}
              aria-label={t('business.legDown', { leg: number })}
              onClick={() => void move(1)}
            />
            <Button size="small" icon={<ClearOutlined />} onClick={() => void clear()}>
              {t('business.clear')}
            </Button>
          </span>
        )}
      </h2>
      {own !== undefined && (
        <p className="pt-cell-error" role="alert">
          {own}
        </p>
      )}
      <div className="pt-business-fields">
        {fields.map(({ name, kind, place }) => (
          <Field
            key={name}
            name={name}
            kind={kind === 'vessel' && !bySea ? 'text' : kind}
            value={leg.cells[name] ?? ''}
            problem={`${leg.key}.${name}`}
            path={`leg[${number}].${legAttributeOf[name]}`}
            {...(place !== undefined && { place: leg.cells[place] ?? '' })}
            onChange={(value) => set((latest) => ({ ...latest, legs: withCell(latest.legs, leg.key, name, value) }))}
          />
        ))}
      </div>
    </section>
  );
}

/** The legs of the route: each can be cleared and moved. */
export function TransferTab() {
  const { draft } = useEditor();
  return draft.legs.map((leg, index) => <Leg key={leg.key} leg={leg} index={index} count={draft.legs.length} />);
}
