// KMTC. The list of a bill or a box, then the moves of its newest trip.
const base = {
  own_yn: 'N',
  vsl_cd: '',
  voy_no: '',
  hiddenKnd: '',
  hiddenSearchNo: '',
  flag: '0',
  pus_no: '',
  Rail: '',
  RailCnt: '',
};
const askPage = (name, expects, fields) => askText(`/CCIT100/${name}.do`, expects, asForm({ ...base, ...fields }));
return collectPages(async ({ subject, subjectNo }) => {
  const kind = subject === 'bill' ? 'BL' : 'CN';
  const number = subject === 'bill' ? withoutPrefix(subjectNo, 'KMTC', 'KMTU') : subjectNo;
  const schedule = await askPage('searchContainerList', 'paging_1', { dt_knd: kind, condition: kind, bl_no: number });
  const table = schedule.slice(Math.max(0, schedule.indexOf('id="paging_1"')));
  const row = [...table.matchAll(/<tr\b[^<>]*>([\s\S]*?)<\/tr>/gi)]
    .map(([, cells]) => cellTexts(cells))
    .find((cells) => cells.length >= 5);
  const [bill, booking, boxCell, pol, pod] = row ?? [];
  const box = /[A-Z]{4}\d{7}/.exec(textOf(boxCell))?.[0];
  if (box === undefined) return answersPage({ schedule });
  const port = (cell) => textOf(textOf(cell).split(/\d/)[0]);
  const movement = await askPage('searchContainerDetail', 'cntr_trace', {
    hid_bl_no: bill,
    bk_no: booking,
    dt_knd: 'CN',
    condition: 'CN',
    pol: port(pol),
    pod: port(pod),
    cntr_no: box,
    hiddenKnd: 'CN',
    hiddenSearchNo: box,
    bl_no: box,
  });
  return answersPage({ schedule, movement });
});
