-- Demurrage is 滞期费, detention 滞箱费, as the trade says; names that people changed stay.
update md_exception_type set name_cn = '滞期费风险', description_cn = replace(description_cn, '免堆期', '免滞期')
where code = 'DEMURRAGE_RISK' and name_cn = '滞港费风险';
update md_exception_type set description_cn = replace(description_cn, '免用箱期', '免箱期') where code = 'DETENTION_RISK';
