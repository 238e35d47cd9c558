import { columnOf, type Entity } from '#shared/entity/declare.ts';
import { useT } from '#web/i18n/index.ts';
import { say } from '#web/entity/entity-calls.ts';
import { moneyText } from './cells.tsx';
import type { ChangedLines } from './price-calls.ts';

const shown = (value: number | string | null): string =>
  typeof value === 'number' ? moneyText(value) : (value ?? '—');

/** Old and new values of each line. */
export function ChangePreview({ entity, lines }: { entity: Entity; lines: ChangedLines }) {
  const t = useT();
  const { chosen, changed, refused } = lines;
  const labelOf = (name: string): string => {
    const field = entity.fields[name];
    return field === undefined ? columnOf(name, field) : say(field.label);
  };
  const rest = changed + refused - lines.lines.length;
  return (
    <>
      <p role="status" className={refused > 0 ? 'pt-change-problem' : undefined}>
        {t('freight.change.summary', { chosen, changed, same: chosen - changed - refused })}
        {refused > 0 && ` ${t('freight.change.refused', { count: refused })}`}
      </p>
      <div className="pt-change-preview" tabIndex={0} role="group" aria-label={t('freight.change.preview')}>
        <table className="pt-mini">
          <thead>
            <tr>
              <th>{t('freight.change.number')}</th>
              <th>{t('freight.change.about')}</th>
              <th>{t('freight.change.values')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.lines.map(({ id, number, about, values, problem }) => (
              <tr key={id}>
                <td>{number}</td>
                <td>{about}</td>
                <td>
                  {problem !== null && <span className="pt-change-problem">{problem}</span>}
                  {problem === null &&
                    values.map(({ field, before, after }) => (
                      <span key={field} className="pt-change-value">
                        <span className="pt-muted">{labelOf(field)}</span> {shown(before)} → <b>{shown(after)}</b>
                      </span>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && <p className="pt-muted">{t('freight.change.more', { count: rest })}</p>}
    </>
  );
}
