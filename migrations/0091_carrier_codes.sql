-- Whether the code of a carrier and the prefixes of its boxes are known from a sure source: no rule goes by what is unverified.
alter table md_carrier add column scac_check text not null default 'VERIFIED';
alter table md_carrier add column prefixes_check text not null default 'VERIFIED';

-- What the first releases brought, gone through once more; what people changed stays as they left it.
update md_carrier c set
  scac = r.scac,
  scac_check = r.scac_check,
  search_text = case when r.scac is null then c.search_text else replace(c.search_text, lower(r.old_scac), lower(r.scac)) end,
  container_prefixes = r.prefixes,
  prefixes_check = r.prefixes_check
from (values
  ('MSK', 'MAEU', 'MAEU MSKU MRKU MRSU MSFU MNBU MWCU MIEU PONU SUDU', 'MAEU', 'VERIFIED', 'MAEU MSKU MRKU MRSU MNBU MWCU MSWU MIEU PONU MVIU KNLU SUDU HASU', 'VERIFIED'),
  ('MSC', 'MSCU', 'MSCU MEDU MSDU MSMU MSNU MSZU MSPU', 'MSCU', 'VERIFIED', 'MSCU MEDU MSDU MSMU MSNU MSZU MSPU', 'VERIFIED'),
  ('CMA', 'CMDU', 'CMAU CGMU ECMU AMCU', 'CMDU', 'VERIFIED', 'CMAU CGMU ECMU', 'VERIFIED'),
  ('COSU', 'COSU', 'COSU CBHU CCLU CSNU CSLU OOCU', 'COSU', 'VERIFIED', 'COSU CBHU CCLU CSNU CSLU', 'VERIFIED'),
  ('HLC', 'HLCU', 'HLCU HLXU HLBU UACU HAMU CPSU CASU', 'HLCU', 'VERIFIED', 'HLCU HLXU HLBU UACU HAMU CPSU CASU', 'VERIFIED'),
  ('ONEY', 'ONEY', 'ONEU NYKU MOAU MOTU KKFU KKTU', 'ONEY', 'VERIFIED', 'ONEU NYKU MOAU MOTU MOFU MORU KKFU KKTU', 'VERIFIED'),
  ('EMC', 'EGLV', 'EGHU EGSU EISU EMCU EITU', 'EGLV', 'VERIFIED', 'EGHU EGSU EISU EMCU EITU HMCU', 'VERIFIED'),
  ('HMM', 'HDMU', 'HMMU HDMU', 'HDMU', 'VERIFIED', 'HMMU HDMU KOCU', 'VERIFIED'),
  ('YML', 'YMLU', 'YMLU YMMU', 'YMLU', 'UNVERIFIED', 'YMLU YMMU', 'VERIFIED'),
  ('ZIM', 'ZIMU', 'ZIMU ZCSU', 'ZIMU', 'VERIFIED', 'ZIMU ZCSU', 'VERIFIED'),
  ('OOL', 'OOLU', 'OOLU OOCU', 'OOLU', 'VERIFIED', 'OOLU OOCU', 'VERIFIED'),
  ('PIL', 'PCIU', 'PCIU PIDU', 'PABV', 'VERIFIED', 'PCIU PIDU', 'VERIFIED'),
  ('WHL', 'WHLC', 'WHLU WHSU', 'WHLC', 'VERIFIED', 'WHLU WHSU', 'VERIFIED'),
  ('KMD', 'KMTU', 'KMTU KMCU', 'KMTU', 'VERIFIED', 'KMTU KMCU', 'UNVERIFIED'),
  ('SNK', 'SKLU', 'SKLU SKHU SKIU', 'SKLU', 'UNVERIFIED', 'SKLU SKHU', 'UNVERIFIED'),
  ('SITC', 'SITC', 'SITU', 'SITC', 'UNVERIFIED', 'SITU', 'UNVERIFIED'),
  ('TSL', 'TSHG', 'TSSU TSTU', 'TSHG', 'UNVERIFIED', 'TSSU TSTU', 'UNVERIFIED'),
  ('RCL', 'REGU', 'REGU RCLU', 'REGU', 'VERIFIED', 'REGU RCLU', 'UNVERIFIED'),
  ('SML', 'SMLM', 'SMCU', 'SMLM', 'VERIFIED', 'SMCU', 'UNVERIFIED'),
  ('NOS', 'NOSU', 'NSSU', 'NSRU', 'UNVERIFIED', 'NSSU', 'UNVERIFIED'),
  ('DJS', 'DJSC', 'DJLU', 'DJSC', 'UNVERIFIED', 'DJLU', 'UNVERIFIED'),
  ('DYS', 'DYLS', 'DYLU', 'PCSL', 'UNVERIFIED', 'DYLU', 'UNVERIFIED'),
  ('CKL', 'COHE', 'CKLU', 'CKLU', 'UNVERIFIED', 'CKLU', 'UNVERIFIED'),
  ('PCL', 'PCSL', 'PCLU', null, 'UNVERIFIED', 'PCLU', 'UNVERIFIED'),
  ('HAL', 'HASU', 'HALU', 'HASU', 'UNVERIFIED', 'HALU', 'UNVERIFIED'),
  ('INT', 'IMTU', 'IAAU', 'IMTU', 'UNVERIFIED', 'IAAU', 'UNVERIFIED'),
  ('CUL', 'CULV', 'CULU CUOU', 'CULU', 'UNVERIFIED', 'CULU CUOU', 'UNVERIFIED'),
  ('JJS', 'JJCO', 'JJCU', 'JJCO', 'UNVERIFIED', 'JJCU', 'UNVERIFIED'),
  ('SAS', 'SSPH', 'SNTU SNBU', 'SSPH', 'UNVERIFIED', 'SNTU SNBU', 'UNVERIFIED'),
  ('ZGX', 'ZHGX', 'ZGXU ZGLU', 'ZHGX', 'UNVERIFIED', 'ZGXU ZGLU', 'UNVERIFIED'),
  ('ATL', 'ATJN', 'ATQU QNNU', 'ATJN', 'UNVERIFIED', 'ATQU QNNU', 'UNVERIFIED'),
  ('NGB', 'NBOS', 'NBYU', 'NBOS', 'UNVERIFIED', 'NBYU', 'UNVERIFIED'),
  ('HDS', 'HDAS', 'NEWU', 'HDAS', 'UNVERIFIED', 'NEWU', 'UNVERIFIED'),
  ('BAL', 'BLJU', 'BALU', 'BURU', 'UNVERIFIED', 'BALU', 'UNVERIFIED'),
  ('MAT', 'MATS', 'MATU', 'MATS', 'VERIFIED', 'MATU', 'VERIFIED'),
  ('APL', 'APLU', 'APLU APHU APZU', 'APLU', 'VERIFIED', 'APLU APHU APZU', 'UNVERIFIED'),
  ('ANL', 'ANNU', 'ANNU', 'ANNU', 'VERIFIED', 'ANNU', 'UNVERIFIED'),
  ('SUD', 'SUDU', 'SUDU HASU', 'SUDU', 'VERIFIED', 'SUDU HASU', 'VERIFIED'),
  ('SFL', 'SEJJ', 'SEAU', 'SEJJ', 'UNVERIFIED', 'SEAU', 'UNVERIFIED'),
  ('SAF', 'SAFM', 'SAFU', 'SAFM', 'VERIFIED', 'SAFU', 'UNVERIFIED'),
  ('ARK', 'ARKU', 'ARKU ARCU', 'ARKU', 'VERIFIED', 'ARKU ARCU', 'UNVERIFIED'),
  ('TUR', 'TRKU', 'TRKU', 'TRKU', 'UNVERIFIED', 'TRKU', 'UNVERIFIED'),
  ('XPF', 'XCLU', 'XPRU', 'XCLU', 'UNVERIFIED', 'XPRU', 'UNVERIFIED'),
  ('UNI', 'UFLU', 'UFEU', 'UFLU', 'UNVERIFIED', 'UFEU', 'UNVERIFIED'),
  ('SMD', 'SMDL', 'SMDU', 'SIKU', 'UNVERIFIED', 'SMDU', 'UNVERIFIED'),
  ('MFT', 'MELL', 'MELU', 'MEXU', 'UNVERIFIED', 'MELU', 'UNVERIFIED'),
  ('SWR', 'SWRF', 'SWTU CHVU', 'CHVW', 'UNVERIFIED', 'SWTU CHVU', 'UNVERIFIED'),
  ('GSL', 'GSLU', 'GSLU', 'GSLU', 'VERIFIED', 'GSLU', 'UNVERIFIED'),
  ('ESL', 'EPIR', 'ESPU', 'ESPU', 'UNVERIFIED', 'ESPU', 'UNVERIFIED'),
  ('IRS', 'HDGL', 'IRSU', 'HDGL', 'UNVERIFIED', 'IRSU', 'UNVERIFIED'),
  ('SCI', 'SCIU', 'SCIU', 'SCIU', 'UNVERIFIED', 'SCIU', 'UNVERIFIED'),
  ('TRH', 'TSCA', 'TKRU RZDU', 'TSCA', 'UNVERIFIED', 'TKRU RZDU', 'UNVERIFIED'),
  ('FES', 'FESO', 'FESU', 'FESO', 'VERIFIED', 'FESU', 'UNVERIFIED'),
  ('CRW', 'CAMN', 'CMCU', 'CAMN', 'UNVERIFIED', 'CMCU', 'UNVERIFIED'),
  ('SBM', 'SMLU', 'SMLU', 'SMLU', 'VERIFIED', 'SMLU', 'UNVERIFIED'),
  ('TRP', 'TRPD', 'TTRU', 'TRPD', 'UNVERIFIED', 'TTRU', 'UNVERIFIED'),
  ('NDV', 'NDVA', 'NPDU', 'NDVA', 'UNVERIFIED', 'NPDU', 'UNVERIFIED'),
  ('GRM', 'GRIU', 'GCNU', 'GRIU', 'UNVERIFIED', 'GCNU', 'UNVERIFIED'),
  ('ACL', 'ACLU', 'ACLU', 'ACLU', 'VERIFIED', 'ACLU', 'VERIFIED')
) r (code, old_scac, old_prefixes, scac, scac_check, prefixes, prefixes_check)
where c.code = r.code and not c.simulated and c.record_version = 1
  and c.scac is not distinct from r.old_scac and c.container_prefixes is not distinct from r.old_prefixes;

