// Dong Young. The list of a bill or a box, then the moves of each trip in it.
const company = { BUKRS: '2000', USRCCD: '', LANGCD: 'en' };
const post = (name, value) => askJson(`/trk/${name}`, asJson(value));
return collectPages(async ({ subject, subjectNo }) => {
  const asked = subject === 'bill' ? { INPBNO: subjectNo, INPCNTRNO: '' } : { INPBNO: '', INPCNTRNO: subjectNo };
  const search = await post('trkE0710R01N', { dma_searchInfo: { ...company, PROFILESEQ: '', INPBKN: '', ...asked } });
  const trips = listOf(search?.dlt_resultBlList).slice(0, subject === 'bill' ? mostBoxes : 1);
  const moves = [];
  for (const { OUTBKN, OUTBNO, OUTCNT } of trips) {
    if (robot.shouldStop()) break;
    const numbers = { INPBKN: textOf(OUTBKN), INPBNO: textOf(OUTBNO), INPCNTRNO: textOf(OUTCNT) };
    moves.push(
      await post('trkE0710R03', {
        dma_paramInfo: { ...company, USRNAT: '', ...numbers },
        dma_searchInfo: { ...company, PROFILESEQ: '', INPBKN: '', INPBNO: '', INPCNTRNO: numbers.INPCNTRNO },
      }),
    );
  }
  return answersPage({ search, moves });
});
