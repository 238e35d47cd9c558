-- KMTC's page asks another address now, which the newer package of the carrier speaks to.
update source set base_url = 'https://api.ekmtc.com'
where protocol = 'rpa' and carrier_code = 'KMD' and base_url = 'http://www.ekmtc.com';
