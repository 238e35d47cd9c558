import type { ReactElement } from 'react';
import { PasswordHost } from '#web/features/administration/password/PasswordHost.tsx';
import { ConnectPage } from '#web/features/interfaces/connect/ConnectPage.tsx';
import { parseHref } from '#web/base/href.ts';
import { useT } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { LanguageSwitch } from '#web/kit/preferences/LanguageSwitch.tsx';
import { Providers } from './Providers.tsx';
import './shell.css';

/** The page on which a person lets a program in, without the menus of the product: the person came from elsewhere and goes back. */
export function ConnectHost({ href }: { href: string }): ReactElement {
  const t = useT();
  const { request, problem } = parseHref(href).search;
  return (
    <Providers>
      <div className="pt-connect-page">
        <header className="pt-connect-bar">
          <b>{t('common.productName')}</b>
          <LanguageSwitch />
        </header>
        <main>
          <ConnectPage request={request} problem={problem} />
        </main>
      </div>
      <PasswordHost />
      <ConfirmHost />
    </Providers>
  );
}
