-- Lists of millions of prices and rates are read in their order, of one tenant and of all.
drop index rate_price_lane;
create index rate_price_lane on rate_price (tenant_id, pol_code, pod_code, container_type desc, total_usd, id);
create index rate_price_lanes on rate_price (pol_code, pod_code, container_type desc, total_usd, id);
create index freight_rate_list on freight_rate (tenant_id, valid_to desc, rate_no, id);
