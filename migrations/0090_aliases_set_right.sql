-- Aliases that led to another place, set right or taken away where nobody has changed them.
update md_port_alias a set port_code = p.code, port_id = p.id, note = 'Quanzhou Shihu'
from md_port p
where a.alias = 'CNQZL' and a.port_code = 'CNQZH' and a.record_version = 1 and p.code = 'CNQZJ';

delete from md_port_alias a using (values
  ('CNSHG', 'CNSHA'),
  ('CNXIA', 'CNXMN'),
  ('CNZJI', 'CNZHA'),
  ('CNGZG', 'CNCAN'),
  ('DEHBG', 'DEHAM'),
  ('GBSTN', 'GBSOU')
) r (alias, port_code)
where a.alias = r.alias and a.port_code = r.port_code and a.record_version = 1;

-- The rail station of Xi'an had the code of a place in Guangdong.
update md_rail_station set code = 'CNSIA', search_text = replace(search_text, 'cnxab', 'cnsia')
where code = 'CNXAB' and record_version = 1 and not exists (select 1 from md_rail_station where code = 'CNSIA');
delete from md_port where code = 'CNXAB' and name = 'Xinfeng' and record_version = 1
  and not exists (select 1 from md_port_alias where port_code = 'CNXAB')
  and not exists (select 1 from md_port_fence where port_code = 'CNXAB')
  and not exists (select 1 from unknown_port m where m.port_id = md_port.id);
update md_port p set name = r.name, lon = r.lon, lat = r.lat
from (values ('CNJZU', 'Jiuzhou', 113.59, 22.24, 116.1222), ('CNLAN', 'Lanshi', 113.1, 22.98, 113.9816))
  r (code, name, lon, lat, old_lon)
where p.code = r.code and p.lon = r.old_lon and p.record_version = 1;

-- Ports of China that had no Chinese name.
update md_port p set name_cn = r.name_cn, search_text = p.search_text || ' ' || r.name_cn
from (values
  ('CNCTU', '成都'),
  ('CNHGH', '杭州'),
  ('CNKMG', '昆明'),
  ('CNFNG', '福永'),
  ('CNHSN', '鹤山'),
  ('CNHDU', '花都'),
  ('CNDOU', '斗门'),
  ('CNKPN', '开平'),
  ('CNQYN', '清远'),
  ('CNSIN', '沙田'),
  ('CNPNY', '番禺市桥'),
  ('CNTHG', '台山台城'),
  ('CNWAZ', '湾仔'),
  ('CNYQS', '北滘'),
  ('CNDAA', '大港'),
  ('CNGOG', '公明'),
  ('CNLGH', '龙华'),
  ('CNNGG', '南港'),
  ('CNSBU', '三埠'),
  ('CNSNW', '神湾'),
  ('CNSSH', '三山'),
  ('CNBJO', '北茭'),
  ('CNJIN', '吉安'),
  ('CNJXN', '滘心'),
  ('CNJZU', '九洲'),
  ('CNLAN', '澜石'),
  ('CNMYG', '绵阳'),
  ('CNTAP', '太平')
) r (code, name_cn)
where p.code = r.code and p.name_cn is null;
