import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useLang } from '#web/i18n/index.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';

type Port = CallData<'sailingQuery'>['ports'][number];

/** Names, zones and places of the ports of an answer. */
export type Places = {
  nameOf: (code: string) => string;
  zoneOf: (code: string) => string | null;
  find: (code: string) => Port | undefined;
};

/** Ports of an answer by code, named in the language of the screen. */
export function usePlaces(ports: readonly Port[]): Places {
  const lang = useLang();
  return useMemo(() => {
    const known = new Map(ports.map((port) => [port.portCode, port]));
    return {
      find: (code) => known.get(code),
      zoneOf: (code) => known.get(code)?.zone ?? null,
      nameOf: (code) => {
        const port = known.get(code);
        return port === undefined ? code : portNameIn(lang, port);
      },
    };
  }, [ports, lang]);
}

/** Several names in one line, as the language of the screen joins them. */
export function useJoined(): (names: readonly string[]) => string {
  const lang = useLang();
  return (names) => names.join(lang === 'zh' ? '、' : ', ');
}
