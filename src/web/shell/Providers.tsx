import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { queryClient } from '#web/base/query-client.ts';
import { useTheme } from '#web/base/theme.ts';
import { useAntdLocale } from '#web/i18n/index.ts';
import { antdTheme } from './antd-theme.ts';

/** What pages need around them: kept answers, antd's colours and antd's language. */
export function Providers({ children }: { children: ReactNode }): ReactElement {
  const theme = useTheme();
  const locale = useAntdLocale();
  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider theme={antdTheme(theme)} button={{ autoInsertSpace: false }} {...(locale ? { locale } : {})}>
        {children}
      </ConfigProvider>
    </QueryClientProvider>
  );
}