-- Codes that other liners have in the industry's list. Where one is in use it stays, and the new one is not brought beside it.
update md_carrier set code = 'SMLINE', search_text = replace(search_text, 'sml', 'smline')
where code = 'SML' and not simulated and record_version = 1
  and not exists (select 1 from subscription where carrier_code = 'SML') and not exists (select 1 from source where carrier_code = 'SML')
  and not exists (select 1 from rule_setting where carrier_code = 'SML') and not exists (select 1 from edi_partner where carrier_code = 'SML');
update md_carrier set code = 'SINOTRANS', search_text = replace(search_text, 'sas', 'sinotrans')
where code = 'SAS' and not simulated and record_version = 1
  and not exists (select 1 from subscription where carrier_code = 'SAS') and not exists (select 1 from source where carrier_code = 'SAS')
  and not exists (select 1 from rule_setting where carrier_code = 'SAS') and not exists (select 1 from edi_partner where carrier_code = 'SAS');
update md_carrier set code = 'NEWNEW', search_text = replace(search_text, 'hds', 'newnew')
where code = 'HDS' and not simulated and record_version = 1
  and not exists (select 1 from subscription where carrier_code = 'HDS') and not exists (select 1 from source where carrier_code = 'HDS')
  and not exists (select 1 from rule_setting where carrier_code = 'HDS') and not exists (select 1 from edi_partner where carrier_code = 'HDS');
insert into seeded_row (table_name, row_key)
select 'md_carrier', r.code from (values ('SML', 'SMLINE'), ('SAS', 'SINOTRANS'), ('HDS', 'NEWNEW')) r (old_code, code)
where exists (select 1 from md_carrier c where c.code = r.old_code) on conflict do nothing;
