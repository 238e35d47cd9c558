import type { List } from '#shared/list/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import type { ListControl } from '#web/kit/list/use-list-state.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import './list.css';

type Props = { list: List; control: ListControl; answer: unknown };

/** The parts of a list, each with how many rows it has; the first one is all of them. */
export function ListTabs({ list, control, answer }: Props) {
  const lang = useLang();
  const { tabs } = list;
  if (tabs === undefined) return null;
  const counts = (answer as { tabs?: Readonly<Record<string, number>> } | undefined)?.tabs;
  const [all] = Object.keys(tabs.values);
  const chosen = control.state.values[tabs.name] ?? all;
  const show = (name: string): void => {
    const { [tabs.name]: _left, ...others } = control.state.values;
    control.change({ values: name === all ? others : { ...others, [tabs.name]: name }, page: 1 });
  };
  return (
    <div className="pt-list-tabs" role="group" aria-label={tabs.label[lang]}>
      {Object.entries(tabs.values).map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="pt-list-tab"
          aria-pressed={name === chosen}
          onClick={() => show(name)}
        >
          {label[lang]}
          <span className="pt-list-tab-count">{counts?.[name] === undefined ? '' : formatCount(counts[name])}</span>
        </button>
      ))}
    </div>
  );
}
