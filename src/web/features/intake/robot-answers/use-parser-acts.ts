import { useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { runText } from './run-text.ts';

/** A parser with its versions. */
export type ParserRow = CallData<'rpaParsers'>['parsers'][number];

/** Trying versions of parsers, releasing them and taking them back. */
export function useParserActs() {
  const t = useT();
  const client = useQueryClient();
  const refresh = (): Promise<unknown> =>
    Promise.all(
      ['rpaParsers', 'rpaAnswerQuery', 'rpaRuns'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );

  async function tryVersion(parser: ParserRow, version: number): Promise<string | undefined> {
    try {
      const { data, msg } = await callFull('rpaTry', { parserId: parser.parserId, version });
      toast.info(msg);
      return data.runId;
    } catch (error) {
      toast.failure(error, t('robotAnswers.tryFailed'));
      return undefined;
    } finally {
      await refresh();
    }
  }

  async function change(parserId: string, version: number, beforeVersion: number, undoable: boolean): Promise<void> {
    try {
      const { msg } = await callFull('rpaRelease', { parserId, version, beforeVersion });
      const undo = { label: t('robotAnswers.undo'), run: () => void change(parserId, beforeVersion, version, false) };
      toast.success(msg, undoable ? { action: undo } : {});
    } catch (error) {
      toast.failure(error, t('robotAnswers.releaseFailed'));
    }
    await refresh();
  }

  async function release(parser: ParserRow, version: number): Promise<void> {
    const { parserId, releasedVersion, trial } = parser;
    const isNewer = version > releasedVersion;
    const tried = trial?.version === version && trial.state === 'done';
    const content = isNewer
      ? tried
        ? t('robotAnswers.releaseTried', { result: runText(t, trial) })
        : t('robotAnswers.releaseUntried')
      : t('robotAnswers.rollBackContent');
    const agreed = await confirm({
      title: t(isNewer ? 'robotAnswers.releaseTitle' : 'robotAnswers.rollBackTitle', { parser: parserId, version }),
      content,
      okText: t(isNewer ? 'robotAnswers.release' : 'robotAnswers.rollBack', { version }),
      danger: !isNewer,
    });
    if (agreed) await change(parserId, version, releasedVersion, true);
  }

  /** Removes a version of a reader by columns that was never released. */
  async function remove({ parserId }: ParserRow, version: number): Promise<void> {
    const agreed = await confirm({
      title: t('robotAnswers.reader.removeTitle', { parser: parserId, version }),
      content: t('robotAnswers.reader.removeContent'),
      okText: t('robotAnswers.reader.remove', { version }),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('rpaReaderRemove', { parserId, version })).msg);
    } catch (error) {
      toast.failure(error, t('robotAnswers.reader.removeFailed'));
    }
    await refresh();
  }

  return { tryVersion, release, remove };
}
