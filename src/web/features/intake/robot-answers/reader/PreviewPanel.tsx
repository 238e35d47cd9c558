import type { ReaderPreview } from '#contract/intake/rpa-readers.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import type { Reader } from './use-reader.ts';

const tones: Readonly<Record<ReaderPreview['state'], Tone>> = {
  parsed: 'ok',
  partly: 'warn',
  unknown: 'info',
  refused: 'danger',
  other: 'danger',
};
const heads = ['container', 'move', 'time', 'place', 'ship'] as const;

function Moves({ reader, moves }: { reader: Reader; moves: ReaderPreview['moves'] }) {
  const { t } = reader;
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head}>{t(`pageReader.head.${head}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {moves.map((one, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <td className="pt-mono">{one.containerNo ?? '—'}</td>
            <td>{one.isKnown ? one.move : <em>{one.move}</em>}</td>
            <td>
              <StatusTag tone={one.classifier === 'ACT' ? 'ok' : 'neutral'}>
                {t(`pageReader.meansOf.${one.classifier}`)}
              </StatusTag>{' '}
              {one.time}
            </td>
            <td>{[one.portCode, one.place].filter((part) => part !== null).join(' · ') || '—'}</td>
            <td>{[one.vesselName, one.voyage].filter((part) => part !== null).join(' / ') || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Page({ reader, preview, number }: { reader: Reader; preview: ReaderPreview; number: number }) {
  const { t } = reader;
  const { state, read, empty, unread, problems, words, moves } = preview;
  return (
    <section aria-label={t('pageReader.pageNo', { number })}>
      <p role="status">
        {t('pageReader.pageNo', { number })} <StatusTag tone={tones[state]}>{t(`pageReader.state.${state}`)}</StatusTag>{' '}
        {t('pageReader.counts', { read, empty, unread: unread.length })}
      </p>
      {words.length > 0 && (
        <p className="pt-why">
          {t('pageReader.unknownWords')} {words.join(' · ')}
        </p>
      )}
      {unread.length + problems.length > 0 && (
        <ul className="pt-robot-problems">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {unread.map(({ row, text }) => (
            <li key={row}>
              {t('pageReader.row', { row })}: {text}
            </li>
          ))}
        </ul>
      )}
      {moves.length === 0 ? (
        <p className="pt-muted">{t('pageReader.noMoves')}</p>
      ) : (
        <div className="pt-reader-scroll" tabIndex={0} role="group" aria-label={t('pageReader.pageNo', { number })}>
          <Moves reader={reader} moves={moves} />
        </div>
      )}
    </section>
  );
}

/** What shipments would show of the pages, which rows are not read and why. */
export function PreviewPanel({ reader }: { reader: Reader }) {
  const { t, faults, preview, mapping } = reader;
  if (mapping === undefined) return null;
  if (faults.length > 0)
    return (
      <ul className="pt-why" role="status">
        {faults.map((fault) => (
          <li key={fault}>{t(`pageReader.fault.${fault}`)}</li>
        ))}
      </ul>
    );
  return (preview.data?.previews ?? []).map((one, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Page key={index} reader={reader} preview={one} number={index + 1} />
  ));
}
