// Sinokor, and Heung-A on the same pages. A box is looked up in the bills of this year or the last one; its newest bill has the page.
const xhr = { headers: { 'x-requested-with': 'XMLHttpRequest' } };
const pageOf = (blno, cntrno) => askText(`/Tracking?${pairs({ blno, cntrno })}`, 'Tracking');
return collectPages(async ({ subject, subjectNo }) => {
  if (subject === 'bill') return answersPage({ container: await pageOf(subjectNo, '') });
  const year = new Date().getFullYear();
  const billsOf = (of) => askJson(`/Tracking/GetBLList?${pairs({ cntrno: subjectNo, year: of })}`, xhr);
  let search = await billsOf(year);
  if (listOf(search).length === 0) search = await billsOf(year - 1);
  const bill = textOf(listOf(search)[0]?.BKNO);
  return bill === '' ? answersPage({ search }) : answersPage({ search, container: await pageOf(bill, subjectNo) });
});
