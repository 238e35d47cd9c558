import { DownloadOutlined } from '@ant-design/icons';
import { Button, Progress, Radio } from 'antd';
import type { Entity } from '#shared/entity/declare.ts';
import type { CellRow, ChoiceNames } from '#shared/entity/read-cells.ts';
import { recordOf } from '#shared/values/objects.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import type { Import } from './use-import.ts';

const kinds = ['insert', 'update', 'same', 'refused'] as const;

/** How many rows would be, or were, added, updated, left and refused. */
function Counts({ counts }: { counts: Record<(typeof kinds)[number], number> }) {
  const t = useT();
  return (
    <ul className="pt-import-counts">
      {kinds.map((kind) => (
        <li key={kind} data-kind={kind}>
          <strong>{formatCount(counts[kind])}</strong>
          <span>{t(`entityImport.${kind}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** How many rows would be added, updated, left and refused. */
export function countJudged({ judged }: Import): Record<(typeof kinds)[number], number> {
  const counts = { insert: 0, update: 0, same: 0, refused: 0 };
  for (const { plan } of judged.values()) counts[plan] += 1;
  return counts;
}

function Working({ label, done, total }: { label: string; done: number; total: number }) {
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  return (
    <div className="pt-import-working" role="status">
      <Progress percent={percent} status="active" aria-label={label} />
      <span>{label}</span>
    </div>
  );
}

function Finished({ work }: { work: Import }) {
  const t = useT();
  const { outcomes } = work.status ?? { outcomes: { insert: 0, update: 0, same: 0, refused: 0 } };
  const text = recordOf(kinds, (kind) => formatCount(outcomes[kind]));
  return (
    <div className="pt-import-finished" role="status">
      <StatusTag tone={outcomes.refused > 0 ? 'warn' : 'ok'}>{t('entityImport.finished')}</StatusTag>
      <p>{t('entityImport.finishedText', text)}</p>
      {outcomes.refused > 0 && (
        <Button icon={<DownloadOutlined />} onClick={() => void work.downloadRefused()}>
          {t('entityImport.downloadRefused')}
        </Button>
      )}
    </div>
  );
}

type Props = { entity: Entity; choices: ChoiceNames; given: CellRow; work: Import };

/** What the dialog of an import shows in each of its steps. */
export function ImportBody({ entity, choices, given, work }: Props) {
  const t = useT();
  const lang = useLang();
  const { phase, file, status } = work;
  if (phase === 'finished') return <Finished work={work} />;
  if (phase === 'running' && status !== undefined) {
    const progress = { done: formatCount(status.done), total: formatCount(status.total) };
    return (
      <>
        <Working label={t('entityImport.doneOf', progress)} done={status.done} total={status.total} />
        <p className="pt-entity-help">{t('entityImport.keepRunning')}</p>
      </>
    );
  }
  const key = (entity.importBy ?? [])
    .filter((name) => !(name in given))
    .map((name) => entity.fields[name]?.label[lang])
    .join(' + ');
  return (
    <>
      <fieldset className="pt-import-mode">
        <legend>{t('entityImport.mode')}</legend>
        <Radio.Group
          value={work.mode}
          onChange={(event) => work.setMode(event.target.value)}
          options={[
            { value: 'add', label: t('entityImport.modeAdd') },
            { value: 'addAndUpdate', label: t('entityImport.modeUpdate', { key }) },
          ]}
        />
      </fieldset>
      {(phase === 'choose' || phase === 'reading' || file === undefined) && (
        <ChooseStep
          entity={entity}
          choices={choices}
          given={given}
          busy={phase === 'reading'}
          problem={work.problem}
          onChoose={work.choose}
        />
      )}
      {(phase === 'checking' || phase === 'preview') && file !== undefined && (
        <>
          {phase === 'checking' && (
            <Working label={t('entityImport.checking')} done={work.judged.size} total={file.rows.length} />
          )}
          <Counts counts={countJudged(work)} />
          {file.ignored.length > 0 && (
            <p className="pt-import-note">
              {t('entityImport.ignored', { name: entity.label[lang], columns: file.ignored.join(', ') })}
            </p>
          )}
          <PreviewTable entity={entity} file={file} judged={work.judged} />
        </>
      )}
    </>
  );
}
