import { useQueryClient } from '@tanstack/react-query';
import { callFull } from '#web/base/client.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { Section } from '#web/kit/detail/Section.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { ColumnPicker } from './ColumnPicker.tsx';
import { PageChoice } from './PageChoice.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { RuleFields } from './RuleFields.tsx';
import { type ReaderStart, useReader } from './use-reader.ts';
import './reader.css';

type Props = { start: ReaderStart | undefined; open: boolean; onClose: () => void };

function Editor({ start, open, onClose }: Props & { start: ReaderStart }) {
  const reader = useReader(start);
  const client = useQueryClient();
  const { t, mapping, faults, carrierCode, kept } = reader;
  const save = async (): Promise<void> => {
    if (mapping === undefined || carrierCode === undefined) return;
    try {
      const { msg } = await callFull('rpaReaderSave', {
        ...(start.version !== undefined && { parserId: start.version.parserId }),
        newestVersion: kept?.newestVersion ?? 0,
        carrierCode,
        name: reader.name.trim(),
        mapping,
      });
      toast.success(msg);
      onClose();
    } catch (error) {
      toast.failure(error, t('pageReader.saveFailed'));
    }
    await client.invalidateQueries({ queryKey: ['rpaParsers'] });
  };
  return (
    <AppDialog
      title={start.version === undefined ? t('pageReader.title') : `${t('pageReader.title')} ${start.version.parserId}`}
      open={open}
      width="min(1280px, 96vw)"
      okText={t('pageReader.save')}
      okDisabled={mapping === undefined || faults.length > 0 || (start.version !== undefined && kept === undefined)}
      dirty={reader.isChanged}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-reader">
        <p className="pt-muted">{t('pageReader.about')}</p>
        <Section title={t('pageReader.step.page')}>
          <PageChoice reader={reader} />
        </Section>
        <Section title={t('pageReader.step.columns')}>
          <ColumnPicker reader={reader} />
        </Section>
        {mapping !== undefined && (
          <>
            <Section title={t('pageReader.step.rules')}>
              <RuleFields key={kept === undefined ? 'new' : 'kept'} reader={reader} mapping={mapping} />
            </Section>
            <Section title={t('pageReader.step.result')}>
              <PreviewPanel reader={reader} />
            </Section>
          </>
        )}
      </div>
    </AppDialog>
  );
}

/** Makes a reader of a carrier's pages by pointing at columns, with what it reads below; what is saved is a candidate. */
export function ReaderDialog({ start, open, onClose }: Props) {
  return start === undefined ? null : <Editor key={start.key} start={start} open={open} onClose={onClose} />;
}
