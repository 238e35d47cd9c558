-- Rates of a route were read along this index, all others of the tenant beside them, in place of by their ports.
drop index freight_rate_list;
