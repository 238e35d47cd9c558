import { readWords } from '#shared/words/read-words.ts';
import type { FoundName, Reading, WordContext, WordField, WordSort } from '#shared/words/types.ts';
import { call } from '#web/base/client.ts';
import { sessionState } from '#web/base/session.ts';
import { ownZone } from '#web/base/zone.ts';
import { localDay } from '#shared/time/day.ts';
import type { FormField } from './search-values.ts';

/** A filter of the form as sentences speak of it. */
const asWords = ({ name, kind, label, also, options, finds, empty, unit, whole }: FormField): WordField => ({
  name,
  kind,
  labels: also === undefined ? [label] : [label, also],
  ...(options === undefined
    ? {}
    : {
        choices: options.map((one) => ({
          value: one.value,
          names: one.also === undefined ? [one.label] : [one.label, one.also],
        })),
      }),
  ...(finds === undefined ? {} : { finds }),
  ...(empty === undefined ? {} : { empty }),
  ...(unit === undefined ? {} : { unit }),
  ...(whole === undefined ? {} : { whole }),
});

const same = (one: string | null | undefined, other: string): boolean => one?.trim().toLowerCase() === other;

/** What has this very name: a port, a vessel or a person; only what the list has filters for is asked. */
async function lookUp(text: string, sources: ReadonlySet<string | undefined>): Promise<FoundName> {
  const keyword = text.replace(/(?:港|口岸)$/, '');
  const wanted = keyword.toLowerCase();
  const page = { keyword, currentPage: 1, pageSize: 20 };
  if (sources.has('ports')) {
    const { records } = await call('searchPorts', page);
    const port = records.find(
      (one) => same(one.portCode, wanted) || same(one.portName, wanted) || same(one.portNameCn, wanted),
    );
    if (port !== undefined)
      return { source: 'ports', value: port.portCode, label: `${port.portNameCn ?? port.portName} ${port.portCode}` };
  }
  if (sources.has('vessels')) {
    const { records } = await call('searchVessels', page);
    const vessel = records.find((one) => same(one.vesselName, wanted));
    if (vessel !== undefined) return { source: 'vessels', value: vessel.vesselName, label: vessel.vesselName };
  }
  if (sources.has('users')) {
    const { wlUsers } = await call('users', page);
    const user = wlUsers.find((one) => same(one.userCode, wanted) || same(one.userNameCn, wanted));
    if (user !== undefined) return { source: 'users', value: user.userCode, label: user.userNameCn };
  }
  return undefined;
}

/** Reads a sentence; names that no declaration knows are looked up, then it is read again. */
export async function understand(
  text: string,
  all: readonly FormField[],
  sorts: readonly WordSort[],
): Promise<Reading> {
  const fields = all.map(asWords);
  const me = sessionState().user?.userCode;
  const context: WordContext = {
    today: localDay(Date.now(), ownZone()),
    sorts,
    ...(me === undefined ? {} : { me }),
  };
  const first = readWords(text, fields, context);
  if (first.wanted.length === 0) return first;
  const sources = new Set(fields.map(({ finds }) => finds));
  const names = [...new Set(first.wanted)].slice(0, 6);
  const found = await Promise.all(
    names.map(async (name): Promise<[string, FoundName]> => [name, await lookUp(name, sources)]),
  );
  return readWords(text, fields, { ...context, found: new Map(found) });
}
