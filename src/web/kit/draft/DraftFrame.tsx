import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { timeAsText } from '../value/TimeText.tsx';
import type { DraftHandle } from './use-draft.ts';
import './draft.css';

type Props = {
  draft: Pick<DraftHandle<unknown, unknown>, 'earlier' | 'takeUp' | 'giveUp'>;
  /** The fields. */
  children: ReactNode;
  /** They fill the page, one below the other. */
  fills?: boolean;
  /** It is one of several editors of its page: the question takes no focus away from the others. */
  extra?: boolean;
};

/** Asks about what was entered before and not saved; until it is answered nothing else is entered. */
export function DraftFrame({ draft, children, fills, extra = false }: Props) {
  const t = useT();
  const { earlier, takeUp, giveUp } = draft;
  return (
    <>
      {earlier !== undefined && (
        <div className="pt-draft" role="alert">
          <p>
            {t('draft.earlier', { time: timeAsText(earlier.at) })} {earlier.outdated && t('draft.outdated')}
          </p>
          <Button size="small" type="primary" autoFocus={!extra} onClick={takeUp}>
            {t('draft.takeUp')}
          </Button>
          <Button size="small" onClick={giveUp}>
            {t('draft.giveUp')}
          </Button>
        </div>
      )}
      <div
        inert={earlier !== undefined}
        className={[earlier === undefined ? '' : 'pt-draft-waits', fills ? 'pt-draft-fills' : ''].join(' ')}
      >
        {children}
      </div>
    </>
  );
}
