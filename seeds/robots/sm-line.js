// SM Line. One address answers everything: 121 finds a bill and 122 a box, 124 tells the legs of its booking, 125 the events of a box.
const address = '/smline/CUP_HOM_3301GS.do';
const askFor = (command, fields) => askJson(address, asForm({ f_cmd: command, cust_cd: '', ...fields }));
return collectPages(async ({ subject, subjectNo }) => {
  const search =
    subject === 'bill'
      ? await askFor(121, { search_type: 'B', search_name: withoutPrefix(subjectNo, 'SMLM') })
      : await askFor(122, { search_type: 'C', cntr_no: subjectNo });
  const rows = listOf(search?.list);
  const booking = textOf(rows[0]?.bkgNo ?? rows[0]?.dspBkgNo);
  if (booking === '') return answersPage({ search });
  const legs = await askFor(124, { bkg_no: booking });
  const copOf = (containerNo) => rows.find((row) => boxesOf([row?.cntrNo])[0] === containerNo)?.copNo;
  const events = await forEachBox(boxesOf(rows.map((row) => row?.cntrNo)), (containerNo) =>
    askFor(125, { bkg_no: booking, cop_no: copOf(containerNo), cntr_no: containerNo }),
  );
  return answersPage({ search, legs, events });
});
