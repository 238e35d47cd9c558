import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import type { SearchValues } from '#web/kit/search/search-values.ts';
import type { QueryState } from '#web/kit/state/query-state.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { useOnce } from '#web/kit/use-once.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { runText } from './run-text.ts';
import { type ParserRow, useParserActs } from './use-parser-acts.ts';

type Data = CallData<'rpaParsers'>;
type Props = {
  query: QueryState<Data>;
  onRun: (runId: string) => void;
  onFilter: (values: SearchValues) => void;
  /** Opens a version of a reader by columns, to make the next one of it. */
  onReader: (version: { parserId: string; version: number; carrierCode: string }) => void;
};

const tones: Readonly<Record<ParserRow['versions'][number]['state'], Tone>> = {
  released: 'ok',
  candidate: 'info',
  former: 'neutral',
};

function Versions({ parser }: { parser: ParserRow }) {
  const t = useT();
  return (
    <ul className="pt-robot-versions">
      {parser.versions.map(({ version, state, about, answers }) => (
        <li key={version}>
          <StatusTag tone={tones[state]}>{`v${version} ${t(`robotAnswers.version.${state}`)}`}</StatusTag>
          <span>
            {about}
            {answers > 0 && ` · ${t('robotAnswers.read', { count: answers })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Runs({ parser, onRun }: { parser: ParserRow; onRun: Props['onRun'] }) {
  const t = useT();
  const runs = [parser.trial, parser.apply].filter((run) => run !== null);
  if (runs.length === 0) return <>—</>;
  return (
    <ul className="pt-robot-versions">
      {runs.map((run) => (
        <li key={run.runId}>
          <button type="button" className="pt-link" onClick={() => onRun(run.runId)}>
            {t(`robotAnswers.run.${run.kind}`, { version: run.version })}
          </button>
          <span role="status">{runText(t, run)}</span>
        </li>
      ))}
    </ul>
  );
}

function Acts({ parser, onRun, onReader }: { parser: ParserRow } & Pick<Props, 'onRun' | 'onReader'>) {
  const t = useT();
  const { tryVersion, release, remove } = useParserActs();
  const [newest] = parser.versions;
  const isOwn = parser.kind === 'columns';
  const trying = useOnce(async (version: number) => {
    const id = await tryVersion(parser, version);
    if (id !== undefined) onRun(id);
  });
  const candidate = parser.versions.find(({ state }) => state === 'candidate');
  const former = parser.versions.find(({ state }) => state === 'former');
  return (
    <div className="pt-robot-acts">
      {candidate && (
        <>
          <Button size="small" loading={trying.busy} onClick={() => trying.run(candidate.version)}>
            {t('robotAnswers.try', { version: candidate.version })}
          </Button>
          <Button size="small" type="primary" onClick={() => void release(parser, candidate.version)}>
            {t('robotAnswers.release', { version: candidate.version })}
          </Button>
        </>
      )}
      {isOwn && newest && (
        <Button size="small" onClick={() => onReader({ ...parser, version: newest.version })}>
          {t('robotAnswers.reader.change')}
        </Button>
      )}
      {isOwn && candidate && (
        <Button size="small" onClick={() => void remove(parser, candidate.version)}>
          {t('robotAnswers.reader.remove', { version: candidate.version })}
        </Button>
      )}
      {former && (
        <Button size="small" onClick={() => void release(parser, former.version)}>
          {t('robotAnswers.rollBack', { version: former.version })}
        </Button>
      )}
    </div>
  );
}

function Refused({ data, onFilter }: { data: Data; onFilter: Props['onFilter'] }) {
  const t = useT();
  const refused = data.carriers.flatMap((carrier) => carrier.reasons.map((reason) => ({ carrier, reason })));
  if (refused.length === 0) return null;
  return (
    <p className="pt-robot-refused">
      {t('robotAnswers.refusedLately')}
      {refused.map(({ carrier, reason }) => (
        <button
          key={`${carrier.carrierCode} ${reason.code}`}
          type="button"
          className="pt-link"
          onClick={() => onFilter({ carrierCode: [carrier.carrierCode], reason: [reason.code] })}
        >
          {`${carrier.carrierName ?? carrier.carrierCode} · ${reason.text} ${reason.count}`}
        </button>
      ))}
    </p>
  );
}

const titles = ['carrier', 'parser', 'versions', 'answers', 'lastTime', 'runs', 'acts'] as const;

/** Parsers with their versions: what they read, what is tried, what is released; and what nobody could read. */
export function ParserPanel({ query, onRun, onFilter, onReader }: Props) {
  const t = useT();
  const titleOf = (title: (typeof titles)[number]): string => t(`robotAnswers.title.${title}`);
  return (
    <Loaded query={query}>
      {(data) => (
        <section className="pt-robot-parsers" aria-label={t('robotAnswers.parsers')}>
          {/* A table that is wider than the screen is scrolled by keys too. */}
          <div className="pt-robot-scroll" tabIndex={0} role="group" aria-label={t('robotAnswers.parsers')}>
            <table className="pt-mini pt-mini-cards">
              <thead>
                <tr>
                  {titles.map((title) => (
                    <th key={title}>{titleOf(title)}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.parsers.map((parser) => (
                  <tr key={parser.parserId}>
                    <td className="pt-robot-carrier">{parser.carrierName ?? parser.carrierCode}</td>
                    <td className="pt-mono" data-wide data-title={titleOf('parser')}>
                      {parser.parserId}
                    </td>
                    <td data-wide data-title={titleOf('versions')}>
                      <Versions parser={parser} />
                    </td>
                    <td data-end data-title={titleOf('answers')}>
                      {parser.answers}
                    </td>
                    <td data-title={titleOf('lastTime')}>
                      {parser.lastTime === null ? '—' : <TimeText instant={parser.lastTime} short />}
                    </td>
                    <td data-wide data-title={titleOf('runs')}>
                      <Runs parser={parser} onRun={onRun} />
                    </td>
                    <td data-wide>{data.platform && <Acts parser={parser} onRun={onRun} onReader={onReader} />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Refused data={data} onFilter={onFilter} />
        </section>
      )}
    </Loaded>
  );
}
