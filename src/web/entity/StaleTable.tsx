import { Radio } from 'antd';
import type { Entity } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import type { Stale } from './entity-calls.ts';
import type { Difference, Side } from './form-state.ts';
import type { EntityNames } from './use-entity-names.ts';
import { valueText } from './value-text.ts';

type Props = {
  entity: Entity;
  names: EntityNames;
  stale: Omit<Stale, 'current'>;
  differences: readonly Difference[];
  onChoose: (name: string, side: Side) => void;
};

/** Who changed the row meanwhile, and field by field whose value shall stay. */
export function StaleTable({ entity, names, stale, differences, onChoose }: Props) {
  const t = useT();
  const lang = useLang();
  const by = stale.by ?? t('entity.somebody');
  return (
    <div className="pt-stale" role="alert">
      <p>
        {stale.at === null ? t('entity.staleBy', { by }) : t('entity.staleByAt', { by, time: timeAsText(stale.at) })}
        {differences.length === 0 ? ` ${t('entity.staleSame')}` : ` ${t('entity.staleChoose')}`}
      </p>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              {[t('entity.field'), t('entity.before'), t('entity.mine'), t('entity.theirs')].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, before, mine, theirs, side }) => {
              const field = entity.fields[name];
              if (field === undefined) return null;
              const label = field.label[lang];
              const shown = (value: unknown): string => valueText(field, value, names) || t('entity.empty');
              const choice = (of: Side, value: unknown) => (
                <td data-chosen={side === of || undefined}>
                  <Radio
                    checked={side === of}
                    onChange={() => onChoose(name, of)}
                    name={`stale-${name}`}
                    aria-label={`${label}: ${t(`entity.${of}`)}`}
                  >
                    {shown(value)}
                  </Radio>
                </td>
              );
              return (
                <tr key={name}>
                  <th scope="row">{label}</th>
                  <td>{shown(before)}</td>
                  {choice('mine', mine)}
                  {choice('theirs', theirs)}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
