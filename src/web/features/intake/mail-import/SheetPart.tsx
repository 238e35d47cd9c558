import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { fileSize } from './file-size.ts';

type Sheet = CallData<'receivedMailGet'>['sheets'][number];

const tones: Readonly<Record<Sheet['state'], Tone>> = {
  waiting: 'info',
  unmapped: 'warn',
  working: 'info',
  done: 'ok',
  refused: 'danger',
};

function Refusals({ sheet: { refusals, refused } }: { sheet: Sheet }) {
  const t = useT();
  if (refusals.length === 0) return null;
  return (
    <>
      <MiniTable
        label={t('mailImport.drawer.refusals')}
        columns={[
          { key: 'row', title: t('mailImport.drawer.row'), isNumber: true },
          { key: 'reason', title: t('mailImport.drawer.reason'), isWide: true },
        ]}
        rows={refusals}
        rowKey={(_row, index) => index}
        cells={({ row, reason }) => ({ row: formatCount(row), reason })}
      />
      {refused > refusals.length && (
        <p className="pt-muted">{t('mailImport.drawer.more', { count: refused - refusals.length })}</p>
      )}
    </>
  );
}

type Props = { sheet: Sheet; mayMap: boolean; onMap: () => void; onSave: () => void };

/** One file of a mail: what became of its rows, and what can be done with it. */
export function SheetPart({ sheet, mayMap, onMap, onSave }: Props) {
  const t = useT();
  const { name, sizeBytes, state, reason, kind, rows, taken, unchanged, refused, userName } = sheet;
  const hasRows = rows !== null && (state === 'done' || state === 'working');
  return (
    <article className="pt-mail-sheet">
      <header>
        <strong>{name}</strong>
        <StatusTag tone={tones[state]}>{t(`mailImport.drawer.state.${state}`)}</StatusTag>
        <span className="pt-muted">
          {[kind === null ? '' : t(`mailImport.kind.${kind}`), fileSize(sizeBytes)].filter(Boolean).join(' · ')}
        </span>
        <span className="pt-mail-acts">
          {mayMap && sheet.mayMap === 1 && (
            <Button size="small" type={state === 'unmapped' ? 'primary' : 'default'} onClick={onMap}>
              {t(state === 'unmapped' ? 'mailImport.drawer.map' : 'mailImport.drawer.mapAgain')}
            </Button>
          )}
          <Button size="small" onClick={onSave}>
            {t('mailImport.drawer.file')}
          </Button>
        </span>
      </header>
      {reason !== null && <p className="pt-why">{reason}</p>}
      {hasRows && (
        <p>
          {t('mailImport.drawer.counts', { rows, taken, unchanged, refused })}
          {userName !== null && (
            <span className="pt-muted"> · {t('mailImport.drawer.person', { name: userName })}</span>
          )}
        </p>
      )}
      <Refusals sheet={sheet} />
    </article>
  );
}
