import { cargoSmartConnector } from '../trackers/cargosmart.ts';
import type { SourceProfile } from './types.ts';

const common = {
  kind: 'carrier',
  modes: ['sea'],
  portalUrl: 'https://apis.cargosmart.com',
  docsUrl: 'https://apis.cargosmart.com',
  steps: {
    zh: '向船公司或 CargoSmart 申请 Cargo Tracking（Visibility）API，获得 App Key 与贵司的客户号。',
    en: 'Apply to the carrier or to CargoSmart for the Cargo Tracking (Visibility) API, which gives an app key and the customer ID of your company.',
  },
  references: ['bill', 'booking', 'container'],
  credentials: [
    {
      name: 'appKey',
      label: { zh: 'App Key', en: 'App key' },
      help: {
        zh: 'CargoSmart 开放平台中该应用的 App Key',
        en: 'App key of your application in the CargoSmart API portal',
      },
      secret: true,
    },
    {
      name: 'customerId',
      label: { zh: '客户号', en: 'Customer ID' },
      help: {
        zh: '开通邮件中的 Customer ID；只能查询该客户的货物',
        en: 'Customer ID in the welcome mail; only shipments of this customer are shown',
      },
    },
  ],
  limits: { atOnce: 2 },
  meanings: { 400: 'wrongQuestion' },
  push: null,
  pushSteps: {
    zh: 'CargoSmart 的该接口没有公开的推送说明，仅定时查询。',
    en: 'CargoSmart documents no pushes for this interface; it is only asked.',
  },
} as const;

const connectorOf = (scac: string) =>
  cargoSmartConnector({
    access: { headers: { appKey: '{appKey}' } },
    firstField: 'appKey',
    scac,
    billForm: 'withoutScac',
  });

/** COSCO by CargoSmart. */
export const cosco: SourceProfile = {
  ...common,
  name: 'cosco',
  label: { zh: '中远海运（CargoSmart）', en: 'COSCO (CargoSmart)' },
  carriers: ['COSU'],
  endpoints: { production: { baseUrl: 'https://apis.cargosmart.com/openapi/cs2/ctvc/COSU' } },
  connector: connectorOf('COSU'),
};

/** OOCL by CargoSmart. */
export const oocl: SourceProfile = {
  ...common,
  name: 'oocl',
  label: { zh: '东方海外 OOCL（CargoSmart）', en: 'OOCL (CargoSmart)' },
  steps: {
    zh: `${common.steps.zh}OOCL 的公开查询页要求访客先通过人机验证，机器人不作答，因此没有采集它的机器人；没有该 API 账号时，请使用聚合商（飞驼、云当网、Terminal49、ShipsGo、Vizion）。`,
    en: `${common.steps.en} The public page of OOCL asks visitors to prove that they are people, which robots here do not do, so there is no robot for it: without this API use an aggregator (Freightower, TrackingEyes, Terminal49, ShipsGo, Vizion).`,
  },
  carriers: ['OOLU'],
  endpoints: { production: { baseUrl: 'https://apis.cargosmart.com/openapi/cs2/ctvc/OOLU' } },
  connector: connectorOf('OOLU'),
};
