import { Button, Radio } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useFieldName } from './form-of-mode.ts';
import type { Difference, Side } from './merge.ts';
import type { Newer } from './use-newer-version.ts';

type Props = {
  newer: Newer | undefined;
  differences: readonly Difference[];
  onChoose: (name: string, side: Side) => void;
  onSettle: () => void;
};

/** What somebody else changed meanwhile, field by field, and whose value shall stay. */
export function ConflictTable({ newer, differences, onChoose, onSettle }: Props) {
  const t = useT();
  const fieldName = useFieldName();
  const rowOf = ({ list, row }: Difference): string =>
    list === 'booking' ? '' : list === 'legs' ? `${t('business.leg', { leg: Number(row) })} · ` : `${row} · `;
  return (
    <div className="pt-business-conflict" role="alert">
      <p>
        {newer === undefined
          ? t('business.conflict')
          : t('business.conflictBy', { who: newer.who, time: newer.time === null ? '' : timeAsText(newer.time) })}
      </p>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              {(['what', 'before', 'mine', 'theirs'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`business.side.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => {
              const label = `${rowOf(one)}${fieldName(one.field)}`;
              const choice = (side: Side) => (
                <td data-chosen={one.side === side || undefined}>
                  <Radio
                    checked={one.side === side}
                    name={`conflict-${one.name}`}
                    aria-label={`${label}: ${t(`business.side.${side}`)}`}
                    onChange={() => onChoose(one.name, side)}
                  >
                    {one[side] === '' ? t('business.cleared') : one[side]}
                  </Radio>
                </td>
              );
              return (
                <tr key={one.name}>
                  <th scope="row">{label}</th>
                  <td>{one.before === '' ? t('business.cleared') : one.before}</td>
                  {choice('mine')}
                  {choice('theirs')}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Button size="small" type="primary" onClick={onSettle}>
        {t('business.settle')}
      </Button>
    </div>
  );
}
