import { areMailAddresses } from '#shared/text/mail-address.ts';
import type { Text } from '#shared/i18n/text.ts';

/** What a kind of notification needs: a value of WL_FEEDBACK_TYPE. */
export type FeedbackKind = {
  /** What the address is and where people find it. */
  address: Text;
  /** What the credential is; left out for kinds that need only the address. */
  secret?: Text;
  /** Whether an address may be one of this kind, and the message about one that is not. */
  isAddress: (address: string) => boolean;
  wrongAddress: Text;
  isSecret?: (secret: string) => boolean;
  wrongSecret?: Text;
};

const always = (): boolean => true;
const isWeb = (address: string): boolean => /^https?:\/\/[^\s]+$/i.test(address) && URL.canParse(address);
const has = (name: string) => (address: string) => isWeb(address) && new URL(address).searchParams.has(name);
const below = (path: string) => (address: string) => isWeb(address) && new URL(address).pathname.includes(path);

const wrongWeb: Text = {
  zh: '反馈地址应为 http 或 https 地址',
  en: 'The address must begin with http:// or https://',
};

const signingSecrets = /^whsec_[A-Za-z0-9+/]{24,}={0,2}([\s,]+whsec_[A-Za-z0-9+/]{24,}={0,2})*$/;

/** A secret in one piece. */
const isWord = (secret: string): boolean => /^\S+$/.test(secret.trim());

/** What each kind of notification needs, by the value of WL_FEEDBACK_TYPE. */
export const feedbackKinds: Readonly<Record<string, FeedbackKind>> = {
  EMAIL: {
    address: { zh: '邮箱地址，多个以逗号分隔。', en: 'E-mail addresses, separated by commas.' },
    secret: {
      zh: '可选：发信账号“用户:密码”，优先于系统设置。',
      en: 'Optional: user:password of the mailbox that sends; it goes before that of the installation.',
    },
    isAddress: areMailAddresses,
    wrongAddress: {
      zh: '反馈地址应为邮箱地址，多个以逗号分隔',
      en: 'Enter e-mail addresses, separated by commas',
    },
  },
  WEBHOOK: {
    address: {
      zh: '您的系统接收通知的 http 或 https 地址。',
      en: 'The http or https address at which your system takes notifications.',
    },
    secret: {
      zh: '签名密钥 whsec_…（Standard Webhooks）；轮换时以空格分隔多个，新的在前。',
      en: 'The signing secret whsec_… (Standard Webhooks); to rotate, several separated by spaces, the new one first.',
    },
    isAddress: isWeb,
    wrongAddress: wrongWeb,
    isSecret: (secret) => signingSecrets.test(secret.trim()),
    wrongSecret: {
      zh: '网络回调密钥应为 whsec_ 加 base64(至少 18 字节),轮换时以空格分隔多个',
      en: 'The secret of a webhook is whsec_ and base64 (18 bytes or more); several are separated by spaces',
    },
  },
  DINGTALK: {
    address: {
      zh: '群设置 → 机器人 → 自定义：Webhook 地址，含 access_token。',
      en: 'Group settings → Bots → Custom: the webhook address with its access_token.',
    },
    secret: {
      zh: '安全设置选择“加签”时的密钥 SEC…；使用关键词或 IP 白名单时不填。',
      en: 'The secret SEC… when the security setting is "Additional signature"; leave it empty for keywords or IP addresses.',
    },
    isAddress: has('access_token'),
    wrongAddress: {
      zh: '钉钉机器人的地址应含 access_token，例如 https://oapi.dingtalk.com/robot/send?access_token=…',
      en: 'The address of a DingTalk robot has an access_token, such as https://oapi.dingtalk.com/robot/send?access_token=…',
    },
    isSecret: (secret) => /^SEC\S+$/.test(secret.trim()),
    wrongSecret: {
      zh: '钉钉加签密钥以 SEC 开头',
      en: 'The signing secret of a DingTalk robot begins with SEC',
    },
  },
  WECOM: {
    address: {
      zh: '群聊 → 添加群机器人：Webhook 地址，含 key。',
      en: 'Group chat → Add group robot: the webhook address with its key.',
    },
    isAddress: has('key'),
    wrongAddress: {
      zh: '企业微信机器人的地址应含 key，例如 https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
      en: 'The address of a WeCom robot has a key, such as https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    },
  },
  FEISHU: {
    address: {
      zh: '群设置 → 群机器人 → 自定义机器人：Webhook 地址；Lark 的地址格式相同。',
      en: 'Group settings → Bots → Custom bot: the webhook address of Feishu or Lark.',
    },
    secret: {
      zh: '安全设置选择“签名校验”时的密钥；使用关键词或 IP 白名单时不填。',
      en: 'The secret when the security setting is "Signature verification"; leave it empty for keywords or IP addresses.',
    },
    isAddress: below('/open-apis/bot/v2/hook/'),
    wrongAddress: {
      zh: '飞书机器人的地址形如 https://open.feishu.cn/open-apis/bot/v2/hook/…',
      en: 'The address of a Feishu robot looks like https://open.feishu.cn/open-apis/bot/v2/hook/…',
    },
    isSecret: isWord,
    wrongSecret: { zh: '飞书签名密钥中不能有空格', en: 'The secret of a Feishu robot has no spaces' },
  },
  SLACK: {
    address: {
      zh: 'Slack 应用 → Incoming Webhooks → 选择频道后得到的地址。地址本身即凭据，请勿公开。',
      en: 'Slack app → Incoming Webhooks: the address of the channel. Anyone who has it can post, so keep it secret.',
    },
    isAddress: below('/services/'),
    wrongAddress: {
      zh: 'Slack 的地址形如 https://hooks.slack.com/services/T…/B…/…',
      en: 'The address of Slack looks like https://hooks.slack.com/services/T…/B…/…',
    },
  },
  TEAMS: {
    address: {
      zh: '频道 → 工作流 → “收到 webhook 请求时发布到频道”得到的地址，含 sig。Teams 接受后才由工作流发布，发布失败请在 Power Automate 的运行记录中查看。',
      en: 'Channel → Workflows → "Post to a channel when a webhook request is received": the address with its sig. The flow posts after Teams has accepted; look for its failures in the runs of Power Automate.',
    },
    isAddress: has('sig'),
    wrongAddress: {
      zh: 'Teams 工作流的地址应含 sig，请完整复制',
      en: 'The address of a Teams workflow has a sig: copy all of it',
    },
  },
  SMS: {
    address: { zh: '电话号码，多个以逗号分隔。', en: 'Phone numbers, separated by commas.' },
    secret: { zh: '可选：短信网关的令牌。', en: 'Optional: the token of the gateway for text messages.' },
    isAddress: always,
    wrongAddress: wrongWeb,
  },
  IN_APP: {
    address: {
      zh: '用户代码，多个以逗号分隔；* 表示租户的全部用户。',
      en: 'User codes, separated by commas; * for all users of the tenant.',
    },
    isAddress: always,
    wrongAddress: wrongWeb,
  },
};

/** The message about a credential where a kind has none. */
export const noSecret: Text = {
  zh: '此方式没有认证信息，请留空',
  en: 'This type has no credential: leave it empty',
};
