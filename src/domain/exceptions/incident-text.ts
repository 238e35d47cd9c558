import type { IncidentKind } from './incident-cause.ts';
import { renderText, type TextLanguage } from './render.ts';
import type { ReferenceData } from './types.ts';

const texts: Readonly<Record<IncidentKind, { zh: string; en: string }>> = {
  vessel: {
    zh: '{{vessel}}{{#voyage}} {{voyage}}{{/voyage}}{{#arrivalLate}} 到港 {{port}} 晚 {{hours}}{{/arrivalLate}}{{#arrival}} 到港 {{port}} 时间异常{{/arrival}}{{#departureLate}} 离港 {{port}} 晚 {{hours}}{{/departureLate}}{{#departure}} 离港 {{port}} 时间异常{{/departure}}{{#times}} 在 {{port}} 的实际时间各来源不一致{{/times}}{{#position}} 没有 AIS 船位{{/position}}',
    en: '{{vessel}}{{#voyage}} {{voyage}}{{/voyage}}{{#arrivalLate}} arrives {{hours}} late at {{port}}{{/arrivalLate}}{{#arrival}}: arrival at {{port}} is off{{/arrival}}{{#departureLate}} leaves {{port}} {{hours}} late{{/departureLate}}{{#departure}}: departure from {{port}} is off{{/departure}}{{#times}}: sources differ on her times at {{port}}{{/times}}{{#position}} sends no AIS position{{/position}}',
  },
  source: {
    zh: '数据源 {{source}} 请求失败',
    en: '{{source}} does not answer',
  },
  port: {
    zh: '{{day}} 起货物滞留 {{port}}',
    en: 'Cargo stands at {{port}} since {{day}}',
  },
  sailing: {
    zh: '{{carrier}} {{vessel}} {{voyage}}{{#rolled}} 在 {{port}} 甩柜{{/rolled}}{{^rolled}} 航线变更{{/rolled}}{{#removed}}，取消 {{removed}}{{/removed}}{{#added}}，新增 {{added}}{{/added}}',
    en: '{{carrier}} {{vessel}} {{voyage}}{{#rolled}} left cargo behind at {{port}}{{/rolled}}{{^rolled}} calls elsewhere{{/rolled}}{{#removed}}, leaves out {{removed}}{{/removed}}{{#added}}, adds {{added}}{{/added}}',
  },
  place: {
    zh: '{{#isport}}港口代码 {{place}} 无法识别{{/isport}}{{#isplace}}{{place}} 的时区无效{{/isplace}}',
    en: '{{#isport}}Port code {{place}} is not known{{/isport}}{{#isplace}}The time zone of {{place}} is not valid{{/isplace}}',
  },
  zone: {
    zh: '后续航线经过风险区域「{{riskZone}}」',
    en: 'The way ahead crosses the risk zone "{{riskZone}}"',
  },
};

/** The cause of an incident in words; `hours` is how far off the worst of its open exceptions is. */
export function incidentText(
  incident: { kind: IncidentKind; facts: Readonly<Record<string, string | number>>; hours: number | null },
  language: TextLanguage,
  reference: ReferenceData,
): string {
  const { kind, facts, hours } = incident;
  const params: Record<string, string | number> = { ...facts };
  const call = (['arrival', 'departure'] as const).find((name) => facts[name] === 1);
  if (call !== undefined && hours !== null && hours > 0) {
    delete params[call];
    params[`${call}Late`] = 1;
    params['hours'] = Math.round(hours);
  }
  return renderText({ text: texts[kind] }, params, language, reference);
}

/** Exceptions whose measured value is how late the ship of an incident is. */
export const lateCodes: readonly string[] = ['AIS_DIVERGENCE', 'ARRIVE_DELAY', 'DEPART_DELAY', 'ETA_SLIP'];
