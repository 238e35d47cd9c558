import type { MessageTable } from './types.ts';

/** Sources and their keys. */
export const sourceMessages = {
  'source.platformOnly': {
    zh: '这是平台的数据源，只有平台管理员可以修改；您可以为自己的租户填写凭据',
    en: 'This source belongs to the platform: only its administrators change it. You can enter keys for your own tenant',
  },
  'source.noProfile': {
    zh: '该数据源没有可填写的凭据',
    en: 'This source takes no keys',
  },
  'source.keyUnknown': { zh: '该对接方没有字段“{{field}}”', en: 'This counterpart has no field "{{field}}"' },
  'source.keyMissing': { zh: '请填写{{label}}', en: 'Enter: {{label}}' },
  'source.keyCharacters': {
    zh: '{{label}}中含有换行或其他不可用的字符，请重新复制',
    en: '{{label}} holds a line break or another character that no key has: copy it again',
  },
  'source.certificate.unreadable': {
    zh: '证书无法读取：应为 PFX 文件，或含证书与私钥的 PEM 文本',
    en: 'The certificate cannot be read: it must be a PFX file, or PEM text with certificate and private key',
  },
  'source.certificate.wrongPassword': { zh: '证书密码不正确', en: 'The password of the certificate is wrong' },
  'source.certificate.noKey': { zh: '证书文件中没有私钥', en: 'The file holds no private key' },
  'source.certificate.noCertificate': { zh: '文件中没有证书', en: 'The file holds no certificate' },
  'source.certificate.otherKey': {
    zh: '私钥与证书不匹配',
    en: 'The private key does not belong to the certificate',
  },
  'source.certificate.tooLong': { zh: '证书文件过大', en: 'The file of the certificate is too large' },
  'source.certificate.expired': {
    zh: '证书已于 {{day}} 过期，请向对接方登记新证书',
    en: 'The certificate expired on {{day}}: register a new one with the counterpart',
  },
  'source.keySaved': { zh: '凭据已保存', en: 'The keys were saved' },
  'source.keyRemoved': { zh: '凭据已删除', en: 'The keys were removed' },
  'source.noKeys': { zh: '没有可删除的凭据', en: 'There are no keys to remove' },
} as const satisfies MessageTable;
