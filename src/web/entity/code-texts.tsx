import { useCall } from '#web/base/use-call.ts';
import { useLang } from '#web/i18n/index.ts';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { CodeText, CountryText } from '#web/kit/value/CodeText.tsx';

type Code = { code: string };

function CarrierText({ code }: Code) {
  const name = useCarriers().nameOf(code);
  return <CodeText code={code} name={name === code ? undefined : name} />;
}

function PortText({ code }: Code) {
  const lang = useLang();
  const port = usePorts([code]).get(code);
  const names = [port?.portNameCn, port?.portName];
  return <CodeText code={code} name={(lang === 'zh' ? names : names.toReversed()).find(Boolean) ?? undefined} />;
}

const PlaceText = ({ code }: Code) => (code.length === 2 ? <CountryText code={code} /> : <PortText code={code} />);

function CounterpartText({ code }: Code) {
  const lang = useLang();
  const { data: profiles } = useCall('sourceProfiles', undefined, { enabled: code !== '', staleTime: 600_000 });
  return profiles?.find(({ name }) => name === code)?.label[lang] ?? code;
}

/** Codes with the names of what they stand for, by the kind that a field declares. */
export const codeTexts = {
  country: CountryText,
  carrier: CarrierText,
  place: PlaceText,
  counterpart: CounterpartText,
} as const;
