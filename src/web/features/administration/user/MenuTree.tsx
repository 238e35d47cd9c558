import { Button, Checkbox, Select } from 'antd';
import { usePages } from '#web/app/pages.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { Named } from '#web/kit/search/use-names.ts';
import { menuGroups, withCodes } from './menu-tree.ts';
import { RoleTemplates } from './RoleTemplates.tsx';
import './user.css';

type Props = {
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
  /** Users whose menus can be taken over. */
  users: readonly Named[];
  onCopyFrom: (userId: string) => void;
};

/** Which pages a user may open: a tree of the sidebar, role templates, and another user's pages. */
export function MenuTree({ chosen, onChange, users, onCopyFrom }: Props) {
  const t = useT();
  const lang = useLang();
  const pages = usePages();
  const groups = menuGroups((route) => pages.has(route));
  const shown = new Set(groups.flatMap((group) => group.pages.map((page) => page.code)));
  return (
    <div>
      <div className="pt-menu-tools">
        <RoleTemplates chosen={chosen} onChange={onChange} />
        <Select<string>
          aria-label={t('entity.user.copyFrom')}
          placeholder={t('entity.user.copyFrom')}
          value={null}
          options={[...users]}
          showSearch={{
            filterOption: (typed, option) => `${option?.label}`.toLowerCase().includes(typed.trim().toLowerCase()),
          }}
          onChange={onCopyFrom}
        />
        <Button onClick={() => onChange([])}>{t('entity.user.clear')}</Button>
        <span role="status">
          {t('entity.user.menuCount', { count: chosen.filter((code) => shown.has(code)).length })}
        </span>
      </div>
      <ul className="pt-menu-tree">
        {groups.map((group) => {
          const codes = group.pages.map((page) => page.code);
          const count = codes.filter((code) => chosen.includes(code)).length;
          return (
            <li key={group.key}>
              <Checkbox
                checked={count === codes.length}
                indeterminate={count > 0 && count < codes.length}
                onChange={(event) => onChange(withCodes(chosen, codes, event.target.checked))}
              >
                <b>{t(group.titleKey)}</b>
              </Checkbox>
              <ul>
                {group.pages.map((page) => (
                  <li key={page.code}>
                    <Checkbox
                      checked={chosen.includes(page.code)}
                      onChange={(event) => onChange(withCodes(chosen, [page.code], event.target.checked))}
                    >
                      {page.title[lang]}
                    </Checkbox>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
