import type { PageSearch } from '#web/base/define-page.ts';
import { type Part, parts, type TableName, tableNames } from './info-rows.ts';

export type Mode = 'subscribe' | 'vesselVoyage';

/** What the page shows, as its address says it. */
export type InfoState = {
  bkId: string;
  remoteJobId: string;
  mode: Mode;
  part: Part;
  withAutonomic: boolean;
  hidden: readonly TableName[];
  maximised: TableName | undefined;
};

const isTable = (name: string | undefined): name is TableName => tableNames.some((table) => table === name);

/** Reads an address; what is not understood counts as not stated. */
export function parseInfo(search: PageSearch): InfoState {
  const part = parts.find((name) => name === search['part']) ?? 'all';
  const maximised = search['max'];
  return {
    bkId: (search['bkId'] ?? search['obmBkId'] ?? '').trim(),
    remoteJobId: (search['remoteJobId'] ?? '').trim(),
    mode: search['mode'] === 'vesselVoyage' ? 'vesselVoyage' : 'subscribe',
    part,
    withAutonomic: search['autonomic'] !== '0',
    hidden: (search['hidden'] ?? '').split(',').filter(isTable),
    maximised: isTable(maximised) ? maximised : undefined,
  };
}

/** The address of a state; the usual is left out. */
export const infoAddress = (state: InfoState): Record<string, string | undefined> => ({
  bkId: state.bkId || undefined,
  remoteJobId: state.remoteJobId || undefined,
  mode: state.mode === 'subscribe' ? undefined : state.mode,
  part: state.part === 'all' ? undefined : state.part,
  autonomic: state.withAutonomic ? undefined : '0',
  hidden: state.hidden.length === 0 ? undefined : state.hidden.join(','),
  max: state.maximised,
});

/** The tables on screen: a maximised one alone, else all that are not hidden. */
export const shownTables = ({ hidden, maximised }: Pick<InfoState, 'hidden' | 'maximised'>): readonly TableName[] =>
  maximised === undefined ? tableNames.filter((name) => !hidden.includes(name)) : [maximised];
