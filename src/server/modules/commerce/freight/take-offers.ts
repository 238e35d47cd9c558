import type { SurchargeLine } from '#domain/commerce/freight/all-in-price.ts';
import type { SpotOffer } from '#server/connectors/dcsa/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { dayOf, readDayRates } from './day-rates.ts';
import { type DayRates, priceDocument } from './price-document.ts';

/** What a carrier asks on a lane, all of it. */
export type LaneOffers = {
  carrierCode: string;
  polCode: string;
  podCode: string;
  offers: readonly SpotOffer[];
  at: Instant;
};

type Row = Record<string, unknown>;

/** The charges beside the freight as lines that concern every container. */
const linesOf = (charges: SpotOffer['equipments'][number]['charges']): SurchargeLine[] =>
  charges
    .filter(({ code }) => code !== 'OFR')
    .map((charge, index) => ({
      id: index,
      code: charge.code,
      nameCn: null,
      nameEn: charge.name,
      basis: charge.basis,
      payer: 'PREPAID',
      amount: charge.amount,
      currency: charge.currency,
      carrierId: null,
      polId: null,
      podId: null,
      containerTypeId: null,
    }));

function rowsOf(lane: LaneOffers, tradeNames: ReadonlyMap<string, string>, rates: DayRates): Row[] {
  return lane.offers.flatMap((offer) =>
    offer.equipments.flatMap(({ isoCode, charges }): Row[] => {
      const freight = charges.find(({ code }) => code === 'OFR');
      const containerType = tradeNames.get(isoCode);
      if (freight === undefined || containerType === undefined) return [];
      const price = priceDocument(
        { freight, carrierId: 0, polId: 0, podId: 0, containerTypeId: null },
        linesOf(charges),
        rates,
      );
      return [
        {
          offer_ref: offer.ref,
          service_code: offer.serviceCode,
          vessel_name: offer.vesselName,
          voyage: offer.voyage,
          departs_at: new Date(offer.departsAt),
          arrives_at: new Date(offer.arrivesAt),
          space: offer.space,
          container_type: containerType,
          currency: freight.currency,
          freight: freight.amount,
          price,
          total_usd: price.total,
        },
      ];
    }),
  );
}

/** Trade names of container types by their ISO codes. */
const tradeNamesOf = async (database: Database): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await database.query<{ code: string; trade_name: string }>('select code, trade_name from md_container_type')).map(
      ({ code, trade_name }) => [code, trade_name],
    ),
  );

/** Takes in what a carrier asks on a lane today; what it asked on earlier days stays as history. Twice it does nothing twice. */
export async function takeOffers(database: Database, lane: LaneOffers): Promise<number> {
  const day = dayOf(lane.at);
  const rows = rowsOf(lane, await tradeNamesOf(database), await readDayRates(database, day));
  const key = [lane.carrierCode, lane.polCode, lane.podCode];
  return database.transaction(async () => {
    await database.execute(
      `update spot_offer set current = false where carrier_code = $1 and pol_code = $2 and pod_code = $3 and current`,
      key,
    );
    await database.execute(
      `insert into spot_offer (carrier_code, pol_code, pod_code, quoted_on, quoted_at, offer_ref, service_code, vessel_name, voyage,
         departs_at, arrives_at, space, container_type, currency, freight, price, total_usd, previous_usd, previous_on)
       select $1, $2, $3, $4::date, $5, n.offer_ref, n.service_code, n.vessel_name, n.voyage, n.departs_at, n.arrives_at, n.space,
         n.container_type, n.currency, n.freight, n.price, n.total_usd, p.total_usd, p.quoted_on
       from jsonb_populate_recordset(null::spot_offer, $6::jsonb) n
       left join lateral (
         select o.total_usd, o.quoted_on from spot_offer o
         where o.carrier_code = $1 and o.pol_code = $2 and o.pod_code = $3 and o.offer_ref = n.offer_ref
           and o.container_type = n.container_type and o.quoted_on < $4::date
         order by o.quoted_on desc limit 1) p on true
       on conflict (carrier_code, pol_code, pod_code, offer_ref, container_type, quoted_on) do update set
         quoted_at = excluded.quoted_at, departs_at = excluded.departs_at, arrives_at = excluded.arrives_at, space = excluded.space,
         currency = excluded.currency, freight = excluded.freight, price = excluded.price, total_usd = excluded.total_usd,
         vessel_name = excluded.vessel_name, voyage = excluded.voyage, current = true`,
      [...key, day, new Date(lane.at), JSON.stringify(rows)],
    );
    // The market of the lane moved.
    await database.execute(
      `insert into rate_price_work (tenant_id, pol_id, pod_id)
       select p.tenant_id, l.id, d.id from rate_price_day p, md_port l, md_port d
       where l.code = $1 and d.code = $2 and exists (
         select 1 from freight_rate r where r.tenant_id = p.tenant_id and r.pol_id = l.id and r.pod_id = d.id)
       order by p.tenant_id`,
      [lane.polCode, lane.podCode],
    );
    return rows.length;
  });
}
