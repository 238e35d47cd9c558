import type { Text } from '#shared/i18n/text.ts';
import type { Settings } from './settings.ts';

/** What is allowed but most likely not meant, one sentence each: shown at the start and by the doctor. */
export function startWarnings({ production, publicUrl, port }: Settings): Text[] {
  if (!production || publicUrl !== null) return [];
  return [
    {
      zh: `未设置 PUBLIC_URL：邮件和通知中的链接将指向 http://localhost:${port}，别人无法打开；请把它设为浏览器访问本产品的地址`,
      en: `PUBLIC_URL is not set: links in mails and notifications will point to http://localhost:${port}, which nobody else can open; set it to the address at which browsers reach the product`,
    },
  ];
}
