import type { Database } from '#server/platform/db/database.ts';

/** Terminals of the simulated world that send reports: code of the port, names and zone. */
const terminals = [
  { port: 'CNSHA', name: '上海洋山码头 Yangshan Terminal', zone: 'Asia/Shanghai' },
  { port: 'CNNGB', name: '宁波梅山码头 Meishan Terminal', zone: 'Asia/Shanghai' },
  { port: 'SGSIN', name: '新加坡巴西班让码头 Pasir Panjang Terminal', zone: 'Asia/Singapore' },
  { port: 'NLRTM', name: '鹿特丹马斯夫拉克特码头 Maasvlakte Terminal', zone: 'Europe/Amsterdam' },
  { port: 'DEHAM', name: '汉堡布尔夏德码头 Burchardkai Terminal', zone: 'Europe/Berlin' },
  { port: 'USLAX', name: '洛杉矶 400 号码头 Pier 400', zone: 'America/Los_Angeles' },
] as const;

/** Places, among all carriers of the world, of those that send status reports. */
const reportingCarriers = [4, 5];

/** Partners of the simulated world; what an operator changed stays. */
export async function seedEdiPartners(
  database: Database,
  carriers: readonly { code: string; scac: string; nameCn: string; nameEn: string }[],
): Promise<void> {
  const ofTerminals = terminals.map(({ port, name, zone }) => ({
    partner_code: `T-${port}`,
    partner_name: name,
    edi_identity: `TERM${port}`,
    partner_kind: 'TERMINAL',
    carrier_code: null,
    zone,
    active: true,
  }));
  const ofCarriers = reportingCarriers.flatMap((index) => {
    const carrier = carriers[index];
    if (carrier === undefined) return [];
    return [
      {
        partner_code: `C-${carrier.code}`,
        partner_name: `${carrier.nameCn} ${carrier.nameEn}`,
        edi_identity: carrier.scac,
        partner_kind: 'CARRIER',
        carrier_code: carrier.code,
        zone: null,
        active: true,
      },
    ];
  });
  const known = await database.system.selectFrom('edi_partner').select('partner_code').execute();
  const codes = new Set(known.map(({ partner_code }) => partner_code));
  const missing = [...ofTerminals, ...ofCarriers].filter(({ partner_code }) => !codes.has(partner_code));
  if (missing.length > 0)
    await database.system
      .insertInto('edi_partner')
      .values(missing)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
